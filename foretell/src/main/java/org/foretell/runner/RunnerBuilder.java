package org.foretell.runner;

import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.foretell.failure.ForetellException;
import org.foretell.pool.ReplayPool;
import org.foretell.report.RunsListener;

/** Settings of a {@link Runner}. For one thread. */
public final class RunnerBuilder {
  /** The most threads of a runner. */
  public static final int MOST_THREADS = 1024;

  private int threads = Runtime.getRuntime().availableProcessors();
  private long memoryBytes = ReplayPool.USUAL_BYTES;
  private int checkedOf;
  private boolean foreignOnce;
  private Consumer<RunsProgress> watcher = progress -> {};
  private BooleanSupplier cancelWhen = () -> false;
  private RunsListener progress = (done, planned) -> {};

  RunnerBuilder() {}

  /**
   * The most runs at once, those of questions within questions among them. All processors unless
   * this is called.
   *
   * @param most 1 to 1,024
   * @return this
   * @throws ForetellException if it is out of range
   */
  public RunnerBuilder threads(int most) {
    if (most < 1 || most > MOST_THREADS) {
      throw ForetellException.usage(
          "threads " + most + " is out of range; write 1 to " + MOST_THREADS);
    }
    threads = most;
    return this;
  }

  /**
   * The memory for traces that are kept open between runs; 256 MiB unless this is called. Those
   * that were used longest ago are closed first, and opened again when they are wanted.
   *
   * @param most bytes, estimated from the sizes of traces in the native format, at least 0; what is
   *     decoded of a trace counts once, whatever the number of threads
   * @return this
   * @throws ForetellException if it is out of range
   */
  public RunnerBuilder memoryBytes(long most) {
    if (most < 0) {
      throw ForetellException.usage(
          "memory of " + most + " bytes is out of range; write 0 or more");
    }
    memoryBytes = most;
    return this;
  }

  /**
   * Has outcomes that the runner remembers replayed all the same now and then, to see whether a
   * model answers in the same way each time. Never unless this is called.
   *
   * @param every 1 for each, 10 for one of ten; 0 for none
   * @return this
   * @throws ForetellException if it is out of range
   */
  public RunnerBuilder checkOneOf(int every) {
    if (every < 0) {
      throw ForetellException.usage(
          "a check of one of " + every + " remembered runs is out of range; write 0 or more");
    }
    checkedOf = every;
    return this;
  }

  /**
   * Whether the first remembered outcome of each model that is not Foretell's own, but from a jar
   * or made by the program, is replayed all the same, to see whether the model answers in the same
   * way again. Not unless this is called.
   *
   * @param once whether to
   * @return this
   */
  public RunnerBuilder checkForeignModels(boolean once) {
    foreignOnce = once;
    return this;
  }

  /**
   * Who hears how far the runner is, with the time so far, the rate, and the time left.
   *
   * @param listener called by the threads that run, after each run
   * @return this
   */
  public RunnerBuilder watch(Consumer<RunsProgress> listener) {
    watcher = Objects.requireNonNull(listener, "listener");
    return this;
  }

  /**
   * Who hears how many runs are done, of those planned so far.
   *
   * @param listener called by the threads that run
   * @return this
   */
  public RunnerBuilder progress(RunsListener listener) {
    progress = Objects.requireNonNull(listener, "listener");
    return this;
  }

  /**
   * Ends all runs soon when a condition comes true; who waits for one gets a {@link
   * java.util.concurrent.CancellationException}. Never unless this is called.
   *
   * @param condition asked now and then, by any thread
   * @return this
   */
  public RunnerBuilder cancelWhen(BooleanSupplier condition) {
    cancelWhen = Objects.requireNonNull(condition, "condition");
    return this;
  }

  /** {@return a runner with these settings, which the caller closes} */
  public Runner build() {
    return new Runner(
        new ReplayPool(threads, memoryBytes, cancelWhen),
        new SteadyCheck(checkedOf, foreignOnce),
        progress,
        watcher);
  }
}
