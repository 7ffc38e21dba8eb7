package org.foretell.generators.program;

import static org.foretell.trace.OpField.*;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.foretell.generators.program.duration.BurstTimes;
import org.foretell.generators.program.duration.Quantiles;
import org.foretell.generators.program.layout.Piece;
import org.foretell.generators.program.tree.Node;
import org.foretell.generators.program.value.CText;
import org.foretell.generators.program.value.Tables;
import org.foretell.generators.program.value.ValueCode;
import org.foretell.trace.DurationHistogram;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceTables;
import org.foretell.trace.Values;

/** Bursts, and calls that only take time, as calls of the program's clockwork. */
final class BurstCode {
  /** Equally likely factors that a distribution is made of, unless it has fewer durations. */
  private static final int FACTORS = 8;

  /** The most factors, all of which a place of so few executions draws: {@code draw_of} in C. */
  private static final int MOST_FACTORS = 16;

  private static final double FACTOR_UNIT = 1e3;

  /** Bursts that differ less are taken as equal: programs are not measured more exactly. */
  private static final double EQUAL = 0.02;

  private static final long EQUAL_PS = 50_000;

  private static final List<String> UNITS = List.of("ns", "us", "ms", "s");

  private final ProgramOptions.Compute compute;
  private final BurstTimes times;
  private final TraceTables tables;
  private final ValueCode values;

  /** Numbers of places that draw, by call site and how many of it the program had before. */
  private final Map<List<Long>, Integer> places = new HashMap<>();

  private final Map<Long, Long> ofSite = new HashMap<>();

  BurstCode(
      ProgramOptions.Compute compute, BurstTimes times, TraceTables tables, ValueCode values) {
    this.compute = compute;
    this.times = times;
    this.tables = tables;
    this.values = values;
  }

  /** What follows is of another program, whose places are those of the programs before it. */
  void beginProgram() {
    ofSite.clear();
  }

  /**
   * The number of a place, by which it draws: the same in all programs, so that their ranks draw
   * alike there.
   */
  private int place(Node.Statement s) {
    long site = s.isConstant(CALL_SITE) ? s.constant(CALL_SITE) : OpView.NONE;
    List<Long> place = List.of(site, ofSite.merge(site, 1L, Long::sum));
    return places.computeIfAbsent(place, p -> places.size());
  }

  /**
   * A statement that takes as long as the op.
   *
   * @param written data that it writes, as the first arguments of a call in C; empty for none
   */
  Piece of(Node.Statement s, RankSet by, String written) {
    int at = place(s);
    String call = call(s, written);
    String text = text(s, by, at, call);
    if (s.burst() < 0 && s.isConstant(HISTOGRAM) && s.constant(HISTOGRAM) != OpView.NONE) {
      DurationHistogram histogram = tables.histograms().get((int) s.constant(HISTOGRAM));
      double[] factors = Quantiles.meansOf(histogram, FACTORS);
      List<Long> durations =
          Arrays.stream(factors).mapToObj(f -> Math.round(f * histogram.meanPs())).toList();
      return new Piece.Burst(text, call, at, durations);
    } else if (s.burst() < 0 && s.isConstant(DURATION_PS)) {
      return new Piece.Burst(text, call, 0, Collections.nCopies(FACTORS, s.constant(DURATION_PS)));
    }
    return new Piece.Line(text);
  }

  /**
   * A statement that draws from the distribution of the rank's group.
   *
   * @param bursts by groups
   * @param groups how many there are
   */
  static String byGroup(Map<Integer, Piece.Burst> bursts, int groups, Tables lists) {
    long[] durations = new long[groups * FACTORS];
    long least = Long.MAX_VALUE;
    long most = 0;
    for (Map.Entry<Integer, Piece.Burst> burst : bursts.entrySet()) {
      long sum = 0;
      for (int i = 0; i < FACTORS; i++) {
        long duration = burst.getValue().equallyLikelyPs().get(i);
        durations[burst.getKey() * FACTORS + i] = duration;
        sum += duration;
      }
      least = Math.min(least, sum / FACTORS);
      most = Math.max(most, sum / FACTORS);
    }
    return String.format(
        Locale.ROOT,
        "%sdrawn_by_group(%d, %s));%s",
        bursts.values().iterator().next().call(),
        bursts.values().stream().mapToInt(Piece.Burst::at).max().orElse(0),
        lists.of(durations),
        "  /* " + (most - least <= EQUAL_PS ? time(least) : range(least, most)) + " */");
  }

