package org.foretell.energy;

import java.util.Arrays;
import org.foretell.observe.SimObserver;
import org.foretell.report.PowerProfile;
import org.foretell.trace.OpCode;

/**
 * How many cores compute over time, by group of nodes. The length of the run is not known before
 * its end, so spans become twice as long whenever they no longer reach. Observing a burst costs a
 * few nanoseconds; memory is 4 KiB for each group and 8 bytes for each rank. For one simulation,
 * and used by one thread at a time.
 */
public final class CoreActivity implements SimObserver {
  /** Spans at most; at least half as many for runs of more than 135 us. */
  private static final int SPANS = 256;

  private static final int FIRST_SPAN_SHIFT = 20;
  private static final int MOST_SHIFT = Long.SIZE - 1;

  private final PowerDraw draw;
  private final Spans[] groups;

  /** Until when a rank is known to compute; only streams of a task graph overlap. */
  private final long[] computesUntilPs;

  /** The length of a span is 2 to this power, in picoseconds. */
  private int shift = FIRST_SPAN_SHIFT;

  /** Time of cores in spans: of some a part is covered, of others all, by any number of cores. */
  private static final class Spans {
    private final double[] partPs = new double[SPANS];

    /** The cores that cover a span wholly, as a change from the span before. */
    private final double[] wholeChange = new double[SPANS + 1];

    void add(double cores, long startPs, long endPs, int shift) {
      int first = (int) (startPs >> shift);
      int last = (int) (endPs >> shift);
      if (first == last) {
        partPs[first] += cores * (endPs - startPs);
        return;
      }
      partPs[first] += cores * (((first + 1L) << shift) - startPs);
      wholeChange[first + 1] += cores;
      wholeChange[last] -= cores;
      if (last < SPANS) {
        partPs[last] += cores * (endPs - ((long) last << shift));
      }
    }

    double[] allPs(int spans, int shift) {
      double[] all = new double[spans];
      double whole = 0;
      for (int span = 0; span < spans; span++) {
        whole += wholeChange[span];
        all[span] = partPs[span] + whole * (1L << shift);
      }
      return all;
    }

    /** Joins each two spans; their length is that of before. */
    void halve(int shift) {
      double[] all = allPs(SPANS, shift);
      Arrays.fill(partPs, 0);
      Arrays.fill(wholeChange, 0);
      for (int span = 0; span < SPANS; span++) {
        partPs[span / 2] += all[span];
      }
    }
  }

  /**
   * Creates an observer.
   *
   * @param draw knows the groups of the ranks
   */
  public CoreActivity(PowerDraw draw) {
    this.draw = draw;
    groups = new Spans[draw.groups()];
    Arrays.setAll(groups, group -> new Spans());
    computesUntilPs = new long[draw.ranks()];
  }

  @Override
  public void compute(int rank, OpCode code, int callSite, long startPs, long endPs) {
    long known = computesUntilPs[rank];
    if (endPs <= known) {
      return;
    }
    computesUntilPs[rank] = endPs;
    reach(endPs);
    groups[draw.group(rank)].add(draw.coresOfRank(rank), Math.max(startPs, known), endPs, shift);
  }

  private void reach(long endPs) {
    while (shift < MOST_SHIFT && (endPs >> shift) >= SPANS) {
      for (Spans group : groups) {
        group.halve(shift);
      }
      shift++;
    }
  }

  /** {@return the length of each span so far, picoseconds} */
  long spanPs() {
    return 1L << shift;
  }

  /**
   * {@return the number of spans until a time, which may make spans longer}
   *
   * @param endPs the end of the run
   */
  int spans(long endPs) {
    reach(endPs);
    return (int) ((endPs + spanPs() - 1) >> shift);
  }

  /** {@return the time of all cores of a group in bursts, by span} */
  double[] busyPs(int group, int spans) {
    return groups[group].allPs(spans, shift);
  }

  private double[] alivePs(int group, CoreTimes times, int spans) {
    Spans alive = new Spans();
    for (int rank = 0; rank < draw.ranks(); rank++) {
      if (draw.group(rank) == group) {
        alive.add(draw.coresOfRank(rank), 0, times.finishPs(rank), shift);
      }
    }
    return alive.allPs(spans, shift);
  }

  /**
   * {@return the power of a run over time}
   *
   * @param times of its ranks
   * @param clock of all cores, relative to the nominal one
   */
  public PowerProfile profile(CoreTimes times, double clock) {
    long endPs = times.makespanPs();
    int spans = spans(endPs);
    double[] watts = new double[spans];
    Arrays.fill(watts, draw.idleWatts());
    for (int group = 0; group < groups.length; group++) {
      double[] busyPs = busyPs(group, spans);
      double[] alivePs = alivePs(group, times, spans);
      for (int span = 0; span < spans; span++) {
        double lengthPs = (double) Math.min(spanPs(), endPs - span * spanPs());
        watts[span] +=
            draw.aboveIdleWatts(
                group, busyPs[span] / lengthPs, (alivePs[span] - busyPs[span]) / lengthPs, clock);
      }
    }
    return new PowerProfile(spanPs(), Arrays.stream(watts).boxed().toList());
  }
}
