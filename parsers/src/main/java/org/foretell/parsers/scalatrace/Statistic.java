package org.foretell.parsers.scalatrace;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.foretell.trace.DurationHistogram.Bin;

/**
 * A histogram of times or instructions under the signature of the call before.
 *
 * @param line where it stands
 * @param signature of the record that the rank executed before
 * @param count how many values, the sum over the bins
 * @param bins those that are not empty, in millionths of the unit that the file has: times in
 *     picoseconds
 */
record Statistic(Line line, String signature, long count, List<Bin> bins) {
  /** What a file's times and instructions are read in: millionths. */
  private static final BigDecimal UNIT = BigDecimal.valueOf(1_000_000);

  /** How much means are off where they were rounded to two decimals. */
  private static final long ROUNDING = 10_000;

  /** Reads the text after {@code COMP 4b-0:}. The average of the header is biased, and not used. */
  static Statistic read(Line line) {
    String what = "the signature of the call before, NULL if there is none";
    if (line.sees("(")) {
      throw line.expected(what);
    }
    String signature = line.word(what);
    line.take("(");
    long count = line.integer("a number of values", 10, 0, Integer.MAX_VALUE);
    line.decimal("an average", UNIT);
    line.integer("the rank of the least");
    line.decimal("the least", UNIT);
    line.integer("the rank of the most");
    line.decimal("the most", UNIT);
    line.take(")");
    List<Bin> bins = new ArrayList<>();
    long sum = 0;
    while (line.hasMore()) {
      line.take("{");
      line.decimal("the start of a bin", UNIT);
      long min = line.decimal("the least of a bin", UNIT);
      long mean = line.decimal("the average of a bin", UNIT);
      long max = line.decimal("the most of a bin", UNIT);
      line.decimal("the end of a bin", UNIT);
      int values = line.integer("the number of values in a bin", 10, 0, Integer.MAX_VALUE);
      line.take("}");
      sum += values;
      if (values > 0) {
        if (min > max || mean < min - ROUNDING || mean > max + ROUNDING) {
          throw line.error(
              "expected a bin whose average is between its least and its most value, found others");
        }
        bins.add(new Bin(values, min, Math.max(min, Math.min(mean, max)), max));
      }
    }
    if (sum != count) {
      throw line.error(
          "expected bins with the " + count + " values that the header states, found " + sum);
    }
    return new Statistic(line, signature, count, bins);
  }

  /** Sum of all values, in the unit of the bins. */
  double sum() {
    double sum = 0;
    for (Bin bin : bins) {
      sum += (double) bin.count() * bin.meanPs();
    }
    return sum;
  }
}
