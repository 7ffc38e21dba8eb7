package org.foretell.report;

import java.util.List;
import java.util.Locale;

/**
 * The energy of a run, in the JSON.
 *
 * @param joules all together
 * @param joulesLow with all powers at their least
 * @param joulesHigh with all powers at their greatest
 * @param meanWatts mean power
 * @param edpJouleSeconds energy-delay product
 * @param nodes how many have a rank
 * @param coresPerRank cores that each rank occupies
 * @param uses by use
 */
public record EnergyEntry(
    double joules,
    double joulesLow,
    double joulesHigh,
    double meanWatts,
    double edpJouleSeconds,
    int nodes,
    int coresPerRank,
    List<UseEntry> uses) {
  /**
   * The energy of a use.
   *
   * @param use {@code cores_busy}, {@code cores_waiting}, {@code cores_idle}, {@code nodes}, {@code
   *     interfaces} or {@code switches}
   * @param joules with all powers as stated
   * @param joulesLow with all powers at their least
   * @param joulesHigh with all powers at their greatest
   */
  public record UseEntry(String use, double joules, double joulesLow, double joulesHigh) {}

  static EnergyEntry of(RunEnergy energy) {
    Joules total = energy.total();
    return new EnergyEntry(
        total.value(),
        total.from(),
        total.to(),
        energy.meanWatts(),
        energy.edpJouleSeconds(),
        energy.nodes(),
        energy.coresPerRank(),
        energy.uses().entrySet().stream()
            .map(
                entry ->
                    new UseEntry(
                        entry.getKey().name().toLowerCase(Locale.ROOT),
                        entry.getValue().value(),
                        entry.getValue().from(),
                        entry.getValue().to()))
            .toList());
  }
}