  /** A call up to the argument that is the duration. */
  private static String call(Node.Statement s, String written) {
    if (s.code() != OpCode.COMPUTE) {
      return "elapse(";
    }
    return written.isEmpty() ? "burst(" : "burst_writing(" + written + ", ";
  }

  private String text(Node.Statement s, RankSet by, int at, String call) {
    if (s.burst() >= 0) {
      return recorded(call, times.place(s.burst()), by, at);
    } else if (s.isConstant(HISTOGRAM) && s.constant(HISTOGRAM) != OpView.NONE) {
      DurationHistogram histogram = tables.histograms().get((int) s.constant(HISTOGRAM));
      long mean = histogram.meanPs();
      double[] factors = Quantiles.meansOf(histogram, FACTORS);
      return timed(call, CText.number(mean), at, factors, time(mean));
    }
    String duration = values.scalar(s.values(DURATION_PS), by);
    String comment = s.isConstant(DURATION_PS) ? time(s.constant(DURATION_PS)) : "";
    return timed(call, duration, at, new double[0], comment);
  }

  private String recorded(String call, BurstTimes.Place place, RankSet by, int at) {
    if (compute == ProgramOptions.Compute.EXACT) {
      return call + "recorded());  /* " + time(place.meanPs()) + " on average */";
    }
    int[] ranks = by.toArray();
    long[] means = Arrays.stream(ranks).mapToLong(place::meanPs).toArray();
    long least = Arrays.stream(means).min().orElse(0);
    long most = Arrays.stream(means).max().orElse(0);
    boolean isOne = most - least <= Math.max(EQUAL_PS, EQUAL * most);
    String mean =
        isOne ? CText.number(place.meanPs()) : values.scalar(new Values.PerRank(means), by);
    String comment = isOne ? time(place.meanPs()) : range(least, most);
    double[] factors =
        compute == ProgramOptions.Compute.SAMPLED
            ? place.factors(factors(place.executions()))
            : new double[0];
    return timed(call, mean, at, factors, comment);
  }

  /**
   * As many factors as there are executions where these are few, so that none is left out; else the
   * number of which a multiple comes closest to them from below.
   */
  private static int factors(long executions) {
    if (executions <= MOST_FACTORS) {
      return (int) Math.max(1, executions);
    }
    int best = FACTORS;
    for (int n = FACTORS + 1; n <= MOST_FACTORS && executions < FACTORS * MOST_FACTORS; n++) {
      best = executions % n < executions % best ? n : best;
    }
    return best;
  }

  private String timed(String call, String mean, int at, double[] factors, String comment) {
    double least = Arrays.stream(factors).min().orElse(1);
    double most = Arrays.stream(factors).max().orElse(1);
    String shown = comment.isEmpty() ? "" : "  /* " + comment + " */";
    if (most - least <= EQUAL) {
      return call + mean + ");" + shown;
    }
    String thousandths =
        Arrays.stream(factors)
            .mapToObj(f -> Long.toString(Math.round(f * FACTOR_UNIT)))
            .collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT, "%sdrawn(%d, %s, %s));%s", call, at, mean, thousandths, shown);
  }

  /** Both with the unit of the greater, if the smaller is no less than a thousandth of it. */
  private static String range(long leastPs, long mostPs) {
    String most = time(mostPs, mostPs, 3);
    if (leastPs == 0) {
      return "0 to " + most;
    }
    String least =
        leastPs >= mostPs / 1_000 ? number(leastPs, mostPs, 3) : time(leastPs, leastPs, 3);
    return least + " to " + most;
  }

  private static String time(long ps) {
    return time(ps, ps, 4);
  }

  private static String time(long ps, long like, int digits) {
    return number(ps, like, digits) + " " + UNITS.get(unit(like));
  }

  private static String number(long ps, long like, int digits) {
    return String.format(Locale.ROOT, "%." + digits + "g", ps / Math.pow(1e3, unit(like) + 1.0));
  }

  /** Nanoseconds for what is below a microsecond, and so on. */
  private static int unit(long ps) {
    int unit = 0;
    for (long rest = ps / 1_000_000; rest > 0 && unit < UNITS.size() - 1; rest /= 1_000) {
      unit++;
    }
    return unit;
  }
}
