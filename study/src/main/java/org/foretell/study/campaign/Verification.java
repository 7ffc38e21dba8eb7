package org.foretell.study.campaign;

import java.util.List;

/**
 * Whether kept replays are reproduced exactly.
 *
 * @param kept how many replays the folder has
 * @param replayed how many of them were repeated
 * @param differences one line each
 */
public record Verification(long kept, long replayed, List<String> differences) {
  /** Copies. */
  public Verification {
    differences = List.copyOf(differences);
  }

  /** {@return whether all of them were reproduced, to the picosecond} */
  public boolean isSame() {
    return differences.isEmpty();
  }
}
