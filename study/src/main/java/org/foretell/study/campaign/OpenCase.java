package org.foretell.study.campaign;

import java.util.List;

/**
 * A case of a study some of whose replays are missing. Cases are independent of each other.
 *
 * @param index of the case among all of the study
 * @param known lines of {@code replays.jsonl} with those that are there
 */
public record OpenCase(int index, List<String> known) {
  /** Copies. */
  public OpenCase {
    known = List.copyOf(known);
  }
}
