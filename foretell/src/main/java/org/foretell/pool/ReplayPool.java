package org.foretell.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RejectedExecutionException;
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
  public static final int MOST_RANKS = 1 << 18;

  /** Of traces that are open but not in use, unless something else is said. */
  public static final long USUAL_BYTES = 256L << 20;

  private static final long PATIENCE_SECONDS = 60;

  /** That of the task which a thread does at the moment, in whatever pool. */
  private static final ThreadLocal<@Nullable TaskGroup> CURRENT = new ThreadLocal<>();

  private final ForkJoinPool threads;
  private final RankRoom room = new RankRoom(MOST_RANKS);
  private final TraceSources sources;
  private final BooleanSupplier cancelWhen;
  private volatile boolean cancelled;

  /** How a task ended. The pool would throw a copy of a failure, without its message. */
  private record Ended<T>(@Nullable T result, @Nullable Throwable failure) {}

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
   * Does tasks at once, from within a task too. The first failure stops the others, those that are
   * under way too, and is thrown. An interrupt of the thread that waits stops them all. A task that
   * has others done must not have a trace in use meanwhile.
   *
   * @return what they return, in their order
   * @throws CancellationException if the pool was cancelled, or the calling thread interrupted,
   *     whose flag stays set
   */
  public <T> List<T> all(List<? extends Supplier<? extends T>> tasks) {
    TaskGroup group = new TaskGroup(CURRENT.get());
    throwIfCancelled();
    List<ForkJoinTask<Ended<T>>> forked = new ArrayList<>();
    CountDownLatch left = new CountDownLatch(tasks.size());
    tasks.forEach(task -> forked.add(ForkJoinTask.adapt(() -> ended(group, task, left))));
    try {
      if (ForkJoinTask.getPool() == threads) {
        forked.forEach(ForkJoinTask::fork);
      } else {
        forked.forEach(threads::execute);
        // Woken once, and not for each task.
        left.await();
      }
    } catch (RejectedExecutionException closed) {
      group.stop();
      throw cancelled(closed);
    } catch (InterruptedException interrupted) {
      throw interrupted(group);
    }
    @Nullable Throwable failure = null;
    List<T> results = new ArrayList<>();
    for (ForkJoinTask<Ended<T>> one : forked) {
      try {
        Ended<T> ended = one.get();
        if (ended.failure() == null) {
          results.add(Objects.requireNonNull(ended.result()));
        } else if (failure == null || failure instanceof TaskGroup.Stopped) {
          failure = ended.failure();
        }
      } catch (ExecutionException impossible) {
        throw new IllegalStateException(impossible);
      } catch (InterruptedException interrupted) {
        throw interrupted(group);
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

  private static CancellationException interrupted(TaskGroup group) {
    group.stop();
    Thread.currentThread().interrupt();
    return new CancellationException("interrupted while runs are made");
  }

  private <T> Ended<T> ended(TaskGroup group, Supplier<? extends T> task, CountDownLatch left) {
    @Nullable TaskGroup outer = CURRENT.get();
    CURRENT.set(group);
    try {
      throwIfStopped(group);
      return new Ended<>(task.get(), null);
    } catch (RuntimeException | Error failure) {
      group.stop();
      return new Ended<>(null, failure);
    } finally {
      left.countDown();
      // A thread that waits does tasks of others meanwhile.
      if (outer == null) {
        CURRENT.remove();
      } else {
        CURRENT.set(outer);
      }
    }
  }

  /** Replays a trace, when there is room for its ranks; the source is for this use alone. */
  public <R> R withTrace(HeldTrace trace, Function<TraceSource, R> use) {
    return withTrace(trace, 1, use);
  }

  /**
   * As {@link #withTrace(HeldTrace, Function)}, for several runs at once.
   *
   * @param runs each of which has a state of its own for each rank
   */
  public <R> R withTrace(HeldTrace trace, int runs, Function<TraceSource, R> use) {
    return withRoom(
        Math.multiplyExact(trace.ranks(), runs),
        () -> {
          throwIfCancelled();
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
              sources.drop(trace, source);
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
    sources.lend(trace, trace.trace().source());
  }

  /** How many sources are open and unused. */
  public int idleSources() {
    return sources.idle();
  }

  /** Has a simulation end when the pool is cancelled, or nobody waits for its task any more. */
  public Simulation.Builder heedCancellation(Simulation.Builder simulation) {
    @Nullable TaskGroup group = CURRENT.get();
    return simulation.stopWhen(
        () -> {
          throwIfStopped(group);
          return false;
        });
  }

  /**
   * Ends whoever works for a pool that was cancelled, or for somebody who does not wait any more.
   *
   * @throws CancellationException if so
   */
  public void throwIfCancelled() {
    throwIfStopped(CURRENT.get());
  }

  private void throwIfStopped(@Nullable TaskGroup group) {
    if (cancelled) {
      throw cancelled(null);
    }
    if (cancelWhen.getAsBoolean()) {
      // The threads are not needed any more, but who asks after this is to hear the reason.
      threads.shutdown();
      throw new CancellationException("cancelled by cancelWhen(..)");
    }
    if (group != null && group.isStopped()) {
      throw new TaskGroup.Stopped();
    }
  }

  private static CancellationException cancelled(@Nullable Throwable cause) {
    CancellationException cancelled =
        new CancellationException("the runner was cancelled or closed");
    if (cause != null) {
      cancelled.initCause(cause);
    }
    return cancelled;
  }

  /**
   * {@return whether a failure is not that of a task itself, but of those that it was one of, so
   * that others who want the same result have to find it themselves}
   *
   * @param failure anything that a task threw
   */
  public static boolean isStopOfOthers(Throwable failure) {
    return failure instanceof TaskGroup.Stopped;
  }

  /** A failure of which {@link #isStopOfOthers} is true. */
  public static CancellationException stopOfOthers() {
    return new TaskGroup.Stopped();
  }

  /**
   * Ends all that is under way soon, and idle threads; called by any thread, any number of times.
   */
  public void cancel() {
    cancelled = true;
    threads.shutdown();
  }

  /** Cancels what is under way, waits for it, and closes all sources that it opened. */
  @Override
  public void close() {
    if (ForkJoinTask.getPool() == threads) {
      throw new IllegalStateException(
          "a run or a question cannot close its own runner; call cancel() instead");
    }
    cancel();
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
