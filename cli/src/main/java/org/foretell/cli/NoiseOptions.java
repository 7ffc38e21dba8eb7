package org.foretell.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Function;
import org.foretell.model.ParameterException;
import org.foretell.models.noise.Noise;
import org.foretell.models.noise.NoiseTrace;
import org.foretell.models.noise.Variability;
import org.foretell.time.QuantityException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that make a run random. */
final class NoiseOptions {
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

  Noise read() throws IOException {
    if (together && trace == null) {
      throw UserException.badInput("--noise-cosched says how --noise-trace is used; give that too");
    }
    return new Noise(
        parsed(COMPUTE, compute, Variability::parseFactor),
        parsed(NETWORK, network, Variability::parseDelay),
        trace == null ? null : NoiseTrace.read(trace),
        together);
  }

  private static @Nullable Variability parsed(
      String option, @Nullable String text, Function<String, Variability> parser) {
    if (text == null) {
      return null;
    }
    try {
      return parser.apply(text);
    } catch (ParameterException | QuantityException wrong) {
      throw UserException.badInput(option + " " + text + ": " + wrong.getMessage());
    }
  }
}
