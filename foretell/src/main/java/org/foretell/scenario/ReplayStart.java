package org.foretell.scenario;

import java.util.Objects;
import org.foretell.engine.Simulation;
import org.foretell.observe.ProgressListener;
import org.foretell.result.Prediction;
import org.foretell.trace.TraceSource;

/**
 * A replay that has not begun, for the thread that makes it.
 *
 * @param ready a simulation of the scenario, to be changed and watched
 * @param trace which it reads, and nobody else meanwhile
 * @param cancellation throws if replays are to end; called now and then
 */
@SuppressWarnings("exports") // What setups fill in is made by them, and by nobody else.
public record ReplayStart(Experiment.Ready ready, TraceSource trace, Runnable cancellation) {
  private static final long CANCELLATION_OPS = 1 << 14;

  /** Checks that all parts are there. */
  public ReplayStart {
    Objects.requireNonNull(ready, "ready");
    Objects.requireNonNull(trace, "trace");
    Objects.requireNonNull(cancellation, "cancellation");
  }

  /**
   * Replays.
   *
   * @param simulation {@link #ready} or what was made of it
   * @return how it ended
   */
  public Prediction run(Simulation.Builder simulation) {
    return run(simulation, (timePs, operations, all) -> {}, Long.MAX_VALUE);
  }

  /**
   * Replays, and tells of progress.
   *
   * @param simulation {@link #ready} or what was made of it
   * @param told hears of progress
   * @param everyOps after about so many ops each time
   * @return how it ended
   */
  public Prediction run(Simulation.Builder simulation, ProgressListener told, long everyOps) {
    long[] heardFrom = {0};
    return simulation
        .progress(
            (timePs, operations, all) -> {
              cancellation.run();
              // Cancellation is looked for more often than some want to hear of progress.
              if (everyOps <= CANCELLATION_OPS || operations - heardFrom[0] >= everyOps) {
                heardFrom[0] = operations;
                told.progress(timePs, operations, all);
              }
            },
            Math.min(everyOps, CANCELLATION_OPS))
        .build()
        .run();
  }
}
