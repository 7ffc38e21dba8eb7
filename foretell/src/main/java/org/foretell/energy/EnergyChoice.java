package org.foretell.energy;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What to find out about slower clocks.
 *
 * @param clocks relative to the nominal one, each above 0 and at most 1; empty for six from the
 *     lowest to the nominal one
 * @param boundShare the share of bursts that slower clocks slow down, 0 to 1
 * @param tolerance by how much longer a run with slower clocks for ranks with slack may take, as a
 *     share, at least 0
 * @param capWatts limit of the power; empty for none
 */
public record EnergyChoice(
    List<Double> clocks, double boundShare, double tolerance, OptionalDouble capWatts) {
  /** Copies the list. */
  public EnergyChoice {
    clocks = List.copyOf(clocks);
  }
}
