package org.foretell.parsers.runs;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;

/**
 * Does tasks on several threads and takes in what they leave in the order of their numbers, so that
 * nobody can tell how many threads there were. Of several failures that of the lowest task counts.
 */
final class InOrder {
  private InOrder() {}

  private record UnderWay<S>(S slot, Future<?> task) {}

  /**
   * Does tasks 0 to {@code count} less 1. When it returns or fails, no task is under way.
   *
   * @param slots what tasks work with, each one task at a time; there are at most as many tasks
   *     under way, or waiting to be taken in
   * @param task does the task of a number
   * @param takeIn takes in what the task of a slot left there; called by the calling thread
   * @throws CancellationException if the calling thread is interrupted, whose flag stays set
   */
  static <S> void run(
      int count, int threads, List<S> slots, ObjIntConsumer<S> task, Consumer<S> takeIn) {
    ExecutorService executor =
        Executors.newFixedThreadPool(
            threads,
            work -> {
              Thread thread = new Thread(work, "reader of ranks");
              thread.setDaemon(true);
              return thread;
            });
    try {
      Deque<S> free = new ArrayDeque<>(slots);
      Deque<UnderWay<S>> underWay = new ArrayDeque<>();
      int next = 0;
      while (next < count || !underWay.isEmpty()) {
        while (next < count && !free.isEmpty()) {
          S slot = free.remove();
          int number = next++;
          underWay.add(new UnderWay<>(slot, executor.submit(() -> task.accept(slot, number))));
        }
        UnderWay<S> first = underWay.remove();
        await(first.task);
        takeIn.accept(first.slot);
        free.add(first.slot);
      }
    } finally {
      end(executor);
    }
  }

  private static void await(Future<?> task) {
    try {
      task.get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) failed.getCause(); // Tasks throw nothing else.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("the thread that reads a trace was interrupted");
    }
  }

  /** Interrupts all tasks that are under way, and waits for their ends. */
  private static void end(ExecutorService executor) {
    executor.shutdownNow();
    boolean interrupted = false;
    boolean ended = false;
    while (!ended) {
      try {
        ended = executor.awaitTermination(1, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
