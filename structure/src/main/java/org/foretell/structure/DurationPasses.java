package org.foretell.structure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.foretell.structure.duration.PlaceForms;
import org.foretell.structure.duration.Quantiser;
import org.foretell.structure.merge.PlaceWalk;
import org.foretell.structure.merge.ProgramWriter;
import org.foretell.structure.merge.RankClass;
import org.foretell.structure.merge.SharedProgram;
import org.foretell.structure.op.OpTable;
import org.foretell.trace.BurstCounter;
import org.foretell.trace.Capability;
import org.foretell.trace.DurationHistogram;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;

/**
 * Brings durations to the places of the programs that ranks share: looks at all of them first, to
 * see which burst is always there and which never changes, then writes the programs and the
 * columns.
 */
final class DurationPasses {
  private final TraceSource source;
  private final OpTable ops;
  private final Quantiser quantiser;
  private final List<DurationHistogram> histograms;
  private final List<Shared> programs = new ArrayList<>();

  /** Where each rank is: its program and its class. */
  private final Shared[] programOfRank;

  private final int[] classOfRank;
  private boolean hasPushed;

  /** A program and the forms of its bursts. */
  private record Shared(SharedProgram program, PlaceForms forms) {}

  DurationPasses(TraceSource source, List<SharedProgram> shared, OpTable ops, DurationRule rule) {
    this.source = source;
    this.ops = ops;
    quantiser = new Quantiser(rule.relativeError());
    histograms = new ArrayList<>(source.tables().histograms());
    boolean gathers = rule.form() == DurationRule.Form.HISTOGRAM;
    int ranks = source.info().ranks();
    programOfRank = new Shared[ranks];
    classOfRank = new int[ranks];
    for (SharedProgram program : shared) {
      Shared with =
          new Shared(program, new PlaceForms(program.places(), program.ranks().size(), gathers));
      programs.add(with);
      for (int c = 0; c < program.classes().size(); c++) {
        for (int rank : program.classes().get(c).ranks()) {
          programOfRank[rank] = with;
          classOfRank[rank] = c;
        }
      }
      hasPushed |= !program.leavesBurstsOut() && program.places() > 0;
    }
  }

  /** Takes durations one by one. */
  private interface Target {
    void take(int place, long durationPs);
  }

  /** The histograms that ops refer to, once all durations have been looked at. */
  List<DurationHistogram> histograms() {
    return histograms;
  }

  /** Looks at all durations and chooses the forms of bursts. */
  void look() {
    for (Shared shared : programs) {
      if (shared.program().leavesBurstsOut()) {
        for (RankClass rankClass : shared.program().classes()) {
          for (int rank : rankClass.ranks()) {
            int position = shared.program().ranks().indexOf(rank);
            pull(rank, true, (place, ps) -> shared.forms().note(place, position, ps));
          }
        }
      }
    }
    if (hasPushed) {
      source.describe(
          new DurationsOnly() {
            @Override
            void take(int rank, long[] durationsPs, int offset, int length) {
              Shared shared = programOfRank[rank];
              int position = shared.program().ranks().indexOf(rank);
              push(
                  rank,
                  durationsPs,
                  offset,
                  length,
                  (place, ps) -> shared.forms().note(place, position, ps));
            }
          });
    }
    walks.clear();
    programs.forEach(shared -> choose(shared));
  }

  private void choose(Shared shared) {
    if (!shared.program().classes().get(0).hasSpecials()) {
      shared.forms().choose(histograms);
      return;
    }
    shared.program().forEachPlace((place, op) -> shared.forms().keep(place, ops.isOptional(op)));
  }

  /** Writes programs, columns, recorded times of calls, and counts of bursts. */
  void write(TraceSink sink) {
    int ranks = source.info().ranks();
    for (Shared shared : programs) {
      new ProgramWriter(shared.program(), shared.forms(), ops, ranks, sink).write();
    }
    for (Shared shared : programs) {
      if (shared.program().leavesBurstsOut() && shared.forms().hasColumn()) {
        for (RankClass rankClass : shared.program().classes()) {
          for (int rank : rankClass.ranks()) {
            Column column = new Column(rank, shared.forms(), sink);
            pull(rank, false, column);
            column.flush();
          }
        }
      }
    }
    if (hasPushed
        || source.capabilities().contains(Capability.CALL_TIMES)
        || source.capabilities().contains(Capability.BURST_COUNTS)) {
      source.describe(new Writer(sink));
    }
  }

