package org.foretell.models.noise;

import java.util.List;
import java.util.stream.IntStream;
import org.foretell.models.random.RankStreams;
import org.foretell.time.Ps;
import umontreal.ssj.stat.Tally;

/**
 * The predictions of several runs of a program with different random numbers. Figures include only
 * completed runs. Immutable.
 */
public final class Replications {
  private static final double CONFIDENCE = 0.95;

  /** What a share times a number of runs may be off the whole number that is meant. */
  private static final double ROUNDING = 1e-9;

  private final List<Run> runs;
  private final Tally seconds = new Tally();

  /** Of the runs that came to their end. */
  private final double[] sortedSeconds;

  /**
   * A single run.
   *
   * @param seed of everything random in it
   * @param completed whether it came to its end
   * @param predictedPs its run time in picoseconds, or, if it did not finish, how far it got
   */
  public record Run(long seed, boolean completed, long predictedPs) {}

  private Replications(List<Run> runs) {
    this.runs = runs;
    sortedSeconds =
        runs.stream()
            .filter(Run::completed)
            .mapToDouble(run -> Ps.toSeconds(run.predictedPs()))
            .peek(seconds::add)
            .sorted()
            .toArray();
  }

  /**
   * {@return the combined predictions of runs}
   *
   * @param runs at least one, in the order of their numbers
   * @throws IllegalArgumentException if there is none
   */
  public static Replications of(List<Run> runs) {
    if (runs.isEmpty()) {
      throw new IllegalArgumentException("no runs");
    }
    return new Replications(List.copyOf(runs));
  }

  /**
   * {@return the seed of one of several runs, for repeating that run alone}
   *
   * @param first the seed of the first run
   * @param replication number of the run, from 0
   */
  public static long seedOf(long first, int replication) {
    return RankStreams.seedOf(first, replication);
  }

  /** {@return the number of runs} */
  public int count() {
    return runs.size();
  }

  /** {@return the number of completed runs} */
  public int completed() {
    return seconds.numberObs();
  }

  /**
   * {@return whether a run completed}
   *
   * @param replication 0 to {@code count() - 1}
   */
  public boolean completed(int replication) {
    return runs.get(replication).completed();
  }

  /**
   * {@return the predicted time of a run, or, if it did not finish, how far it got}
   *
   * @param replication 0 to {@code count() - 1}
   */
  public long predictedPs(int replication) {
    return runs.get(replication).predictedPs();
  }

  /**
   * {@return the seed for repeating a run alone}
   *
   * @param replication 0 to {@code count() - 1}
   */
  public long seed(int replication) {
    return runs.get(replication).seed();
  }

  /** {@return the run to report in detail: the first that did not finish, else a median} */
  public int representative() {
    for (int i = 0; i < runs.size(); i++) {
      if (!completed(i)) {
        return i;
      }
    }
    return IntStream.range(0, runs.size())
        .boxed()
        .sorted((a, b) -> Long.compare(predictedPs(a), predictedPs(b)))
        .skip((runs.size() - 1) / 2)
        .findFirst()
        .orElseThrow();
  }

  /** {@return the mean run time; NaN if no run completed} */
  public double meanSeconds() {
    return completed() == 0 ? Double.NaN : seconds.average();
  }

  /** {@return the standard deviation of the run time; NaN unless at least two runs completed} */
  public double standardDeviationSeconds() {
    return completed() < 2 ? Double.NaN : seconds.standardDeviation();
  }

  /**
   * {@return half the width of the 95 % confidence interval of the mean, by Student's distribution;
   * NaN unless at least two runs completed}
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
   * run completed}
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
