package org.foretell.classification;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The training data of a classifier. It is valid for these only: on another machine, or under
 * another model, other times are normal.
 *
 * @param version of Foretell
 * @param recorded whether on times that were recorded on a machine, rather than simulated
 * @param trace the trace whose times were used, if they were recorded; null otherwise
 * @param machine its name; null without a machine, or if unknown
 * @param machineSha256 of its file; null if there was none
 * @param model of communication; null if times were recorded
 * @param parameters of the model that were given, by name
 * @param seed of delays and folds
 */
public record Origin(
    String version,
    boolean recorded,
    @Nullable String trace,
    @Nullable String machine,
    @Nullable String machineSha256,
    @Nullable String model,
    Map<String, String> parameters,
    long seed) {
  /** Copies the map. */
  public Origin {
    parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
  }

  /** {@return the source of the times, in words: {@code model loggops on machine frontier}} */
  public String words() {
    return recorded
        ? "recorded times of " + trace
        : "model " + model + (machine == null ? " without a machine" : " on machine " + machine);
  }
}
