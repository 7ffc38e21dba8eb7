package org.foretell.parsers.raw;

import java.util.List;
import java.util.Map;

/** Names places in the code. */
@FunctionalInterface
interface CallSiteNames {
  /** Knows no names. */
  CallSiteNames NONE = offsets -> Map.of();

  /**
   * Names as many places as it can.
   *
   * @param offsets of return addresses in each module; may be there several times
   * @return a text for each place that has a name
   */
  Map<CodePlace, String> of(Map<CodeModule, List<Long>> offsets);
}
