package org.foretell.structure.cluster.signature;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.foretell.structure.cluster.values.Executions;
import org.foretell.trace.Capability;
import org.foretell.trace.Communicator;
import org.foretell.trace.DurationHistogram;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.ProgramSink;
import org.foretell.trace.RankCursor;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceSource;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;

/** Reads the signatures of ranks from the structure of a trace, in one pass. */
final class SignatureReader implements ProgramSink {
  private final TraceSource source;
  private final List<ParameterFunction> functions;
  private final CommunicatorKinds communicators = new CommunicatorKinds();
  private final EventNames names = new EventNames(communicators);
  private final List<Long> histogramMeansPs = new ArrayList<>();
  private final RankTotals[] totals;
  private final long[] callPaths;
  private final long[] sequences;
  private boolean anyCallSite;

  /** The current program. */
  private RankSet ranks = RankSet.of(0);

  private int[] members = {};
  private Level level = new Level(0);
  private final Deque<Level> levels = new ArrayDeque<>();
  private boolean irregular;
  private final List<Integer> irregularRanks = new ArrayList<>();

  /** A body: how often each rank runs it, and which events it consists of. */
  private static final class Level {
    final long[] times;
    final long[] counts;
    final EventSequence[] events;

    /** Levels of loops within it. */
    int height;

    Level(int size) {
      times = new long[size];
      counts = new long[size];
      events = new EventSequence[size];
      Arrays.setAll(events, i -> new EventSequence());
    }
  }

  SignatureReader(TraceSource source, List<ParameterFunction> functions) {
    if (source.capabilities().contains(Capability.TASK_GRAPHS)) {
      throw new IllegalArgumentException(
          "the programs of the trace are task graphs, which have neither calls nor an order");
    }
    this.source = source;
    this.functions = functions;
    int size = source.info().ranks();
    totals = new RankTotals[size];
    Arrays.setAll(
        totals, rank -> new RankTotals(rank, size, communicators, functions, histogramMeansPs));
    callPaths = new long[size];
    sequences = new long[size];
  }

  /** Reads the whole trace, once. */
  void read() {
    source.describe(this);
    OpView view = new OpView();
    for (int rank : irregularRanks) {
      EventSequence events = new EventSequence();
      RankTotals own =
          new RankTotals(rank, totals.length, communicators, functions, histogramMeansPs);
      own.takeLoopsAndTimes(totals[rank]);
      RankSet alone = RankSet.of(rank);
      try (RankCursor cursor = source.open(rank)) {
        while (cursor.next(view)) {
          own.add(view, List.of(), alone, 1);
          if (EventNames.isEvent(view.code())) {
            names.add(view, List.of(), (op, none, field) -> op.get(field), events);
          }
        }
      }
      totals[rank] = own;
      finish(rank, events);
    }
  }

  /** What each rank does, in sums. */
  RankTotals[] totals() {
    return totals;
  }

  /** The exclusive or of each rank's call paths. */
  long[] callPaths() {
    return callPaths;
  }

  /** A hash of each rank's sequence of events. */
  long[] sequences() {
    return sequences;
  }

  /** Whether any event has a call site. */
  boolean anyCallSite() {
    return anyCallSite;
  }

  private void finish(int rank, EventSequence events) {
    callPaths[rank] = events.callPath();
    sequences[rank] = events.hash();
  }

  @Override
  public void callSite(int id, String text) {
    names.callSite(text);
  }

  @Override
  public void communicator(Communicator communicator) {
    communicators.define(communicator);
  }

  @Override
  public void histogram(DurationHistogram histogram) {
    histogramMeansPs.add(histogram.meanPs());
  }

  @Override
  public void beginProgram(RankSet programRanks) {
    ranks = programRanks;
    members = programRanks.toArray();
    level = new Level(members.length);
    Arrays.fill(level.times, 1);
    levels.clear();
    irregular = false;
  }

  @Override
  public void op(OpView op, List<Variation> variations) {
    OpCode code = op.code();
    anyCallSite |=
        code.has(OpField.CALL_SITE)
            && (op.callSite() >= 0
                || EventNames.variation(variations, OpField.CALL_SITE).isPresent());
    boolean event = EventNames.isEvent(code);
    irregular |= EventNames.isIrregular(op, variations);
    for (int i = 0; i < members.length; i++) {
      RankTotals own = totals[members[i]];
      own.add(op, variations, ranks, level.times[i]);
      if (event && !irregular) {
        names.add(
            op,
            variations,
            (view, varying, field) -> own.constant(view, varying, ranks, field),
            level.events[i]);
      }
    }
  }

  @Override
  public void beginRepeat(Values count) {
    Level body = new Level(members.length);
    for (int i = 0; i < members.length; i++) {
      Values own = Executions.of(count, ranks, members[i]);
      if (own instanceof Values.Constant constant) {
        body.counts[i] = constant.value();
      } else {
        irregular = true;
      }
      body.times[i] = Executions.iterations(own, level.times[i]);
    }
    levels.push(level);
    level = body;
  }

  @Override
  public void endRepeat() {
    Level body = level;
    level = levels.pop();
    for (int i = 0; i < members.length; i++) {
      if (level.times[i] > 0) {
        totals[members[i]].loop(body.height, body.times[i], level.times[i]);
      }
      if (!irregular) {
        level.events[i].append(body.events[i], body.counts[i]);
      }
    }
    level.height = Math.max(level.height, body.height + 1);
  }

  @Override
  public void endProgram() {
    for (int i = 0; i < members.length; i++) {
      if (irregular) {
        irregularRanks.add(members[i]);
      } else {
        finish(members[i], level.events[i]);
      }
    }
  }

  @Override
  public void durations(int rank, long[] durationsPs, int offset, int length) {
    totals[rank].durations(durationsPs, offset, length);
  }

  @Override
  public void callTimes(int rank, long[] timesPs, int offset, int length) {
    totals[rank].callTimes(timesPs, offset, length);
  }
}
