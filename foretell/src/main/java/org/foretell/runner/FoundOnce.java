package org.foretell.runner;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.foretell.pool.ReplayPool;

/**
 * Results by key, each found once. A thread that wants one that another thread is about to find
 * waits for it. Used by any number of threads.
 *
 * @param <T> a result
 */
final class FoundOnce<T> {
  private final Map<String, CompletableFuture<T>> results = new ConcurrentHashMap<>();

  /**
   * A result.
   *
   * @param key of all that decides it
   * @param find called if the result is not known yet; must not wait for another caller that waits
   *     here
   * @param throwIfStopped called if the thread that was to find it has been stopped, before this
   *     one finds it
   */
  T of(String key, Supplier<T> find, Runnable throwIfStopped) {
    while (true) {
      CompletableFuture<T> own = new CompletableFuture<>();
      CompletableFuture<T> before = results.putIfAbsent(key, own);
      if (before == null) {
        return first(key, find, own);
      }
      try {
        return found(before);
      } catch (CancellationException ended) {
        if (!ReplayPool.isStopOfOthers(ended)) {
          throw ended;
        }
        throwIfStopped.run();
      }
    }
  }

  /**
   * Tries to find results at once, without those that are known already, or that another thread is
   * about to find.
   *
   * @param keys each once
   * @param find called with some of the keys, answers with results of any of these; must not wait
   *     for another caller that waits here
   * @return what was found, by key; whoever waits for something else finds that itself
   */
  Map<String, T> tryAll(Collection<String> keys, Function<List<String>, Map<String, T>> find) {
    Map<String, CompletableFuture<T>> own = new LinkedHashMap<>();
    for (String key : keys) {
      CompletableFuture<T> one = new CompletableFuture<>();
      if (results.putIfAbsent(key, one) == null) {
        own.put(key, one);
      }
    }
    Map<String, T> found = Map.of();
    try {
      found = own.isEmpty() ? found : find.apply(List.copyOf(own.keySet()));
      return found;
    } finally {
      for (Map.Entry<String, CompletableFuture<T>> one : own.entrySet()) {
        T result = found.get(one.getKey());
        if (result == null) {
          results.remove(one.getKey(), one.getValue());
          one.getValue().completeExceptionally(ReplayPool.stopOfOthers());
        } else {
          one.getValue().complete(result);
        }
      }
    }
  }

  /** A failure is not remembered. */
  private T first(String key, Supplier<T> find, CompletableFuture<T> own) {
    try {
      T now = find.get();
      own.complete(now);
      return now;
    } catch (RuntimeException | Error failure) {
      results.remove(key, own);
      own.completeExceptionally(failure);
      throw failure;
    }
  }

  private static <T> T found(CompletableFuture<T> before) {
    try {
      return before.join();
    } catch (CompletionException failed) {
      if (failed.getCause() instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      if (failed.getCause() instanceof Error error) {
        throw error;
      }
      throw failed;
    }
  }

  /** {@return how many results there are, or are about to be} */
  int size() {
    return results.size();
  }
}
