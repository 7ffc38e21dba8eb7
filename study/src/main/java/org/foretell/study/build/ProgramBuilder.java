package org.foretell.study.build;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** A program that the machine is bought for. */
public final class ProgramBuilder {
  private final Map<String, Object> members = new LinkedHashMap<>();

  private final Map<String, Object> ratios = new LinkedHashMap<>();
  private final Map<String, Object> pairs = new LinkedHashMap<>();
  private final Map<String, Object> reference = new LinkedHashMap<>();

  private ProgramBuilder() {}

  /**
   * {@return a program}
   *
   * @param name of it
   * @param trace of one of its runs
   */
  public static ProgramBuilder program(String name, Path trace) {
    ProgramBuilder program = new ProgramBuilder();
    program.members.put("name", name);
    program.members.put("trace", trace.toString());
    return program;
  }

  /**
   * {@return a program whose run on a number of ranks is extrapolated from other runs, unless one
   * of them has that number}
   *
   * @param name of it
   * @param ranks wanted, 1 to 1,048,576
   * @param traces of its runs, at least two, with different numbers of ranks
   */
  public static ProgramBuilder traces(String name, int ranks, Path... traces) {
    ProgramBuilder program = new ProgramBuilder();
    program.members.put("name", name);
    program.members.put("traces", Arrays.stream(traces).map(String::valueOf).toList());
    program.members.put("ranks", ranks);
    return program;
  }

  /**
   * {@return a queue of jobs as a program}
   *
   * @param name of it
   * @param queue its jobs and settings
   */
  public static ProgramBuilder mix(String name, MixBuilder queue) {
    ProgramBuilder program = new ProgramBuilder();
    program.members.put("name", name);
    program.members.put("mix", queue.written());
    return program;
  }

  /**
   * {@return a workflow as a program}
   *
   * @param name of it
   * @param pipeline its tasks and settings
   */
  public static ProgramBuilder workflow(String name, WorkflowBuilder pipeline) {
    ProgramBuilder program = new ProgramBuilder();
    program.members.put("name", name);
    program.members.put("workflow", pipeline.written());
    return program;
  }

  /**
   * Allows laws that several traces leave open to be decided: the simplest of each is taken, and
   * the answer says so as a doubt.
   *
   * @return this
   */
  public ProgramBuilder approximate() {
    members.put("approximate", true);
    return this;
  }

  /**
   * Sets how many ranks a node may have, of which each offer takes the best.
   *
   * @param ranks each at least 1
   * @return this
   */
  public ProgramBuilder ranksPerNode(int... ranks) {
    members.put("ranksPerNode", Arrays.stream(ranks).boxed().toList());
    return this;
  }

  /**
   * Sets how often users run it.
   *
   * @param figure of it
   * @return this
   */
  public ProgramBuilder runsPerDay(Figure figure) {
    members.put("runsPerDay", figure.written());
    return this;
  }

  /**
   * Sets the weight in means over programs.
   *
   * @param figure of it
   * @return this
   */
  public ProgramBuilder weight(Figure figure) {
    members.put("weight", figure.written());
    return this;
  }

  /**
   * Limits the time of a run.
   *
   * @param limit with its unit, {@code "5min"}
   * @return this
   */
  public ProgramBuilder timeLimit(String limit) {
    members.put("timeLimit", limit);
    return this;
  }

  /**
   * Sets the factor of the predicted time, for a trace of a part of the run.
   *
   * @param figure of it
   * @return this
   */
  public ProgramBuilder scale(Figure figure) {
    members.put("scale", figure.written());
    return this;
  }

  /**
   * Sets how fast the cores of an offer are in this program.
   *
   * @param offer name of it
   * @param ratio speed over that of the traced core
   * @return this
   */
  public ProgramBuilder coreRatio(String offer, Figure ratio) {
    ratios.put(offer, ratio.written());
    members.put("coreRatio", ratios);
    return this;
  }

  /**
   * Sets the speed of the cores that it was traced on.
   *
   * @param speed as {@code --traced-core-speed} takes it
   * @return this
   */
  public ProgramBuilder tracedCoreSpeed(String speed) {
    members.put("tracedCoreSpeed", speed);
    return this;
  }

  /**
   * Sets a table of work.
   *
   * @param table as {@code --work} takes it
   * @return this
   */
  public ProgramBuilder work(Path table) {
    members.put("work", table.toString());
    return this;
  }

  /**
   * Sets the share of the time of bursts that memory bounds.
   *
   * @param share 0 to 1
   * @return this
   */
  public ProgramBuilder memoryBound(double share) {
    members.put("memoryBound", Figure.number(share));
    return this;
  }

  /**
   * Takes the speed of the cores of an offer from two runs.
   *
   * @param offer name of it
   * @param base trace of a small run on the traced machine
   * @param other trace of the same run on the offered machine
   * @return this
   */
  public ProgramBuilder measuredPair(String offer, Path base, Path other) {
    Map<String, Object> pair = new LinkedHashMap<>();
    pair.put("base", base.toString());
    pair.put("other", other.toString());
    pairs.put(offer, pair);
    members.put("measuredPair", pairs);
    return this;
  }

  /**
   * Sets the time of a run on the reference machine.
   *
   * @param nodes of that run
   * @param time with its unit
   * @return this
   */
  public ProgramBuilder reference(long nodes, Figure time) {
    reference.put("nodes", nodes);
    reference.put("time", time.written());
    members.put("reference", reference);
    return this;
  }

  /**
   * Sets the figure of merit of a run on the reference machine.
   *
   * @param nodes of that run
   * @param merit work a second; more is better
   * @param work of the traced run, in the same unit
   * @return this
   */
  public ProgramBuilder referenceMerit(long nodes, Figure merit, double work) {
    reference.put("nodes", nodes);
    reference.put("figureOfMerit", merit.written());
    reference.put("work", Figure.number(work));
    members.put("reference", reference);
    return this;
  }

  /**
   * Sets how many operations a run does, for SSP; needs a reference.
   *
   * @param count above 0
   * @return this
   */
  public ProgramBuilder operations(double count) {
    reference.put("operations", Figure.number(count));
    members.put("reference", reference);
    return this;
  }

  /**
   * Sets the work of the wanted problem over that of the reference problem; needs a reference.
   *
   * @param factor above 0
   * @return this
   */
  public ProgramBuilder capability(double factor) {
    reference.put("capability", Figure.number(factor));
    members.put("reference", reference);
    return this;
  }

  /**
   * Makes its runs differ.
   *
   * @param noise of this program
   * @return this
   */
  public ProgramBuilder noise(NoiseBuilder noise) {
    members.put("noise", noise.written());
    return this;
  }

  /** As a file has it. */
  Map<String, Object> written() {
    return members;
  }
}
