package org.foretell.study.campaign;

import java.util.List;

/**
 * Whether replays that were kept come out the same when they are made again.
 *
 * @param kept how many replays the folder has
 * @param replayed how many of them were made again
 * @param differences what is different, each in a line
 */
public record Verification(long kept, long replayed, List<String> differences) {
  /** Copies. */
  public Verification {
    differences = List.copyOf(differences);
  }

  /** {@return whether all of them came out the same, to the picosecond} */
  public boolean isSame() {
    return differences.isEmpty();
  }
}
