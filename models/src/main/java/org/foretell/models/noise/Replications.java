package org.foretell.models.noise;

import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.foretell.models.random.RankStreams;
import org.foretell.result.Prediction;
import org.foretell.time.Ps;
import org.jspecify.annotations.Nullable;
import umontreal.ssj.stat.Tally;

/**
 * What several runs of one program with different random numbers predict. Figures are of the runs
 * that came to their end. Immutable.
 */
public final class Replications {
  private static final double CONFIDENCE = 0.95;

  /** What a share times a number of runs may be off the whole number that is meant. */
  private static final double ROUNDING = 1e-9;

  private final long[] seeds;
  private final Prediction[] predictions;
  private final Tally seconds = new Tally();

  /** Of the runs that came to their end. */
  private final double[] sortedSeconds;

  /** One thread's means to make runs. */
  public interface Worker extends AutoCloseable {
    /**
     * One run, from the beginning.
     *
     * @param seed of everything random in this run
     * @return how it ended
     */
    Prediction run(long seed);

    @Override
    void close();
  }

  private Replications(long[] seeds, Prediction[] predictions) {
    this.seeds = seeds;
    this.predictions = predictions;
    sortedSeconds =
        IntStream.range(0, seeds.length)
            .filter(this::completed)
            .mapToDouble(i -> Ps.toSeconds(predictions[i].makespanPs()))
            .peek(seconds::add)
            .sorted()
            .toArray();
  }

  /**
   * Makes all runs. Their figures are the same on any number of threads. When one fails, those
   * under way come to their end, no further one begins, and its exception is thrown.
   *
   * @param count number of runs, at least 1
   * @param threads how many at once, at least 1
   * @param seed of the first; the others follow from it, see {@link RankStreams#seedOf}
   * @param workers called once on each thread
   * @return how it ended
   * @throws IllegalArgumentException if a number is below 1
   */
  public static Replications run(int count, int threads, long seed, Supplier<Worker> workers) {
    if (count < 1 || threads < 1) {
      throw new IllegalArgumentException(count + " runs on " + threads + " threads");
    }
    long[] seeds = IntStream.range(0, count).mapToLong(i -> RankStreams.seedOf(seed, i)).toArray();
    Prediction[] predictions = new Prediction[count];
    AtomicInteger next = new AtomicInteger();
    Callable<@Nullable Void> onThread =
        () -> {
          try (Worker worker = workers.get()) {
            for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
              predictions[i] = worker.run(seeds[i]);
            }
          } catch (RuntimeException | Error failure) {
            next.set(count);
            throw failure;
          }
          return null;
        };
    await(onThread, Math.min(count, threads));
    return new Replications(seeds, predictions);
  }

  /** Runs on all threads and waits for all of them; then throws what the first one threw. */
  private static void await(Callable<@Nullable Void> onThread, int threads) {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      @Nullable Throwable failure = null;
      for (Future<@Nullable Void> one : pool.invokeAll(Collections.nCopies(threads, onThread))) {
        try {
          one.get();
        } catch (ExecutionException failed) {
          failure = failure == null ? failed.getCause() : failure;
        }
      }
      if (failure instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      if (failure instanceof Error error) {
        throw error;
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while runs are made", interrupted);
    } finally {
      pool.shutdown();
    }
  }

  /** {@return the number of runs} */
  public int count() {
    return seeds.length;
  }

  /** {@return the number of runs that came to their end} */
  public int completed() {
    return seconds.numberObs();
  }

  /**
   * {@return whether a run came to its end}
   *
   * @param replication 0 to {@code count() - 1}
   */
  public boolean completed(int replication) {
    return predictions[replication].outcome() == Prediction.Outcome.COMPLETED;
  }

  /**
   * {@return the run time that a run predicts, or, if it did not come to its end, how far it got}
   *
   * @param replication 0 to {@code count() - 1}
   */
  public long predictedPs(int replication) {
    return predictions[replication].makespanPs();
  }

  /**
   * {@return the seed with which a run can be repeated alone}
   *
   * @param replication 0 to {@code count() - 1}
   */
  public long seed(int replication) {
    return seeds[replication];
  }

  /** {@return the run to look at closely: the first that did not come to its end, else a median} */
  public int representative() {
    for (int i = 0; i < seeds.length; i++) {
      if (!completed(i)) {
        return i;
      }
    }
    return IntStream.range(0, seeds.length)
        .boxed()
        .sorted((a, b) -> Long.compare(predictedPs(a), predictedPs(b)))
        .skip((seeds.length - 1) / 2)
        .findFirst()
        .orElseThrow();
  }

  /** {@return the mean run time; NaN if no run came to its end} */
  public double meanSeconds() {
    return completed() == 0 ? Double.NaN : seconds.average();
  }

  /** {@return the standard deviation of the run time; NaN unless two runs came to their end} */
  public double standardDeviationSeconds() {
    return completed() < 2 ? Double.NaN : seconds.standardDeviation();
  }

  /**
   * {@return half the width of the 95 % confidence interval of the mean, by Student's distribution;
   * NaN unless two runs came to their end}
   */
  public double confidenceSeconds() {
    if (completed() < 2) {
      return Double.NaN;
    }
    double[] centreAndRadius = new double[2];
    seconds.confidenceIntervalStudent(CONFIDENCE, centreAndRadius);
    return centreAndRadius[1];
  }

  /**
   * {@return the shortest run time that at least this share of the runs does not exceed; NaN if no
   * run came to its end}
   *
   * @param probability 0 to 1
   */
  public double quantileSeconds(double probability) {
    if (completed() == 0) {
      return Double.NaN;
    }
    // SSJ's empirical distribution takes the next higher one where the share is a whole number of
    // runs.
    int enough = (int) Math.ceil(probability * sortedSeconds.length - ROUNDING);
    return sortedSeconds[Math.max(0, enough - 1)];
  }
}
