package org.foretell.cli.report;

import java.util.function.DoubleFunction;
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
            of(energy.total()),
            Power.format(energy.meanWatts()),
            Words.counted(energy.nodes(), "node"));
  }

  /** {@return an energy with its bounds if it has some} */
  public static String of(Joules energy) {
    return bounded(energy, Power::formatEnergy);
  }

  /** {@return an energy in watt hours, with its bounds if it has some} */
  public static String inWattHours(Joules energy) {
    return bounded(energy, Power::formatWattHours);
  }

  private static String bounded(Joules energy, DoubleFunction<String> format) {
    String value = format.apply(energy.value());
    return energy.from() == energy.to()
        ? value
        : "%s (%s to %s)".formatted(value, format.apply(energy.from()), format.apply(energy.to()));
  }
}
