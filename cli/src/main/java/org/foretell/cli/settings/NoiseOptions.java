package org.foretell.cli.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.cli.shell.OptionValue;
import org.foretell.cli.shell.UserException;
import org.foretell.models.noise.Noise;
import org.foretell.models.noise.NoiseTrace;
import org.foretell.models.noise.Variability;
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
          "Multiply each burst by a random factor of mean 1, given with its coefficient of"
              + " variation: lognormal:5%%, gamma:5%%, normal:5%%, uniform:5%% or exponential.")
  private @Nullable String compute;

  @Option(
      names = NETWORK,
      paramLabel = "DELAY",
      description =
          "Delay each message between nodes by a random time, given with its mean and its"
              + " coefficient of variation: exponential:2us, lognormal:2us,50%%, gamma:...,"
              + " normal:... or uniform:....")
  private @Nullable String network;

  @Option(
      names = "--noise-trace",
      paramLabel = "FILE",
      description =
          "Interrupt each core as recorded in a file of lines with start and duration in ns, from a"
              + " random place in it, again and again.")
  private @Nullable Path trace;

  @Option(
      names = "--noise-cosched",
      description = "Interrupt all cores at the same time: one random place for all.")
  private boolean together;

  public Noise read() throws IOException {
    if (together && trace == null) {
      throw UserException.usage(
          "--noise-cosched says how --noise-trace is used; give that option too");
    }
    if (trace != null && Files.isDirectory(trace)) {
      throw UserException.badInput("--noise-trace " + trace + ": is a folder, not a file");
    }
    return new Noise(
        compute == null ? null : OptionValue.parse(COMPUTE, compute, Variability::parseFactor),
        network == null ? null : OptionValue.parse(NETWORK, network, Variability::parseDelay),
        trace == null ? null : NoiseTrace.read(trace),
        together);
  }
}
