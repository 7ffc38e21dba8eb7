package org.foretell.tracer;

import java.util.List;
import java.util.Map;

/**
 * An interface whose calls are traced.
 *
 * @param name its name
 * @param prefix how its functions' names begin
 * @param profiling what stands before a name in that of the function that wrappers forward to
 * @param version its version
 * @param functions its functions
 * @param ignored patterns of symbols that are no functions of it, with the reason
 */
record Interface(
    String name,
    String prefix,
    String profiling,
    String version,
    List<Function> functions,
    Map<String, String> ignored) {

  boolean ignores(String symbol) {
    return ignored.keySet().stream().anyMatch(symbol::matches);
  }
}
