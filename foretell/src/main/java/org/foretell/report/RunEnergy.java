package org.foretell.report;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.foretell.time.Ps;

/**
 * The energy of the nodes of a run from its begin to its end, and of their share of the switches.
 * The nodes belong to the run alone. Bounds are those of the machine's powers; the times are as
 * predicted.
 *
 * @param lastsPs how long the run takes, picoseconds
 * @param nodes how many have a rank
 * @param coresPerRank cores that each rank occupies
 * @param uses the energy of each use
 */
public record RunEnergy(long lastsPs, int nodes, int coresPerRank, Map<EnergyUse, Joules> uses) {
  /** Copies the map. */
  public RunEnergy {
    Map<EnergyUse, Joules> copy = new EnumMap<>(EnergyUse.class);
    copy.putAll(uses);
    uses = Collections.unmodifiableMap(copy);
  }

  /** {@return how long the run takes, seconds} */
  public double seconds() {
    return Ps.toSeconds(lastsPs);
  }

  /** {@return the energy of all uses together} */
  public Joules total() {
    return uses.values().stream().reduce(Joules.NONE, Joules::plus);
  }

  /** {@return the mean power, watts; 0 for a run that takes no time} */
  public double meanWatts() {
    return lastsPs == 0 ? 0 : total().value() / seconds();
  }

  /** {@return the energy-delay product, joule seconds} */
  public double edpJouleSeconds() {
    return total().value() * seconds();
  }
}
