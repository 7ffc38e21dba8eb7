package org.foretell.cli.settings;

import org.foretell.RunSetup;
import picocli.CommandLine.Option;

/** The option for programs with several threads in a rank. */
public final class CoresPerRankOption {
  @Option(
      names = "--cores-per-rank",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Cores that a rank keeps busy while it computes, such as those of its threads, and that"
              + " wait with it (default: ${DEFAULT-VALUE}). It changes the energy, and no time"
              + " (docs/energy.md).")
  private int cores = 1;

  /** Whether ranks have several cores. */
  public boolean isGiven() {
    return cores != 1;
  }

  /** Applies the option to a setup. */
  public void applyTo(RunSetup<?> setup) {
    setup.coresPerRank(cores);
  }
}
