package org.foretell.calibration.core;

import java.util.List;
import java.util.Map;
import org.foretell.trace.BurstKind;

/**
 * How many times faster a program computes on another machine.
 *
 * @param whole all bursts that were compared
 * @param callSites by time on the first machine, the longest first
 * @param kinds ratios of the call sites that counters show to be of one kind in all runs, by kind:
 *     {@link BurstKind#COMPUTE} and {@link BurstKind#MEMORY}; empty without counters
 * @param leftOut call sites with different numbers of bursts on the two machines, in their order
 */
public record CoreRatios(
    BurstRatio whole,
    List<BurstRatio> callSites,
    Map<BurstKind, BurstRatio> kinds,
    List<String> leftOut) {
  /** Copies. */
  public CoreRatios {
    callSites = List.copyOf(callSites);
    kinds = Map.copyOf(kinds);
    leftOut = List.copyOf(leftOut);
  }
}
