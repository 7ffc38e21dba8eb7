package org.foretell.runner;

import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.foretell.failure.ForetellException;
import org.foretell.pool.ReplayPool;
import org.foretell.report.RunsListener;

/** Settings of a {@link Runner}. For a single thread. */
public final class RunnerBuilder {
  /** The maximum number of threads of a runner. */
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
   * Sets the maximum number of runs at once, including those of questions within questions. The
   * default is the number of processors.
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
   * Sets the memory for traces that are kept open between runs; 256 MiB by default. The least
   * recently used traces are closed first, and reopened when needed.
   *
   * @param most bytes, estimated from the sizes of traces in the native format, at least 0; the
   *     decoded part of a trace counts once, whatever the number of threads
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
   * Sets how often a remembered outcome is replayed all the same, to check that a model repeats its
   * answers. Never by default.
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
   * Sets whether to replay the first remembered outcome of each model that is not Foretell's own,
   * but comes from a jar or the program, to check that the model repeats its answers. False by
   * default.
   *
   * @param once whether to
   * @return this
   */
  public RunnerBuilder checkForeignModels(boolean once) {
    foreignOnce = once;
    return this;
  }

  /**
   * Sets a listener for the progress of the runner, with the time so far, the rate, and the time
   * left.
   *
   * @param listener called by the threads that run, after each run
   * @return this
   */
  public RunnerBuilder watch(Consumer<RunsProgress> listener) {
    watcher = Objects.requireNonNull(listener, "listener");
    return this;
  }

  /**
   * Sets a listener for the number of completed runs, of those planned so far.
   *
   * @param listener called by the threads that run
   * @return this
   */
  public RunnerBuilder progress(RunsListener listener) {
    progress = Objects.requireNonNull(listener, "listener");
    return this;
  }

  /**
   * Cancels all runs when a condition becomes true; threads that wait for a run get a {@link
   * java.util.concurrent.CancellationException}. No condition by default.
   *
   * @param condition called now and then, by any thread
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
