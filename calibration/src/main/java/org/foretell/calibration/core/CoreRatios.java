package org.foretell.calibration.core;

import java.util.List;

/**
 * How many times faster a program computes on another machine.
 *
 * @param whole all bursts that were compared
 * @param callSites by time on the first machine, the longest first
 * @param leftOut call sites with different numbers of bursts on the two machines, in their order
 */
public record CoreRatios(BurstRatio whole, List<BurstRatio> callSites, List<String> leftOut) {
  /** Copies. */
  public CoreRatios {
    callSites = List.copyOf(callSites);
    leftOut = List.copyOf(leftOut);
  }
}
