package org.foretell.cli.settings;

import java.nio.file.Path;
import org.foretell.RunSetup;
import org.foretell.cli.shell.Outputs;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that make a run random. */
public final class NoiseOptions {
  private static final String COMPUTE = "--compute-noise";
  private static final String NETWORK = "--network-noise";

  @Option(
      names = COMPUTE,
      paramLabel = "FACTOR",
      description =
          "Multiply each burst by a random factor with mean 1 and the given coefficient of"
              + " variation: lognormal:5%%, gamma:5%%, normal:5%%, uniform:5%% or exponential.")
  private @Nullable String compute;

  @Option(
      names = NETWORK,
      paramLabel = "DELAY",
      description =
          "Delay each message between nodes by a random time with the given mean and coefficient of"
              + " variation: exponential:2us, lognormal:2us,50%%, gamma:..., normal:... or"
              + " uniform:....")
  private @Nullable String network;

  @Option(
      names = "--noise-trace",
      paramLabel = "FILE",
      description =
          "Interrupt each core as recorded in a file with lines of start and duration in ns. Each"
              + " core starts at a random place in the file and repeats it.")
  private @Nullable Path trace;

  @Option(
      names = "--noise-cosched",
      description = "Interrupt all cores at the same times: they share one random place.")
  private boolean together;

  /** Notes the file that noise is read from. */
  public void addInputs(Outputs outputs) {
    if (trace != null) {
      outputs.reads(trace);
    }
  }

  /** Applies these options to a setup. */
  public void applyTo(RunSetup<?> setup) {
    setup.computeNoise(compute).networkNoise(network).noiseTrace(trace, together);
  }
}
