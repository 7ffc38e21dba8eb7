package org.foretell.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.foretell.engine.Simulation;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/**
 * The threads that replay, the room for ranks that they have together, and open traces that they
 * use in turn. Tasks may have others done: there are never more at once than threads. Used by any
 * number of threads.
 */
public final class ReplayPool implements AutoCloseable {
  /** Of all replays at once; ranks decide how much memory one takes. */
  private static final int MOST_RANKS = 1 << 18;

  /** Of traces that are open but not in use, unless something else is said. */
  public static final long USUAL_BYTES = 256L << 20;

  private static final int CANCELLATION_OPS = 1 << 14;
  private static final long PATIENCE_SECONDS = 60;

  private final ForkJoinPool threads;
  private final RankRoom room = new RankRoom(MOST_RANKS);
  private final TraceSources sources;
  private final BooleanSupplier cancelWhen;
  private volatile boolean cancelled;

  /** How a task ended. The pool would throw a copy of a failure, without its message. */
  private record Ended<T>(@Nullable T result, @Nullable Throwable failure) {}

  /** One thread for each core, and the usual memory. */
  public ReplayPool(BooleanSupplier cancelWhen) {
    this(Runtime.getRuntime().availableProcessors(), USUAL_BYTES, cancelWhen);
  }

  /**
   * A pool.
   *
   * @param most threads
   * @param memoryBytes for traces that are open but not in use
   * @param cancelWhen asked now and then by any thread, until it says true
   */
  public ReplayPool(int most, long memoryBytes, BooleanSupplier cancelWhen) {
    // No thread is added for one that waits, so that there are never more than these.
    threads =
        new ForkJoinPool(
            most,
            ForkJoinPool.defaultForkJoinWorkerThreadFactory,
            null,
            false,
            most,
            most,
            1,
            any -> true,
            PATIENCE_SECONDS,
            TimeUnit.SECONDS);
    sources = new TraceSources(memoryBytes);
    this.cancelWhen = cancelWhen;
  }

  /**
   * Does tasks at once, from within a task too; what the first one throws is thrown, when all have
   * ended. A task that has others done must not have a trace in use meanwhile.
   *
   * @return what they return, in their order
   */
  public <T> List<T> all(List<? extends Supplier<? extends T>> tasks) {
    throwIfCancelled();
    List<ForkJoinTask<Ended<T>>> forked = new ArrayList<>();
    tasks.forEach(task -> forked.add(ForkJoinTask.adapt(() -> ended(task))));
    if (ForkJoinTask.getPool() == threads) {
      forked.forEach(ForkJoinTask::fork);
    } else {
      forked.forEach(threads::execute);
    }
    @Nullable Throwable failure = null;
    List<T> results = new ArrayList<>();
    for (ForkJoinTask<Ended<T>> one : forked) {
      try {
        Ended<T> ended = one.get();
        if (ended.failure() == null) {
          results.add(Objects.requireNonNull(ended.result()));
        } else if (failure == null) {
          failure = ended.failure();
        }
      } catch (ExecutionException impossible) {
        throw new IllegalStateException(impossible);
      } catch (InterruptedException interrupted) {
        forked.forEach(task -> task.cancel(false));
        Thread.currentThread().interrupt();
        throw new CancellationException("interrupted while runs are made");
      }
    }
    if (failure instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    return results;
  }

  private static <T> Ended<T> ended(Supplier<? extends T> task) {
    try {
      return new Ended<>(task.get(), null);
    } catch (RuntimeException | Error failure) {
      return new Ended<>(null, failure);
    }
  }

  /** Replays a trace, when there is room for its ranks; the source is for this use alone. */
  public <R> R withTrace(HeldTrace trace, Function<TraceSource, R> use) {
    return withRoom(
        trace.ranks(),
        () -> {
          TraceSource source = sources.take(trace);
          boolean whole = false;
          try {
            R result = use.apply(source);
            whole = true;
            return result;
          } finally {
            if (whole) {
              sources.giveBack(trace, source);
            } else {
              trace.close(source);
            }
          }
        });
  }

  /** Does what needs memory for ranks, when there is room for them. */
  public <R> R withRoom(int ranks, Supplier<R> work) {
    room.take(ranks);
    try {
      return work.get();
    } finally {
      room.giveBack(ranks);
    }
  }

  /** Lets replays use the source that came with a trace, which nobody else uses meanwhile. */
  public void lend(HeldTrace trace) {
    sources.giveBack(trace, trace.trace().source());
  }

  /** How many sources are open and unused. */
  public int idleSources() {
    return sources.idle();
  }

  /** Has a simulation end when the pool is cancelled. */
  public Simulation.Builder heedCancellation(Simulation.Builder simulation) {
    return simulation.progress((timePs, ops, all) -> throwIfCancelled(), CANCELLATION_OPS);
  }

  /**
   * Ends whoever works for a pool that was cancelled.
   *
   * @throws CancellationException if it was
   */
  public void throwIfCancelled() {
    if (cancelled) {
      throw new CancellationException("the runner was cancelled or closed");
    }
    if (cancelWhen.getAsBoolean()) {
      throw new CancellationException("cancelled, as cancelWhen(..) asked for");
    }
  }

  /** Ends all that is under way soon; called by any thread, any number of times. */
  public void cancel() {
    cancelled = true;
  }

  /** Cancels what is under way, waits for it, and closes all sources that it opened. */
  @Override
  public void close() {
    if (ForkJoinTask.getPool() == threads) {
      throw new IllegalStateException(
          "a run or a question cannot close the runner that it is part of; call cancel() there");
    }
    cancel();
    threads.shutdown();
    boolean interrupted = false;
    while (!threads.isTerminated()) {
      try {
        if (threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
          break;
        }
      } catch (InterruptedException asked) {
        interrupted = true;
        Thread.interrupted();
      }
    }
    sources.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** {@return the most runs at once} */
  public int threads() {
    return threads.getParallelism();
  }
}
