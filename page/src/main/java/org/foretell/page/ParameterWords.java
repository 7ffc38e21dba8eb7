package org.foretell.page;

import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/** Explains parameters whose names are symbols or short, where they stand on the page. */
final class ParameterWords {
  private static final Map<String, String> MEANINGS =
      Map.ofEntries(
          Map.entry("L", "latency of the wire"),
          Map.entry("o", "CPU time for a message, at either end"),
          Map.entry("g", "time between messages of one interface"),
          Map.entry("G", "time for each byte, 1 / bandwidth"),
          Map.entry("O", "CPU time for each byte"),
          Map.entry("S", "largest message that does not wait for its receiver"),
          Map.entry("cpuRatio", "speed of a core relative to the traced one"),
          Map.entry("latency", "time of the first byte of a message"),
          Map.entry("bandwidth", "bytes of a message per second"),
          Map.entry("intraLatency", "latency within a node"),
          Map.entry("intraBandwidth", "bandwidth within a node"),
          Map.entry("sendOverhead", "CPU time of a blocking send"),
          Map.entry("isendOverhead", "CPU time of a non-blocking send"),
          Map.entry("receiveOverhead", "CPU time of a receive"),
          Map.entry("messageGap", "time between messages of one interface"),
          Map.entry("streamBandwidth", "bytes per second from and to the memory of a node"));

  private ParameterWords() {}

  /** What a parameter means; empty where its name says it, or is not known. */
  static String of(String name) {
    String own = name.substring(name.lastIndexOf('.') + 1);
    return MEANINGS.getOrDefault(own, "");
  }

  /** The same behind a name. */
  static String inBrackets(String name) {
    String meaning = of(name);
    return meaning.isEmpty() ? "" : " (" + meaning + ")";
  }

  /** Names and meanings of those that have one. */
  static String of(Collection<String> names) {
    return names.stream()
        .filter(name -> !of(name).isEmpty())
        .map(name -> name + ": " + of(name))
        .collect(Collectors.joining("; "));
  }
}
