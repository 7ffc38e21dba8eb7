package org.foretell.cli.report;

import org.foretell.cli.text.Words;
import org.foretell.report.Joules;
import org.foretell.report.RunEnergy;
import org.foretell.time.Power;

/** The energy of a run, in a line. */
public final class EnergyLine {
  private EnergyLine() {}

  /** {@return energy with its bounds, mean power, and what both are of} */
  public static String of(RunEnergy energy) {
    return "Energy: %s, %s on average for %s"
        .formatted(
            bounded(energy.total()),
            Power.format(energy.meanWatts()),
            Words.counted(energy.nodes(), "node"));
  }

  /** {@return an energy, with its bounds if it has some} */
  public static String bounded(Joules energy) {
    String value = Power.formatEnergy(energy.value());
    return energy.from() == energy.to()
        ? value
        : "%s (%s to %s)"
            .formatted(value, Power.formatEnergy(energy.from()), Power.formatEnergy(energy.to()));
  }
}
