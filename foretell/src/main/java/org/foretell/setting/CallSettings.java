package org.foretell.setting;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.foretell.machines.findings.NearestName;
import org.foretell.model.CallCosts;
import org.foretell.model.CallCosts.SizedTime;
import org.foretell.model.ParameterException;
import org.foretell.time.Quantity;
import org.foretell.time.QuantityException;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/**
 * Settings that state what calls of the MPI library cost beside their messages: {@code calls.put},
 * {@code calls.allreduce}. A value has a time for each range of sizes, {@code
 * "65536:3us+0.05ns/B;0:2.7us"}: each holds for sizes above its own, the one at 0 for all others.
 */
final class CallSettings {
  /** What names of settings begin with, on the command line and in machine files. */
  static final String PREFIX = "calls.";

  private static final Map<String, OpCode> CALLS =
      Arrays.stream(OpCode.values())
          .filter(CallCosts::hasCost)
          .collect(
              Collectors.toMap(
                  code -> code.name().toLowerCase(Locale.ROOT),
                  code -> code,
                  (one, other) -> one,
                  LinkedHashMap::new));

  private CallSettings() {}

  /** Whether a setting states the cost of a call. */
  static boolean knows(String setting) {
    return setting.startsWith(PREFIX) && CALLS.containsKey(setting.substring(PREFIX.length()));
  }

  /** What is wrong with a name that begins like these; null if nothing is. */
  static @Nullable String unknown(String setting) {
    if (!setting.startsWith(PREFIX) || knows(setting)) {
      return null;
    }
    String call = setting.substring(PREFIX.length());
    return "there is no call \""
        + call
        + "\" whose cost can be stated; "
        + NearestName.of(call, List.copyOf(CALLS.keySet()))
            .map(near -> "did you mean " + near + "? ")
            .orElse("")
        + "there are collectives, as allreduce, and ops on windows, as put";
  }

  /**
   * The costs that settings state; other settings are passed over.
   *
   * @throws ParameterException if a value is wrong
   */
  static Map<OpCode, List<SizedTime>> of(Map<String, String> settings) {
    Map<OpCode, List<SizedTime>> times = new EnumMap<>(OpCode.class);
    CALLS.forEach(
        (call, code) -> {
          String value = settings.get(PREFIX + call);
          if (value != null) {
            times.put(code, parse(PREFIX + call, value));
          }
        });
    return times;
  }

  /** The calls that cost time, for the report, with the machine as origin of its own. */
  static String described(Map<String, String> given, Map<String, String> ofMachine) {
    return CALLS.keySet().stream()
        .filter(call -> given.containsKey(PREFIX + call) || ofMachine.containsKey(PREFIX + call))
        .map(call -> given.containsKey(PREFIX + call) ? call : call + " (machine)")
        .collect(Collectors.joining(", "));
  }

  /**
   * Reads a value.
   *
   * @param name of the setting, for the message
   * @throws ParameterException if it is not one
   */
  static List<SizedTime> parse(String name, String value) {
    List<SizedTime> times = new ArrayList<>();
    for (String part : value.strip().split(";", -1)) {
      times.add(entry(name, part.strip()));
    }
    times.sort(Comparator.comparingLong(SizedTime::aboveBytes));
    boolean ascends = times.get(0).aboveBytes() == 0;
    for (int i = 1; i < times.size(); i++) {
      ascends &= times.get(i).aboveBytes() > times.get(i - 1).aboveBytes();
    }
    if (!ascends) {
      throw new ParameterException(
          name + ": \"" + value + "\" needs one entry for 0 bytes, and no size twice");
    }
    return times;
  }

  private static SizedTime entry(String name, String part) {
    String[] sides = part.split(":", -1);
    try {
      if (sides.length == 2) {
        String[] terms = sides[1].split("\\+", -1);
        if (terms.length <= 2) {
          return new SizedTime(
              Long.parseLong(sides[0].strip()),
              Quantity.parseTimePs(terms[0].strip()),
              terms.length == 1 ? 0 : Quantity.parsePsPerByte(terms[1].strip()));
        }
      }
    } catch (IllegalArgumentException | QuantityException wrong) {
      throw wrong(name, part, wrong);
    }
    throw wrong(name, part, null);
  }

  private static ParameterException wrong(
      String name, String part, @Nullable RuntimeException cause) {
    ParameterException wrong =
        new ParameterException(
            name
                + ": \""
                + part
                + "\" is not a time for a range of sizes; write bytes, a colon, a time and, if it"
                + " grows with the size, a time per byte, entries separated by semicolons:"
                + " \"65536:3us+0.05ns/B;0:2.7us\"");
    if (cause != null) {
      wrong.initCause(cause);
    }
    return wrong;
  }
}