  /**
   * Hands the durations of a rank on, place by place, and that there is none where there is none.
   */
  private void pull(int rank, boolean check, Target target) {
    SharedProgram program = programOfRank[rank].program();
    PlaceWalk walk = new PlaceWalk(program, classOfRank[rank], true, ops.loopCounts());
    long[] executions = new long[program.places()];
    OpView view = new OpView();
    try (RankCursor cursor = source.open(rank)) {
      boolean more = cursor.next(view);
      while (walk.next()) {
        int op = walk.op();
        boolean timed = ops.isTimed(op);
        boolean there = more && (timed ? isBurst(view, op) : isBurstBefore(op, view));
        target.take(walk.place(), there ? quantiser.round(view.durationPs()) : TraceSink.NO_BURST);
        if (there) {
          more = cursor.next(view);
        }
        if (!timed) {
          int expected = ops.varying().at(op, executions[walk.place()]++);
          if (!more || (check && ops.number(view, List.of(), rank) != expected)) {
            throw new AssertionError(
                "internal error: rank %d, after %d ops: folded to %s, but is %s"
                    .formatted(rank, cursor.delivered(), ops.code(op), more ? view : "nothing"));
          }
          more = cursor.next(view);
        }
      }
      if (more) {
        throw new AssertionError(
            "internal error: rank %d, after %d ops: folded to nothing, but is %s"
                .formatted(rank, cursor.delivered(), view));
      }
    }
  }

  private boolean isBurstBefore(int op, OpView view) {
    return view.code() == OpCode.COMPUTE
        && view.histogram() == OpView.NONE
        && !view.hasWork()
        && ops.burstSites().areTold(view.callSite(), ops.callSite(op));
  }

  private boolean isBurst(OpView view, int op) {
    return view.code() == ops.code(op)
        && view.histogram() == OpView.NONE
        && view.callSite() == ops.callSite(op)
        && ops.isOfWork(op, view);
  }

  /** Walks of ranks whose durations come in pieces. */
  private final Map<Integer, PlaceWalk> walks = new HashMap<>();

  private void push(int rank, long[] durationsPs, int offset, int length, Target target) {
    Shared shared = programOfRank[rank];
    if (shared.program().leavesBurstsOut() || isTakenOver(rank)) {
      return;
    }
    PlaceWalk walk =
        walks.computeIfAbsent(
            rank, r -> new PlaceWalk(shared.program(), classOfRank[r], false, ops.loopCounts()));
    for (int i = offset; i < offset + length; i++) {
      if (!walk.next()) {
        throw new AssertionError("internal error: rank " + rank + " has durations left");
      }
      target.take(walk.place(), quantiser.round(durationsPs[i]));
    }
  }

  private boolean isTakenOver(int rank) {
    return programOfRank[rank].program().classes().get(0).hasSpecials();
  }

  /** Gathers what goes into a rank's column. */
  private static final class Column implements Target {
    private final int rank;
    private final PlaceForms forms;
    private final TraceSink sink;
    private final long[] buffer = new long[1024];
    private int length;

    Column(int rank, PlaceForms forms, TraceSink sink) {
      this.rank = rank;
      this.forms = forms;
      this.sink = sink;
    }

    @Override
    public void take(int place, long durationPs) {
      if (forms.at(place).isColumn()) {
        buffer[length++] = durationPs;
        if (length == buffer.length) {
          flush();
        }
      }
    }

    void flush() {
      sink.durations(rank, buffer, 0, length);
      length = 0;
    }
  }

  /** Writes columns that come in pieces. */
  private final class Writer extends DurationsOnly {
    private final TraceSink sink;

    Writer(TraceSink sink) {
      this.sink = sink;
    }

    @Override
    void take(int rank, long[] durationsPs, int offset, int length) {
      if (isTakenOver(rank)) {
        sink.durations(rank, durationsPs, offset, length);
      } else {
        Column column = new Column(rank, programOfRank[rank].forms(), sink);
        push(rank, durationsPs, offset, length, column);
        column.flush();
      }
    }

    @Override
    public void callTimes(int rank, long[] timesPs, int offset, int length) {
      sink.callTimes(rank, timesPs, offset, length);
    }

    @Override
    public void counts(int rank, BurstCounter counter, long[] counts, int offset, int length) {
      sink.counts(rank, counter, counts, offset, length);
    }
  }
}
