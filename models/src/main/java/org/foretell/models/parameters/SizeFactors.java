package org.foretell.models.parameters;

import java.util.ArrayList;
import java.util.List;
import org.foretell.model.FigureValue;
import org.foretell.model.ParameterException;
import org.foretell.model.ParameterSpec;
import org.foretell.model.ParameterSpec.Kind;
import org.foretell.time.Ps;

/**
 * A factor for each range of message sizes, as SimGrid writes it: {@code
 * "65472:0.94;1426:0.6;0:0.81"}. A factor holds for sizes above its threshold, the one at 0 for all
 * sizes below the next.
 */
public final class SizeFactors {
  /** The factor 1 for all sizes. */
  public static final SizeFactors ONE = new SizeFactors(new long[] {0}, new double[] {1});

  /** Ascending. */
  private final long[] thresholds;

  private final double[] factors;

  private SizeFactors(long[] thresholds, double[] factors) {
    this.thresholds = thresholds;
    this.factors = factors;
  }

  /**
   * Creates a parameter with a table of factors, by default 1 for all sizes.
   *
   * @param name as in {@code -P name=value}
   * @param meaning one sentence
   * @return the parameter
   */
  public static Parameter<SizeFactors> parameter(String name, String meaning) {
    return parameter(name, "", meaning).or(ONE);
  }

  /**
   * Creates a parameter with a table of factors, whose default depends on another value.
   *
   * @param name as in {@code -P name=value}
   * @param defaultText description of the default
   * @param meaning one sentence
   * @return the parameter
   */
  public static Parameter<SizeFactors> parameter(String name, String defaultText, String meaning) {
    return Parameter.of(
        new ParameterSpec(name, Kind.TABLE, defaultText, meaning),
        SizeFactors::parse,
        table -> new FigureValue.Table(table.toString()),
        ONE);
  }

  /**
   * Reads a table.
   *
   * @param text pairs of a size in bytes and a factor, {@code "65536:0.94;0:0.81"}
   * @return the table
   * @throws ParameterException if the text is not a table
   */
  public static SizeFactors parse(String text) {
    record Entry(long threshold, double factor) {}
    List<Entry> entries = new ArrayList<>();
    for (String part : text.strip().split(";", -1)) {
      String[] sides = part.split(":", -1);
      try {
        if (sides.length != 2) {
          throw new NumberFormatException();
        }
        Entry entry =
            new Entry(Long.parseLong(sides[0].strip()), Double.parseDouble(sides[1].strip()));
        if (entry.threshold < 0 || !(entry.factor > 0) || Double.isInfinite(entry.factor)) {
          throw new NumberFormatException();
        }
        entries.add(entry);
      } catch (NumberFormatException wrong) {
        throw new ParameterException(
            "\""
                + part
                + "\" is not an entry of a table of factors; write bytes, a colon and a factor"
                + " above 0, entries separated by semicolons: \"65536:0.94;0:0.81\"");
      }
    }
    entries.sort((a, b) -> Long.compare(a.threshold, b.threshold));
    for (int i = 0; i < entries.size(); i++) {
      if (i == 0
          ? entries.get(0).threshold != 0
          : entries.get(i).threshold == entries.get(i - 1).threshold) {
        throw new ParameterException(
            "\"" + text + "\" needs one entry for 0 bytes, and no size twice");
      }
    }
    return new SizeFactors(
        entries.stream().mapToLong(Entry::threshold).toArray(),
        entries.stream().mapToDouble(Entry::factor).toArray());
  }

  /**
   * {@return the factor for a message}
   *
   * @param bytes its size, at least 0
   */
  public double of(long bytes) {
    int i = factors.length - 1;
    while (i > 0 && bytes <= thresholds[i]) {
      i--;
    }
    return factors[i];
  }

  /**
   * {@return a time, multiplied by the factor for a message, picoseconds; unchanged without
   * factors}
   *
   * @param spanPs at least 0
   * @param bytes size of the message, at least 0
   */
  public long scale(long spanPs, long bytes) {
    return this == ONE ? spanPs : Ps.scale(spanPs, of(bytes));
  }

  /** {@return how many ranges of sizes there are, at least 1} */
  int ranges() {
    return factors.length;
  }

  /**
   * {@return the smallest size of a range}
   *
   * @param range from 0, by size
   */
  long smallestBytes(int range) {
    return range == 0 ? 0 : thresholds[range] + 1;
  }

  /** {@return the smallest factor} */
  public double least() {
    double least = factors[0];
    for (double factor : factors) {
      least = Math.min(least, factor);
    }
    return least;
  }

  /** Returns the text that a user would write. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = factors.length - 1; i >= 0; i--) {
      text.append(thresholds[i]).append(':').append(factors[i]).append(i == 0 ? "" : ";");
    }
    return text.toString();
  }
}
