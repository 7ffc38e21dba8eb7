package org.foretell.setting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.failure.FailureText;
import org.foretell.failure.ForetellException;
import org.foretell.models.noise.Noise;
import org.foretell.models.noise.NoiseTrace;
import org.foretell.models.noise.Variability;
import org.jspecify.annotations.Nullable;

/** The options that make a run random. */
public final class NoiseChoice {
  private static final String COMPUTE = "compute noise";
  private static final String NETWORK = "network noise";

  private @Nullable Noise given;
  private @Nullable String compute;
  private @Nullable String network;
  private @Nullable Path trace;
  private boolean together;

  public void given(Noise noise) {
    given = noise;
  }

  public void compute(@Nullable String value) {
    compute = value;
  }

  public void network(@Nullable String value) {
    network = value;
  }

  public void trace(@Nullable Path value) {
    trace = value;
  }

  public void together(boolean value) {
    together = value;
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
