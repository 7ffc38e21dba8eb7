package org.foretell.model;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.foretell.time.Quantity;

/** What reports say of figures: the one place in which figures become words. */
public final class FigureText {
  private FigureText() {}

  /**
   * {@return the values of figures by name, in their order}
   *
   * @param figures those of a model
   */
  public static Map<String, String> of(Collection<Figure> figures) {
    Map<String, String> texts = new LinkedHashMap<>();
    figures.forEach(figure -> texts.put(figure.name(), of(figure)));
    return texts;
  }

  /**
   * {@return the values that the parameters of a model have, by name}
   *
   * @param provider of the model
   * @param context machine, placement and what the user gave
   */
  public static Map<String, String> of(ModelProvider provider, ModelContext context) {
    return of(provider.effective(context));
  }

  /**
   * {@return a value as it would be written, followed by where it comes from in parentheses unless
   * the user gave it, {@code "6.5us (machine)"}}
   *
   * @param figure any
   */
  public static String of(Figure figure) {
    String value = figure.value().text();
    String origin = figure.origin().words();
    return origin.isEmpty() ? value : value + " (" + origin + ")";
  }

  static String time(long ps) {
    if (ps == 0) {
      return "0us";
    }
    if (ps >= 1_000_000_000_000L) {
      return decimal(BigDecimal.valueOf(ps, 12)) + "s";
    }
    if (ps >= 1_000_000_000L) {
      return decimal(BigDecimal.valueOf(ps, 9)) + "ms";
    }
    if (ps >= 1_000_000L) {
      return decimal(BigDecimal.valueOf(ps, 6)) + "us";
    }
    return ps >= 1_000L ? decimal(BigDecimal.valueOf(ps, 3)) + "ns" : ps + "ps";
  }

  static String bytes(long bytes) {
    if (bytes == Long.MAX_VALUE) {
      return Quantity.UNLIMITED;
    }
    if (bytes >= 1 << 20 && bytes % (1 << 20) == 0) {
      return (bytes >> 20) + "MiB";
    }
    return bytes >= 1 << 10 && bytes % (1 << 10) == 0 ? (bytes >> 10) + "KiB" : bytes + "B";
  }

  static String bytesPerSecond(double bytesPerSecond) {
    if (Double.isInfinite(bytesPerSecond)) {
      return Quantity.UNLIMITED;
    }
    BigDecimal exact = BigDecimal.valueOf(bytesPerSecond);
    if (bytesPerSecond >= 1e9) {
      return decimal(exact.movePointLeft(9)) + "GB/s";
    }
    return bytesPerSecond >= 1e6
        ? decimal(exact.movePointLeft(6)) + "MB/s"
        : decimal(exact) + "B/s";
  }

  static String psPerByte(double psPerByte) {
    return decimal(BigDecimal.valueOf(psPerByte).movePointLeft(3)) + "ns/B";
  }

  static String decimal(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }
}
