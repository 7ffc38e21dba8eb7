package org.foretell.cli.settings;

import org.foretell.RunSetup;
import org.foretell.setting.ModelRegistry;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names the one communication model of a command. */
public final class ModelOption {
  @Option(
      names = "--model",
      paramLabel = "NAME",
      description =
          "The communication model (listed by sim models). Default: the machine's choice, else "
              + ModelRegistry.DEFAULT
              + "; without a machine "
              + ModelRegistry.WITHOUT_MACHINE
              + ". The report gives the reason.")
  private @Nullable String name;

  /** Applies these options to a setup. */
  public void applyTo(RunSetup<?> setup) {
    setup.model(name);
  }
}
