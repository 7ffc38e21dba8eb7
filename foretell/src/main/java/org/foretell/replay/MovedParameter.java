package org.foretell.replay;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.foretell.model.ParameterSpec.Kind;
import org.foretell.time.Quantity;

/**
 * A parameter of a model in a context, with its value taken apart.
 *
 * @param name as in {@code -P name=value}
 * @param value as written, without where it comes from
 * @param origin where it comes from; empty if the user gave it
 */
record MovedParameter(String name, Kind kind, String value, String origin) {
  private static final double PS_PER_SECOND = 1e12;

  /** Reads what a provider says of a parameter: its value, and the origin in parentheses. */
  static MovedParameter of(String name, Kind kind, String described) {
    int parenthesis = described.indexOf(" (");
    return parenthesis < 0
        ? new MovedParameter(name, kind, described, "")
        : new MovedParameter(
            name,
            kind,
            described.substring(0, parenthesis),
            described.substring(parenthesis + 2, described.length() - 1));
  }

  /** Whether others say what it is as long as nobody gives it. */
  boolean isDerived() {
    return origin.startsWith("derived");
  }

  /** Whether parts of the machine have values of their own, and this is that of the first. */
  boolean isOfFirst() {
    return origin.contains("first");
  }

  /** The same of a time or a bandwidth; that of the first may be 0 or unlimited. */
  boolean isSpeedOfFirst() {
    return isOfFirst() && (kind == Kind.TIME || kind == Kind.BYTES_PER_SECOND);
  }

  /** Whether it is a number that may be moved by any amount. */
  boolean isContinuous() {
    return switch (kind) {
      case TIME, BYTES_PER_SECOND, TIME_PER_BYTE, NUMBER -> {
        double number = number();
        yield number > 0 && !Double.isInfinite(number);
      }
      case BYTES, COUNT, WORD, TABLE -> false;
    };
  }

  /** In {@link #unit}; infinite for no limit. */
  double number() {
    return switch (kind) {
      case TIME -> Quantity.parseTimePs(value) / PS_PER_SECOND;
      case BYTES_PER_SECOND -> Quantity.parseBytesPerSecond(value);
      case TIME_PER_BYTE -> Quantity.parsePsPerByte(value) / PS_PER_SECOND;
      case NUMBER, COUNT -> Double.parseDouble(value);
      case BYTES -> Quantity.parseBytes(value);
      case WORD, TABLE -> throw new IllegalStateException(name + " is no number");
    };
  }

  String unit() {
    return switch (kind) {
      case TIME -> "s";
      case BYTES_PER_SECOND -> "B/s";
      case TIME_PER_BYTE -> "s/B";
      case BYTES -> "B";
      case NUMBER, COUNT, WORD, TABLE -> "1";
    };
  }

  boolean isLargerSlower() {
    return kind != Kind.BYTES_PER_SECOND;
  }

  /** So many times the value, as it would be written. */
  String times(double factor) {
    return switch (kind) {
      case TIME -> Math.round(Quantity.parseTimePs(value) * factor) + "ps";
      case BYTES_PER_SECOND -> plain(Quantity.parseBytesPerSecond(value) * factor) + "B/s";
      case TIME_PER_BYTE ->
          BigDecimal.valueOf(Quantity.parsePsPerByte(value) * factor)
                  .movePointLeft(3)
                  .toPlainString()
              + "ns/B";
      case NUMBER -> plain(number() * factor);
      case BYTES -> Math.round(Quantity.parseBytes(value) * factor) + "B";
      case COUNT, WORD, TABLE -> throw new IllegalStateException(name + " does not move");
    };
  }

  private static String plain(double number) {
    return BigDecimal.valueOf(number).toPlainString();
  }

  /** The parameters that a context has, with another value of this one. */
  Map<String, String> with(Map<String, String> parameters, String other) {
    Map<String, String> all = new LinkedHashMap<>(parameters);
    all.put(name, other);
    return all;
  }
}
