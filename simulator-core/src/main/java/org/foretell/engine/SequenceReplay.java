package org.foretell.engine;

import java.util.Optional;
import org.foretell.engine.buslink.BusLinkLoop;
import org.foretell.engine.message.Leftovers;
import org.foretell.engine.ops.DeadlockReport;
import org.foretell.engine.state.ForeignFailure;
import org.foretell.engine.state.InvalidTrace;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.RankPrograms;
import org.foretell.engine.state.ReplayLoop;
import org.foretell.engine.state.ReplayProgress;
import org.foretell.engine.state.RunSettings;
import org.foretell.engine.state.SequenceTexts;
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
  private final ReplayLoop loop;
  private final ReplayProgress progress;

  SequenceReplay(RunSettings settings) {
    this.settings = settings;
    trace = settings.trace();
    rankCount = trace.info().ranks();
    parts = new SequenceParts(settings);
    BusLinkLoop busLinkLoop = parts.busLinkLoop;
    loop = busLinkLoop == null ? new RankLoop(parts, settings.schedule()) : busLinkLoop;
    progress = new ReplayProgress(settings, parts.ranks);
  }

  /** Runs the simulation; to be called once. */
  Prediction run() {
    try (RankPrograms programs = parts.programs) {
      programs.open(trace);
      OpRecorder recorder = parts.recorder;
      if (recorder != null) {
        recorder.observer.begin(rankCount);
      }
      return replay() ? ended() : prediction(Prediction.Outcome.INVALID_TRACE, Optional.empty());
    }
  }

  /** Whether the replay came to an end other than by a problem. */
  private boolean replay() {
    try {
      loop.run(progress);
      return true;
    } catch (InvalidTrace invalid) {
      return false;
    } catch (TimeOverflowException overflow) {
      int rank = loop.rank();
      throw overflow.at("rank " + rank + ", op " + parts.ranks.operation(rank));
    } catch (IndexOutOfBoundsException | NullPointerException | ClassCastException broken) {
      throw ForeignFailure.orInternal(broken, state(loop.rank()));
    }
  }

  private String state(int rank) {
    return "rank "
        + rank
        + ", op "
        + parts.ranks.operation(rank)
        + " ("
        + parts.programs.interrupted(rank)
        + "), clock "
        + parts.ranks.clockPs(rank)
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
    if (parts.programs.areFinished()) {
      new Leftovers(parts.matcher, parts.waiting(), true, parts.problems).report();
      return prediction(Prediction.Outcome.COMPLETED, Optional.empty());
    }
    DeadlockReport report =
        new DeadlockReport(
            parts.state,
            new DeadlockReport.Waiting(
                parts.matcher,
                parts.waiting(),
                parts.probes,
                parts.oneSided,
                parts.windowAccess,
                parts.matching,
                parts.steps),
            parts.communicators,
            parts.programs,
            new SequenceTexts(trace));
    return prediction(Prediction.Outcome.DEADLOCKED, Optional.of(report.make()));
  }

  private Prediction prediction(Prediction.Outcome outcome, Optional<Deadlock> deadlock) {
    parts.unsupported.report(parts.problems);
    long[] finishPs = new long[rankCount];
    long makespan = 0;
    for (int rank = 0; rank < rankCount; rank++) {
      finishPs[rank] = parts.cpus.finishedPs(rank, parts.ranks.clockPs(rank));
      if (parts.cpus.competes() && parts.recorder != null && parts.programs.isFinished(rank)) {
        parts.recorder.observer.finished(rank, finishPs[rank]);
      }
      makespan = Math.max(makespan, finishPs[rank]);
    }
    return new Prediction(
        outcome,
        makespan,
        finishPs,
        parts.programs.delivered(),
        settings.schedule(),
        deadlock,
        parts.problems.problems(new SequenceTexts(trace)),
        parts.problems.counts());
  }
}
