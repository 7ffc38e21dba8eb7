package org.foretell.setting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.failure.ForetellException;
import org.foretell.failure.words.FailureText;
import org.foretell.models.noise.Noise;
import org.foretell.models.noise.NoiseTrace;
import org.foretell.models.noise.Variability;
import org.jspecify.annotations.Nullable;

/**
 * What makes a run random, as it was asked for.
 *
 * @param given by a program, which goes before all else; null if it was not
 * @param compute a distribution of factors as text, null for none
 * @param network a distribution of delays as text, null for none
 * @param trace a file of interruptions, null for none
 * @param together whether these interrupt all cores at the same time
 */
public record NoiseChoice(
    @Nullable Noise given,
    @Nullable String compute,
    @Nullable String network,
    @Nullable Path trace,
    boolean together) {
  /** Nothing is random. */
  public static final NoiseChoice NONE = new NoiseChoice(null, null, null, null, false);

  private static final String COMPUTE = "compute noise";
  private static final String NETWORK = "network noise";

  /** The same with noise that a program made. */
  public NoiseChoice withGiven(Noise noise) {
    return new NoiseChoice(noise, compute, network, trace, together);
  }

  /** The same with other factors of bursts. */
  public NoiseChoice withCompute(@Nullable String value) {
    return new NoiseChoice(given, value, network, trace, together);
  }

  /** The same with other delays of messages. */
  public NoiseChoice withNetwork(@Nullable String value) {
    return new NoiseChoice(given, compute, value, trace, together);
  }

  /** The same with other interruptions. */
  public NoiseChoice withTrace(@Nullable Path value, boolean atOnce) {
    return new NoiseChoice(given, compute, network, value, atOnce);
  }

  /**
   * What was chosen.
   *
   * @throws ForetellException if text is wrong or the file cannot be read
   */
  public Noise read() {
    if (given != null) {
      return given;
    }
    if (together && trace == null) {
      throw ForetellException.usage(
          "interrupting all cores together needs a noise trace; name one (in sim: --noise-trace"
              + " with --noise-cosched)");
    }
    if (trace != null && Files.isDirectory(trace)) {
      throw ForetellException.badInput("noise trace " + trace + ": is a folder, not a file");
    }
    return new Noise(
        compute == null ? null : SettingValue.parse(COMPUTE, compute, Variability::parseFactor),
        network == null ? null : SettingValue.parse(NETWORK, network, Variability::parseDelay),
        trace == null ? null : recorded(trace),
        together);
  }

  private static NoiseTrace recorded(Path file) {
    try {
      return NoiseTrace.read(file);
    } catch (IOException failed) {
      throw ForetellException.badInput("noise trace " + FailureText.of(failed));
    }
  }
}
