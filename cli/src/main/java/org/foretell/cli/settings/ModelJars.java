package org.foretell.cli.settings;

import java.nio.file.Path;
import java.util.List;
import org.foretell.Setup;
import org.foretell.setting.ModelRegistry;
import picocli.CommandLine.Option;

/** The option that adds models of others. */
public final class ModelJars {
  @Option(
      names = "--models",
      paramLabel = "JAR",
      split = ",",
      description =
          "A jar with communication models of your own (docs/models.md shows how to write one). May"
              + " be repeated.")
  private List<Path> jars = List.of();

  /** All models: those that ship and those of the jars. */
  public ModelRegistry load() {
    return ModelRegistry.load(jars);
  }

  /** Applies these options to a setup. */
  public void applyTo(Setup<?> setup) {
    jars.forEach(setup::modelsOf);
  }
}
