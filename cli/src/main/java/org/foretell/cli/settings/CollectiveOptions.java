package org.foretell.cli.settings;

import org.foretell.Setup;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * How collectives are executed: by the model's formula, or as the messages of an MPI library's
 * algorithms. What the user gives goes before the machine's settings.
 */
public final class CollectiveOptions {

  @Option(
      names = "--collectives",
      paramLabel = "PROFILE",
      description =
          "How collectives are executed: by the algorithms of a library (see docs/collectives.md),"
              + " or formula, by the model's own formulas (default: the machine's choice, else"
              + " mpich4).")
  private @Nullable String profile;

  /** Applies these options to a setup. */
  public void applyTo(Setup<?> setup) {
    setup.collectives(profile);
  }
}
