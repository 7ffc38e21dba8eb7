package org.foretell.generators.program;

import static org.foretell.trace.OpField.*;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.foretell.generators.program.duration.BurstTimes;
import org.foretell.generators.program.duration.Quantiles;
import org.foretell.generators.program.tree.Node;
import org.foretell.generators.program.value.CText;
import org.foretell.generators.program.value.ValueCode;
import org.foretell.trace.DurationHistogram;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceTables;
import org.foretell.trace.Values;

/** Bursts, and calls that only take time, as calls of the program's clockwork. */
final class BurstCode {
  /** Equally likely factors that a distribution is made of. */
  private static final int FACTORS = 8;

  private static final double FACTOR_UNIT = 1e3;

  /** Bursts that differ less are taken for equal: nobody measures a program better. */
  private static final double EQUAL = 0.02;

  private static final long EQUAL_PS = 50_000;

  private final ProgramOptions.Compute compute;
  private final BurstTimes times;
  private final TraceTables tables;
  private final ValueCode values;

  BurstCode(
      ProgramOptions.Compute compute, BurstTimes times, TraceTables tables, ValueCode values) {
    this.compute = compute;
    this.times = times;
    this.tables = tables;
    this.values = values;
  }

  /** A statement that takes as long as the op. */
  String of(Node.Statement s, RankSet by) {
    String function = s.code() == OpCode.COMPUTE ? "burst" : "elapse";
    if (s.burst() >= 0) {
      return recorded(function, times.place(s.burst()), by);
    } else if (s.isConstant(HISTOGRAM) && s.constant(HISTOGRAM) != OpView.NONE) {
      DurationHistogram histogram = tables.histograms().get((int) s.constant(HISTOGRAM));
      long mean = histogram.meanPs();
      return timed(function, CText.number(mean), Quantiles.meansOf(histogram, FACTORS), time(mean));
    }
    String duration = values.scalar(s.values(DURATION_PS), by);
    String comment = s.isConstant(DURATION_PS) ? time(s.constant(DURATION_PS)) : "";
    return timed(function, duration, new double[0], comment);
  }

  private String recorded(String function, BurstTimes.Place place, RankSet by) {
    if (compute == ProgramOptions.Compute.EXACT) {
      return function + "(recorded());  /* " + time(place.meanPs()) + " on average */";
    }
    int[] ranks = by.toArray();
    long[] means = Arrays.stream(ranks).mapToLong(place::meanPs).toArray();
    long least = Arrays.stream(means).min().orElse(0);
    long most = Arrays.stream(means).max().orElse(0);
    boolean isOne = most - least <= Math.max(EQUAL_PS, EQUAL * most);
    String mean =
        isOne ? CText.number(place.meanPs()) : values.scalar(new Values.PerRank(means), by);
    String comment = isOne ? time(place.meanPs()) : time(least) + " to " + time(most);
    double[] factors =
        compute == ProgramOptions.Compute.SAMPLED ? place.factors(FACTORS) : new double[0];
    return timed(function, mean, factors, comment);
  }

  private String timed(String function, String mean, double[] factors, String comment) {
    double least = Arrays.stream(factors).min().orElse(1);
    double most = Arrays.stream(factors).max().orElse(1);
    String shown = comment.isEmpty() ? "" : "  /* " + comment + " */";
    if (most - least <= EQUAL) {
      return function + "(" + mean + ");" + shown;
    }
    String thousandths =
        Arrays.stream(factors)
            .mapToObj(f -> Long.toString(Math.round(f * FACTOR_UNIT)))
            .collect(Collectors.joining(", "));
    return String.format("%s(drawn(%s, %s));%s", function, mean, thousandths, shown);
  }

  private static String time(long ps) {
    if (ps < 1_000_000L) {
      return String.format(Locale.ROOT, "%.4g ns", ps / 1e3);
    } else if (ps < 1_000_000_000L) {
      return String.format(Locale.ROOT, "%.4g us", ps / 1e6);
    } else if (ps < 1_000_000_000_000L) {
      return String.format(Locale.ROOT, "%.4g ms", ps / 1e9);
    }
    return String.format(Locale.ROOT, "%.4g s", ps / 1e12);
  }
}
