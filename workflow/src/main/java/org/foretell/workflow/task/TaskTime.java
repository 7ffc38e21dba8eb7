package org.foretell.workflow.task;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import org.foretell.time.Ps;
import umontreal.ssj.probdist.ContinuousDistribution;
import umontreal.ssj.probdist.ExponentialDist;
import umontreal.ssj.probdist.LognormalDist;
import umontreal.ssj.probdist.NormalDist;
import umontreal.ssj.probdist.TriangularDist;
import umontreal.ssj.probdist.TruncatedDist;
import umontreal.ssj.probdist.UniformDist;

/**
 * How long a task computes: a value, a distribution, one of the durations that were measured, or as
 * long as an MPI program on the simulated machine.
 *
 * <p>Immutable; any thread may use it. Arguments are seconds, at least 0 and at most {@value
 * #MOST_SECONDS}.
 */
public final class TaskTime {
  /** Longest duration of a task in seconds, about a hundred days. */
  public static final double MOST_SECONDS = 9e6;

  private static final double PS_PER_SECOND = 1e12;
  private static final int MIDPOINTS = 4096;
  private static final double[] ALIKE = {};

  /** Maps a number from 0 to 1 to seconds; does not fall. */
  @FunctionalInterface
  private interface Quantiles {
    double at(double share);
  }

  private final Quantiles quantiles;
  private final OptionalDouble meanSeconds;
  private final boolean isFixed;
  private final Optional<MpiProgram> program;

  /** By task of a stage; empty if all tasks are alike. */
  private final double[] byTask;

  private TaskTime(
      Quantiles quantiles,
      OptionalDouble meanSeconds,
      boolean isFixed,
      Optional<MpiProgram> program,
      double[] byTask) {
    this.quantiles = quantiles;
    this.meanSeconds = meanSeconds;
    this.isFixed = isFixed;
    this.program = program;
    this.byTask = byTask;
  }

  private TaskTime(Quantiles quantiles, double meanSeconds, boolean isFixed) {
    this(quantiles, OptionalDouble.of(meanSeconds), isFixed, Optional.empty(), ALIKE);
  }

  private static double checked(double seconds) {
    if (!(seconds >= 0 && seconds <= MOST_SECONDS)) {
      throw new IllegalArgumentException(
          "a task must take 0 to " + MOST_SECONDS + " s, but takes " + seconds);
    }
    return seconds;
  }

  /**
   * {@return always the same duration}
   *
   * @param seconds the duration
   */
  public static TaskTime of(double seconds) {
    checked(seconds);
    return new TaskTime(share -> seconds, seconds, true);
  }

  /**
   * {@return a normal distribution without its part below 0} If the standard deviation is not small
   * against the mean, the mean of what is left is above the one given.
   *
   * @param meanSeconds mean before the cut
   * @param deviationSeconds standard deviation before the cut, above 0
   */
  public static TaskTime normal(double meanSeconds, double deviationSeconds) {
    double most = checked(meanSeconds) + 40 * checked(deviationSeconds);
    ContinuousDistribution whole = new NormalDist(meanSeconds, deviationSeconds);
    return averaged(new TruncatedDist(whole, 0, most)::inverseF);
  }

  /**
   * {@return a lognormal distribution}
   *
   * @param meanSeconds its mean, above 0
   * @param deviationSeconds its standard deviation, above 0
   */
  public static TaskTime lognormal(double meanSeconds, double deviationSeconds) {
    double ratio = checked(deviationSeconds) / checked(meanSeconds);
    double variance = Math.log1p(ratio * ratio);
    double mu = Math.log(meanSeconds) - variance / 2;
    return drawn(new LognormalDist(mu, Math.sqrt(variance)), meanSeconds);
  }

  /**
   * {@return an exponential distribution}
   *
   * @param meanSeconds its mean, above 0
   */
  public static TaskTime exponential(double meanSeconds) {
    return drawn(new ExponentialDist(1 / checked(meanSeconds)), meanSeconds);
  }

