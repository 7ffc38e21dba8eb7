package org.foretell.study.build;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** A queue of jobs as a program of a study, with the settings of {@code sim mix}. */
public final class MixBuilder {
  private final Map<String, Object> members = new LinkedHashMap<>();

  private MixBuilder() {}

  /**
   * {@return a queue}
   *
   * @param jobs file of the jobs
   */
  public static MixBuilder mix(Path jobs) {
    return new MixBuilder().with("jobs", jobs.toString());
  }

  private MixBuilder with(String name, Object value) {
    members.put(name, value);
    return this;
  }

  /**
   * Sets the rule of the scheduler; that of the file if it is not set.
   *
   * @param rule {@code fcfs}, {@code easy} or {@code conservative}
   * @return this
   */
  public MixBuilder policy(String rule) {
    return with("policy", rule);
  }

  /**
   * Has the traces of jobs that run at the same time replayed together.
   *
   * @return this
   */
  public MixBuilder together() {
    return with("together", true);
  }

  /**
   * Sets how many times as long as alone traces take beside others.
   *
   * @param factor at least 1
   * @return this
   */
  public MixBuilder interference(double factor) {
    return with("interference", Figure.number(factor));
  }

  /**
   * Gives jobs any free nodes, at random, rather than the first ones.
   *
   * @return this
   */
  public MixBuilder anyNodes() {
    return with("anyNodes", true);
  }

  /**
   * Lets jobs outlast their estimates.
   *
   * @return this
   */
  public MixBuilder noKill() {
    return with("kill", false);
  }

  /**
   * Limits how long 95 % of the jobs wait.
   *
   * @param wait with its unit, {@code "1h"}
   * @return this
   */
  public MixBuilder demand(String wait) {
    return with("demand", wait);
  }

  /**
   * Sets how many runs with different random numbers are made.
   *
   * @param count at least 1
   * @return this
   */
  public MixBuilder replications(int count) {
    return with("replications", count);
  }

  /** As a file has it. */
  Map<String, Object> written() {
    return members;
  }
}
