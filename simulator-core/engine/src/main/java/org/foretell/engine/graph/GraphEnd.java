package org.foretell.engine.graph;

import java.util.Optional;
import org.foretell.engine.message.Leftovers;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.state.ProblemLog;
import org.foretell.result.Deadlock;
import org.foretell.result.Prediction;
import org.foretell.result.ReplayOrder;
import org.jspecify.annotations.Nullable;

/** What is predicted once no event is left, if ranks are task graphs. */
final class GraphEnd {
  private final TaskTable tasks;
  private final Matcher matcher;
  private final @Nullable Matcher waiting;
  private final ProblemLog problems;
  private final @Nullable TaskRecorder recorder;
  private final GraphCauses causes;

  /**
   * @param waiting where messages stand that may not move yet, if not with the others
   */
  GraphEnd(
      TaskTable tasks,
      Matcher matcher,
      @Nullable Matcher waiting,
      ProblemLog problems,
      @Nullable TaskRecorder recorder,
      GraphCauses causes) {
    this.tasks = tasks;
    this.matcher = matcher;
    this.waiting = waiting;
    this.problems = problems;
    this.recorder = recorder;
    this.causes = causes;
  }

  /**
   * Calls observers and looks for leftover and blocked tasks.
   *
   * @param finishPs by rank the time that it has reached
   * @param started number of tasks that have started
   */
  Prediction prediction(long[] finishPs, long started) {
    boolean all = true;
    long makespan = 0;
    for (int rank = 0; rank < finishPs.length; rank++) {
      boolean finished = tasks.unfinished(rank) == 0;
      all &= finished;
      makespan = Math.max(makespan, finishPs[rank]);
      if (recorder != null && finished) {
        recorder.observer.finished(rank, finishPs[rank]);
      }
    }
    Optional<Deadlock> deadlock = Optional.empty();
    if (all) {
      causes.end();
      Leftovers leftovers = new Leftovers(false);
      leftovers.add(matcher);
      if (waiting != null) {
        leftovers.add(waiting);
      }
      leftovers.report(problems);
    } else {
      deadlock = Optional.of(new TaskDeadlock(tasks, matcher, waiting, finishPs).make());
    }
    return new Prediction(
        all ? Prediction.Outcome.COMPLETED : Prediction.Outcome.DEADLOCKED,
        makespan,
        finishPs,
        started,
        ReplayOrder.STRICT,
        deadlock,
        problems.problems(tasks::at),
        problems.counts());
  }
}