  /**
   * {@return a uniform distribution}
   *
   * @param fromSeconds least duration
   * @param toSeconds longest duration, above the least
   */
  public static TaskTime uniform(double fromSeconds, double toSeconds) {
    return drawn(
        new UniformDist(checked(fromSeconds), checked(toSeconds)), (fromSeconds + toSeconds) / 2);
  }

  /**
   * {@return a triangular distribution}
   *
   * @param fromSeconds least duration
   * @param modeSeconds most likely duration
   * @param toSeconds longest duration, above the least
   */
  public static TaskTime triangular(double fromSeconds, double modeSeconds, double toSeconds) {
    return drawn(
        new TriangularDist(checked(fromSeconds), checked(toSeconds), checked(modeSeconds)),
        (fromSeconds + modeSeconds + toSeconds) / 3);
  }

  /**
   * {@return one of several durations, all equally likely}
   *
   * @param seconds at least one
   */
  public static TaskTime measured(double... seconds) {
    double[] sorted = seconds.clone();
    Arrays.sort(sorted);
    double sum = 0;
    for (double each : sorted) {
      sum += checked(each);
    }
    if (sorted.length == 0) {
      throw new IllegalArgumentException("no measured durations");
    }
    int last = sorted.length - 1;
    return new TaskTime(
        share -> sorted[Math.min(last, (int) (share * sorted.length))],
        sum / sorted.length,
        sorted[0] == sorted[last]);
  }

  /**
   * {@return a duration for each task of a stage} A single task with it draws one of them.
   *
   * @param seconds by task of an instance, in their order; at least one
   */
  public static TaskTime each(double... seconds) {
    TaskTime drawn = measured(seconds);
    return new TaskTime(
        drawn.quantiles, drawn.meanSeconds, drawn.isFixed, drawn.program, seconds.clone());
  }

  /**
   * {@return the duration of an MPI program that runs alone on the simulated machine} It is unknown
   * until a simulation has replayed the program.
   *
   * @param program its trace and nodes
   */
  public static TaskTime of(MpiProgram program) {
    return new TaskTime(share -> 0, OptionalDouble.empty(), true, Optional.of(program), ALIKE);
  }

  /**
   * {@return the same program with its duration on a machine}
   *
   * @param seconds the duration
   */
  public TaskTime replayed(double seconds) {
    checked(seconds);
    return new TaskTime(share -> seconds, OptionalDouble.of(seconds), true, program, ALIKE);
  }

  private static TaskTime drawn(ContinuousDistribution distribution, double mean) {
    return new TaskTime(distribution::inverseF, mean, false);
  }

  /** The mean over the quantiles, for distributions whose mean has no closed form. */
  private static TaskTime averaged(Quantiles quantiles) {
    double sum = 0;
    for (int i = 0; i < MIDPOINTS; i++) {
      sum += quantiles.at((i + 0.5) / MIDPOINTS);
    }
    return new TaskTime(quantiles, sum / MIDPOINTS, false);
  }

  /**
   * {@return the mean duration in seconds}
   *
   * @throws IllegalStateException if it is that of a program that was not replayed yet
   */
  public double meanSeconds() {
    return meanSeconds.orElseThrow(
        () -> new IllegalStateException("the program was not replayed yet: " + program));
  }

  /** {@return how many tasks of a stage have a duration of their own, 0 if they are alike} */
  public int durations() {
    return byTask.length;
  }

  /**
   * {@return the duration of a task of a stage; this if they are alike}
   *
   * @param task its number within its instance, below {@link #durations()}
   */
  public TaskTime ofTask(int task) {
    return byTask.length == 0 ? this : of(byTask[task]);
  }

  /** {@return the MPI program that takes this time; empty if the time is stated} */
  public Optional<MpiProgram> program() {
    return program;
  }

  /** {@return whether every draw is the same} */
  public boolean isFixed() {
    return isFixed;
  }

  /**
   * {@return the duration at a share of the probability, picoseconds}
   *
   * @param share 0 to below 1
   */
  public long atPs(double share) {
    double seconds = isFixed ? meanSeconds() : Math.min(MOST_SECONDS, quantiles.at(share));
    return Ps.round(Math.max(0, seconds) * PS_PER_SECOND);
  }
}
