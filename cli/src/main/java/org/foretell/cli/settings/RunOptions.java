package org.foretell.cli.settings;

import java.nio.file.Path;
import org.foretell.RunSetup;
import org.foretell.cli.shell.Outputs;
import picocli.CommandLine.Mixin;

/** The options of commands about one run: machine, trace, model and noise. */
public final class RunOptions {
  @Mixin private ModelOption modelOption = new ModelOption();
  @Mixin private ModelJars modelJars = new ModelJars();
  @Mixin private ReplayOptions replayOptions = new ReplayOptions();
  @Mixin private NoiseOptions noiseOptions = new NoiseOptions();

  /** Notes the files that a run reads. */
  public void addInputs(Outputs outputs) {
    replayOptions.addInputs(outputs);
    noiseOptions.addInputs(outputs);
  }

  /** Applies these options to a setup. */
  public void applyTo(RunSetup<?> setup) {
    modelOption.applyTo(setup);
    modelJars.applyTo(setup);
    replayOptions.applyTo(setup);
    noiseOptions.applyTo(setup);
  }

  /** The trace as the command line names it. */
  public Path trace() {
    return replayOptions.trace();
  }

  /** Whether a placement of ranks is asked for. */
  public boolean hasPlacementPolicy() {
    return replayOptions.hasPlacementPolicy();
  }

  /** Whether the trace is a file that is hashed in no time. */
  public boolean hasSmallTrace() {
    return replayOptions.hasSmallTrace();
  }
}
