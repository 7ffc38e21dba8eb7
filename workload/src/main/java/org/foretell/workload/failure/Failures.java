package org.foretell.workload.failure;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.foretell.failure.ForetellException;
import umontreal.ssj.rng.MRG32k3a;
import umontreal.ssj.stat.Tally;

/** Simulates runs under failures. */
public final class Failures {
  private static final double CONFIDENCE = 0.95;
  private static final double P95 = 0.95;
  private static final int SEARCH_RUNS = 200;

  private Failures() {}

  /** How the interval between checkpoints is chosen. */
  public enum Interval {
    /** As given. */
    GIVEN,
    /** By Young's formula. */
    YOUNG,
    /** By Daly's formula. */
    DALY,
    /** The one with the least expected time: by the closed form, or by simulation. */
    BEST
  }

  /**
   * Simulates.
   *
   * @param run work, checkpoints and restart; its interval counts only if it is given
   * @param rates of failures
   * @param interval how to choose it
   * @param replications how many runs, at least 1
   * @param seed of the random numbers
   * @return times with their intervals
   * @throws ForetellException if runs never end, or the interval cannot be chosen
   */
  public static FailureResult of(
      Checkpoints run, FailureRates rates, Interval interval, int replications, long seed) {
    Checkpoints chosen = run.every(chosen(run, rates, interval, seed));
    Tally seconds = tally();
    Tally failures = tally();
    Tally lost = tally();
    Tally written = tally();
    Tally restarts = tally();
    double[] all = new double[replications];
    MRG32k3a stream = stream(seed);
    for (int i = 0; i < replications; i++) {
      FailedRun one =
          FailedRun.of(chosen, new FailureTimes(rates, stream))
              .orElseThrow(() -> endless(chosen, rates));
      stream.resetNextSubstream();
      all[i] = one.seconds();
      seconds.add(one.seconds());
      failures.add((double) one.failures());
      lost.add(one.lostSeconds());
      written.add(one.writtenSeconds());
      restarts.add(one.restartSeconds());
    }
    Arrays.sort(all);
    boolean writes = run.writeSeconds() > 0;
    double mtbf = rates.mtbfSeconds();
    return new FailureResult(
        rates,
        chosen,
        replications,
        mean(seconds),
        all[(int) Math.ceil(P95 * replications) - 1],
        mean(failures),
        mean(lost),
        mean(written),
        mean(restarts),
        rates.isExponential()
            ? OptionalDouble.of(ClosedForms.expectedSeconds(chosen, mtbf))
            : OptionalDouble.empty(),
        writes
            ? OptionalDouble.of(ClosedForms.young(run.writeSeconds(), mtbf))
            : OptionalDouble.empty(),
        writes
            ? OptionalDouble.of(ClosedForms.daly(run.writeSeconds(), mtbf))
            : OptionalDouble.empty());
  }

  private static Tally tally() {
    return new Tally();
  }

  private static MRG32k3a stream(long seed) {
    MRG32k3a stream = new MRG32k3a();
    stream.setSeed(new SplittableRandom(seed).longs(6, 1, 1L << 31).toArray());
    return stream;
  }

  private static FailureResult.Mean mean(Tally tally) {
    if (tally.numberObs() < 2) {
      return new FailureResult.Mean(tally.average(), 0);
    }
    double[] centre = new double[2];
    tally.confidenceIntervalStudent(CONFIDENCE, centre);
    return new FailureResult.Mean(centre[0], centre[1]);
  }

  private static double chosen(Checkpoints run, FailureRates rates, Interval interval, long seed) {
    if (interval == Interval.GIVEN) {
      return run.intervalSeconds();
    }
    if (run.writeSeconds() == 0) {
      throw ForetellException.usage(
          "checkpoints that take no time can be written all the time; state the interval");
    }
    double mtbf = rates.mtbfSeconds();
    double found =
        switch (interval) {
          case YOUNG -> ClosedForms.young(run.writeSeconds(), mtbf);
          case DALY -> ClosedForms.daly(run.writeSeconds(), mtbf);
          case BEST, GIVEN ->
              ClosedForms.best(
                  run,
                  seconds ->
                      rates.isExponential()
                          ? ClosedForms.expectedSeconds(run.every(seconds), mtbf)
                          : simulated(run.every(seconds), rates, seed));
        };
    return Math.min(found, run.workSeconds());
  }

  /** With the same random numbers each time, so that the search sees the interval only. */
  private static double simulated(Checkpoints run, FailureRates rates, long seed) {
    MRG32k3a stream = stream(seed);
    double sum = 0;
    for (int i = 0; i < SEARCH_RUNS; i++) {
      Optional<FailedRun> one = FailedRun.of(run, new FailureTimes(rates, stream));
      if (one.isEmpty()) {
        return Double.POSITIVE_INFINITY;
      }
      sum += one.get().seconds();
      stream.resetNextSubstream();
    }
    return sum / SEARCH_RUNS;
  }

  private static ForetellException endless(Checkpoints run, FailureRates rates) {
    return ForetellException.badInput(
        ("the run does not end: something fails every %.3g s on average, and an interval of %.3g s"
             + " with a checkpoint of %.3g s and a restart of %.3g s takes more than %.0f times as"
             + " long as its work; write checkpoints faster or more often, or use fewer nodes")
            .formatted(
                rates.mtbfSeconds(),
                run.intervalSeconds(),
                run.writeSeconds(),
                run.restartSeconds(),
                FailedRun.MOST_TIMES));
  }
}
