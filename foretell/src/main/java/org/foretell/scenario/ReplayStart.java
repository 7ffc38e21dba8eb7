package org.foretell.scenario;

import java.util.Objects;
import org.foretell.engine.Simulation;
import org.foretell.observe.ProgressListener;
import org.foretell.result.Prediction;
import org.foretell.trace.TraceSource;

/**
 * A prepared replay, for the thread that makes it.
 *
 * @param ready a simulation of the scenario, to be changed and watched
 * @param trace for exclusive use
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
   * @param simulation {@link #ready} or a variation of it
   * @return how it ended
   */
  public Prediction run(Simulation.Builder simulation) {
    return run(simulation, (timePs, operations, all) -> {}, Long.MAX_VALUE);
  }

  /**
   * Replays, and reports progress.
   *
   * @param simulation {@link #ready} or a variation of it
   * @param listener receives the progress
   * @param everyOps approximate number of ops between two calls
   * @return how it ended
   */
  public Prediction run(Simulation.Builder simulation, ProgressListener listener, long everyOps) {
    long[] heardFrom = {0};
    return simulation
        .progress(
            (timePs, operations, all) -> {
              cancellation.run();
              // Cancellation is looked for more often than some want to hear of progress.
              if (everyOps <= CANCELLATION_OPS || operations - heardFrom[0] >= everyOps) {
                heardFrom[0] = operations;
                listener.progress(timePs, operations, all);
              }
            },
            Math.min(everyOps, CANCELLATION_OPS))
        .build()
        .run();
  }
}
