package org.foretell.study.description;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A program that the machine is bought for.
 *
 * @param name of the program
 * @param traces of its runs; none of a mix or a workflow
 * @param ranksPerNode that may be chosen, each at least 1; the study takes the best for each offer.
 *     None for as many as a node has cores
 * @param weight in a mean over programs, at least 0
 * @param runsPerDay that users want, at least 0
 * @param timeLimitSeconds within which a run must end
 * @param scale by which the predicted time is multiplied, where the traced run is a part of the
 *     real one, such as 100 of 10,000 steps
 * @param reference its run on the machine that offers are compared with
 * @param coreRatios by name of an offer: how many times faster its cores are in this program than
 *     the machine file says
 * @param tracedCoreSpeed speed of the cores that it was traced on, as {@code --traced-core-speed}
 *     takes it
 * @param work table of work, as {@code --work} takes it
 * @param memoryBound share of the time of bursts that the memory of a node bounds, as {@code
 *     --memory-bound} takes it, 0 to 1
 * @param measuredPairs by name of an offer: traces of a small run of the program on the traced
 *     machine and on that of the offer, as {@code --measured-pair} takes them
 * @param noise that makes its runs differ; empty if all are equal. Of a mix or a workflow with
 *     several replications it has their number, and no kind of noise
 * @param simulated the mix or the workflow that it is; empty if it is a trace
 */
public record Program(
    String name,
    ProgramTraces traces,
    List<Integer> ranksPerNode,
    Estimate weight,
    Estimate runsPerDay,
    OptionalDouble timeLimitSeconds,
    Estimate scale,
    Optional<Reference> reference,
    Map<String, Estimate> coreRatios,
    Optional<String> tracedCoreSpeed,
    Optional<Path> work,
    OptionalDouble memoryBound,
    Map<String, MeasuredPair> measuredPairs,
    Optional<RunNoise> noise,
    Optional<Simulated> simulated) {
  /** Copies. */
  public Program {
    ranksPerNode = List.copyOf(ranksPerNode);
    coreRatios = Map.copyOf(coreRatios);
    measuredPairs = Map.copyOf(measuredPairs);
  }

  /**
   * A program that is a trace.
   *
   * @param name of the program
   * @param traces of its runs
   * @param ranksPerNode that may be chosen
   * @param weight in a mean over programs
   * @param runsPerDay that users want
   * @param timeLimitSeconds within which a run must end
   * @param scale by which the predicted time is multiplied
   * @param reference its run on the machine that offers are compared with
   * @param coreRatios by name of an offer
   * @param tracedCoreSpeed speed of the cores that it was traced on
   * @param work table of work
   * @param memoryBound share of the time of bursts
   * @param measuredPairs by name of an offer
   * @param noise that makes its runs differ
   */
  public Program(
      String name,
      ProgramTraces traces,
      List<Integer> ranksPerNode,
      Estimate weight,
      Estimate runsPerDay,
      OptionalDouble timeLimitSeconds,
      Estimate scale,
      Optional<Reference> reference,
      Map<String, Estimate> coreRatios,
      Optional<String> tracedCoreSpeed,
      Optional<Path> work,
      OptionalDouble memoryBound,
      Map<String, MeasuredPair> measuredPairs,
      Optional<RunNoise> noise) {
    this(
        name,
        traces,
        ranksPerNode,
        weight,
        runsPerDay,
        timeLimitSeconds,
        scale,
        reference,
        coreRatios,
        tracedCoreSpeed,
        work,
        memoryBound,
        measuredPairs,
        noise,
        Optional.empty());
  }

  /**
   * Two runs of one program, perhaps a small one.
   *
   * @param base trace of the run on the machine that the program was traced on
   * @param other trace of the run on the machine of the offer
   */
  public record MeasuredPair(Path base, Path other) {}

  /**
   * {@return the trace that is replayed}
   *
   * @throws IllegalStateException if the program has several traces and none was chosen yet, or if
   *     it is a mix or a workflow
   */
  public Path trace() {
    return traces.replayed();
  }

  /**
   * {@return the same with other traces}
   *
   * @param others of its runs
   */
  public Program withTraces(ProgramTraces others) {
    return with(others, runsPerDay, coreRatios);
  }

  /**
   * {@return the same with another demand}
   *
   * @param runs a day, at least 0
   */
  public Program withRunsPerDay(Estimate runs) {
    return with(traces, runs, coreRatios);
  }

  /**
   * {@return the same with other speeds of cores}
   *
   * @param ratios by name of an offer
   */
  public Program withCoreRatios(Map<String, Estimate> ratios) {
    return with(traces, runsPerDay, ratios);
  }

  private Program with(ProgramTraces others, Estimate runs, Map<String, Estimate> ratios) {
    return new Program(
        name,
        others,
        ranksPerNode,
        weight,
        runs,
        timeLimitSeconds,
        scale,
        reference,
        ratios,
        tracedCoreSpeed,
        work,
        memoryBound,
        measuredPairs,
        noise,
        simulated);
  }

  /**
   * A run on the machine that offers are compared with.
   *
   * @param nodes that it used, at least 1
   * @param measured its time in seconds, or its figure of merit; above 0
   * @param work of a run in the unit of the figure of merit, which is work a second; empty if the
   *     time was measured
   * @param operations that it did, in any unit, for SSP
   * @param capability work of the problem that is to be run over that of the reference, for SSI
   */
  public record Reference(
      long nodes,
      Estimate measured,
      OptionalDouble work,
      OptionalDouble operations,
      double capability) {
    /**
     * {@return how many times better a run is: the ratio of the times, or of the figures of merit}
     *
     * @param seconds of the run
     * @param reference the time or the figure of merit of the reference
     */
    public double speedUp(double seconds, double reference) {
      return work.isPresent() ? work.getAsDouble() / seconds / reference : reference / seconds;
    }
  }
}
