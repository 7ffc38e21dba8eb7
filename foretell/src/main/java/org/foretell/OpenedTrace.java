package org.foretell;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.foretell.failure.ForetellException;
import org.foretell.input.OpenTrace;
import org.foretell.runner.Outcome;
import org.foretell.runner.Question;
import org.foretell.runner.Runner;
import org.foretell.runner.RunnerBuilder;
import org.foretell.scenario.Scenario;
import org.foretell.scenario.TraceContent;

/**
 * A trace that is opened, converted and hashed once, for any number of predictions and scenarios.
 *
 * <pre>{@code
 * try (OpenedTrace trace = Foretell.open(Path.of("mg.S.64.bin"))) {
 *   Scenario today = trace.prediction().machine("jaguar-xt5").scenario();
 *   Scenario faster = today.with(Change.parse("network=x2"));
 *   System.out.println(trace.run(today).seconds() + " s, then " + trace.run(faster).seconds());
 * }
 * }</pre>
 *
 * <p>Any number of threads may use it; each setup that it creates belongs to one thread. Its
 * scenarios run in its own {@link Runner}, which remembers outcomes until it is closed.
 */
public final class OpenedTrace implements AutoCloseable {
  private final TraceContent content;
  private final OpenTrace trace;
  private final Runner runner;
  private final boolean isRunnerOwn;

  private OpenedTrace(TraceContent content, OpenTrace trace, Runner runner, boolean isRunnerOwn) {
    this.content = content;
    this.trace = trace;
    this.runner = runner;
    this.isRunnerOwn = isRunnerOwn;
  }

  static OpenedTrace open(Path file, RunnerBuilder settings) {
    Objects.requireNonNull(file, "trace");
    Objects.requireNonNull(settings, "settings");
    Runner runner = settings.build();
    boolean done = false;
    try {
      OpenedTrace opened = open(file, runner, true);
      done = true;
      return opened;
    } finally {
      if (!done) {
        runner.close();
      }
    }
  }

  static OpenedTrace open(Path file, Runner runner) {
    return open(
        Objects.requireNonNull(file, "trace"), Objects.requireNonNull(runner, "runner"), false);
  }

  private static OpenedTrace open(Path file, Runner runner, boolean isRunnerOwn) {
    TraceContent content = runner.open(file);
    return new OpenedTrace(content, runner.trace(content).trace(), runner, isRunnerOwn);
  }

  /** {@return the file's name} */
  public String name() {
    return trace.name();
  }

  /** {@return SHA-256 of the file's bytes, in hexadecimal} */
  public String sha256() {
    return trace.sha256();
  }

  /** {@return the number of ranks of the program} */
  public int ranks() {
    return trace.source().info().ranks();
  }

  /** {@return settings of a prediction of this trace, for one thread} */
  public PredictionSetup prediction() {
    return new PredictionSetup().opened(name(), this::lent);
  }

  /** {@return settings of an explanation of this trace, for one thread} */
  public ExplainSetup explanation() {
    return new ExplainSetup().opened(name(), this::lent);
  }

  /** {@return settings of a comparison of models on this trace, for one thread} */
  public ComparisonSetup comparison() {
    return new ComparisonSetup().opened(name(), this::lent);
  }

  /**
   * Runs a scenario of this trace, unless its outcome is already known.
   *
   * @param scenario of this trace
   * @return its outcome; if the model or the machine cannot replay the trace, the outcome states
   *     that
   * @throws ForetellException if the scenario is of another trace, or the file has changed since it
   *     was opened
   */
  public Outcome run(Scenario scenario) {
    return runner.run(scenario);
  }

  /**
   * Runs scenarios of this trace on all cores.
   *
   * @param scenarios of this trace; equal scenarios are run once
   * @return their outcomes, in the same order
   * @throws ForetellException if a scenario is of another trace, or the file has changed since it
   *     was opened
   */
  public List<Outcome> run(List<Scenario> scenarios) {
    return runner.run(scenarios);
  }

  /**
   * Answers a question about scenarios of this trace.
   *
   * @param question used by the calling thread only
   * @param <A> the type of the answer
   * @return the answer
   * @throws ForetellException if a scenario is of another trace, or the file has changed since it
   *     was opened
   */
  public <A> A ask(Question<A> question) {
    return runner.ask(question);
  }

  /** {@return the runner of the scenarios; closed with this unless the caller supplied it} */
  public Runner runner() {
    return runner;
  }

  /** The same, to be closed by one run, for one thread. */
  private OpenTrace lent() {
    runner.checkUnchanged(content);
    return new OpenTrace(
        trace.name(),
        trace.sha256(),
        trace.reading(),
        trace.format(),
        trace.another(),
        trace.warnings(),
        trace.losses(),
        trace.file(),
        false);
  }

  /**
   * Cancels the current runs, and closes the trace. A runner supplied by the caller keeps the trace
   * open until that runner is closed.
   */
  @Override
  public void close() {
    if (isRunnerOwn) {
      runner.close();
    }
  }
}
