package org.foretell.engine;

import java.util.Optional;
import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.message.Leftovers;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.ops.DeadlockReport;
import org.foretell.engine.state.ForeignFailure;
import org.foretell.engine.state.InvalidTrace;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.RankPrograms;
import org.foretell.engine.state.ReplayLoop;
import org.foretell.engine.state.ReplayProgress;
import org.foretell.engine.state.RunSettings;
import org.foretell.engine.state.SequenceTexts;
import org.foretell.engine.state.StopCheck;
import org.foretell.result.Deadlock;
import org.foretell.result.Prediction;
import org.foretell.time.TimeOverflowException;
import org.foretell.trace.TraceSource;

/** One run of a simulation of sequences of ops, and what it comes to. */
final class SequenceReplay {
  private final RunSettings settings;
  private final TraceSource trace;
  private final int rankCount;
  private final SequenceParts parts;
  private final RankParts ranks;
  private final OpParts ops;
  private final ReplayLoop loop;
  private final ReplayProgress progress;

  SequenceReplay(RunSettings settings) {
    this.settings = settings;
    trace = settings.trace();
    rankCount = trace.info().ranks();
    parts = SequenceParts.of(settings);
    ranks = parts.ranks();
    ops = parts.ops();
    loop = parts.loop();
    progress = new ReplayProgress(settings, ranks.table);
  }

  /** Runs the simulation; to be called once. */
  Prediction run() {
    try (RankPrograms programs = ranks.programs) {
      programs.open(trace, 0, rankCount);
      OpRecorder recorder = ranks.recorder;
      if (recorder != null) {
        recorder.observer.begin(rankCount);
        ops.communicators.tell(recorder.observer, trace.tables().communicators());
      }
      boolean hasEnded = replay();
      ops.matching.estimated.report(ranks.problems);
      return hasEnded ? ended() : prediction(Prediction.Outcome.INVALID_TRACE, Optional.empty());
    }
  }

  /** Whether the replay came to an end other than by a problem. */
  private boolean replay() {
    try {
      StopCheck stop = new StopCheck(settings);
      stop.now();
      loop.run(progress, stop);
      return true;
    } catch (InvalidTrace invalid) {
      return false;
    } catch (TimeOverflowException overflow) {
      int rank = loop.rank();
      throw overflow.at("rank " + rank + ", op " + ranks.table.operation(rank));
    } catch (IndexOutOfBoundsException | NullPointerException | ClassCastException broken) {
      throw ForeignFailure.orInternal(broken, state(loop.rank()));
    }
  }

  private String state(int rank) {
    return "rank "
        + rank
        + ", op "
        + ranks.table.operation(rank)
        + " ("
        + ranks.programs.interrupted(rank)
        + "), clock "
        + ranks.table.clockPs(rank)
        + " ps, now "
        + loop.nowPs()
        + " ps, schedule "
        + settings.schedule()
        + ", "
        + progress.operations()
        + " ops done";
  }

  /** No event is left. */
  private Prediction ended() {
    if (ranks.programs.areFinished()) {
      reportLeftovers();
      ops.oneSided.reportLeftovers();
      ranks.causes.end(CauseTree.NONE);
      return prediction(Prediction.Outcome.COMPLETED, Optional.empty());
    }
    DeadlockReport report =
        new DeadlockReport(
            ranks.state,
            new DeadlockReport.Waiting(
                ranks.matcher,
                parts.waiting(),
                ranks.probes,
                ops.oneSided,
                ops.windowAccess,
                ops.matching,
                ops.steps),
            ops.communicators,
            ranks.programs,
            new SequenceTexts(trace));
    return prediction(Prediction.Outcome.DEADLOCKED, Optional.of(report.make()));
  }

  private void reportLeftovers() {
    Leftovers leftovers = new Leftovers(true);
    leftovers.add(ranks.matcher);
    Matcher waiting = parts.waiting();
    if (waiting != null) {
      leftovers.add(waiting);
    }
    leftovers.report(ranks.problems);
  }

  private Prediction prediction(Prediction.Outcome outcome, Optional<Deadlock> deadlock) {
    ops.unsupported.report(ranks.problems);
    long[] finishPs = new long[rankCount];
    long makespan = 0;
    for (int rank = 0; rank < rankCount; rank++) {
      finishPs[rank] = ranks.cpus.finishedPs(rank, ranks.table.clockPs(rank));
      if (ranks.cpus.competes() && ranks.recorder != null && ranks.programs.isFinished(rank)) {
        ranks.recorder.observer.finished(rank, finishPs[rank]);
      }
      makespan = Math.max(makespan, finishPs[rank]);
    }
    return new Prediction(
        outcome,
        makespan,
        finishPs,
        ranks.programs.delivered(),
        settings.schedule(),
        deadlock,
        ranks.problems.problems(new SequenceTexts(trace)),
        ranks.problems.counts());
  }
}
