package org.foretell.machines.json;

import static org.foretell.machines.json.BusLinksJson.bandwidth;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.foretell.machine.InterfaceFigures;
import org.foretell.machine.InterfaceFigures.Binding;
import org.foretell.time.Quantity;

/** Reads and writes what {@code network} says of the interfaces of nodes. */
public final class InterfacesSection {
  private static final String MESSAGE_RATE = "messageRate";
  private static final String RANK_BANDWIDTH = "rankBandwidth";
  private static final String BINDING = "nicBinding";
  private static final String STRIPE_THRESHOLD = "stripeThreshold";
  private static final Pattern BINDINGS = Pattern.compile("cyclic|block");

  private InterfacesSection() {}

  static InterfaceFigures read(FileFields network, FigureSources sources) {
    for (String field : List.of(MESSAGE_RATE, RANK_BANDWIDTH, BINDING, STRIPE_THRESHOLD)) {
      sources.figure("network." + field, network.has(field));
    }
    Optional<Binding> binding =
        network
            .optionalText(BINDING, BINDINGS, "\"cyclic\" or \"block\"")
            .filter(word -> BINDINGS.matcher(word).matches())
            .map(word -> Binding.valueOf(word.toUpperCase(Locale.ROOT)));
    return new InterfaceFigures(
        network.optionalMessagesPerSecond(MESSAGE_RATE),
        network.optionalBytesPerSecond(RANK_BANDWIDTH),
        binding,
        network.optionalBytes(STRIPE_THRESHOLD));
  }

  /** {@return the fields of what is stated} */
  public static Map<String, Object> json(InterfaceFigures figures) {
    Map<String, Object> json = new LinkedHashMap<>();
    figures.messagesPerSecond().ifPresent(rate -> json.put(MESSAGE_RATE, messageRate(rate)));
    figures.rankBytesPerSecond().ifPresent(rate -> json.put(RANK_BANDWIDTH, bandwidth(rate)));
    figures
        .binding()
        .ifPresent(binding -> json.put(BINDING, binding.name().toLowerCase(Locale.ROOT)));
    figures
        .stripeThresholdBytes()
        .ifPresent(
            bytes ->
                json.put(
                    STRIPE_THRESHOLD, bytes == Long.MAX_VALUE ? Quantity.UNLIMITED : bytes + "B"));
    return json;
  }

  private static String messageRate(double rate) {
    return Double.isInfinite(rate) ? Quantity.UNLIMITED : rate + "msg/s";
  }
}
