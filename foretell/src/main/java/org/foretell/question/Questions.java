package org.foretell.question;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.foretell.analysis.efficiency.EfficiencyLadder;
import org.foretell.failure.ForetellException;
import org.foretell.models.noise.Replications;
import org.foretell.observe.ProgressListener;
import org.foretell.replay.AfterRun;
import org.foretell.replay.LadderQuestion;
import org.foretell.replay.SensitivityChoice;
import org.foretell.replay.SensitivityQuestion;
import org.foretell.replay.WholeRun;
import org.foretell.report.LatencyTolerance;
import org.foretell.report.PredictionInterval;
import org.foretell.report.Sensitivities;
import org.foretell.runner.Answers;
import org.foretell.runner.Question;
import org.foretell.runner.Runner;
import org.foretell.scenario.Scenario;
import org.foretell.scenario.Wanted;
import org.foretell.setting.ModelRegistry;

/**
 * All questions about scenarios for {@link Runner#ask}. Each can be asked once. The answers are
 * those of {@code sim run}, {@code sim compare} and {@code sim explain}.
 *
 * <pre>{@code
 * try (OpenedTrace trace = Foretell.open(Path.of("mg.S.64.bin"))) {
 *   Scenario today = trace.prediction().machine("jaguar-xt5").scenario();
 *   Optional<Sensitivities> found = trace.ask(Questions.sensitivities(today));
 * }
 * }</pre>
 */
public final class Questions {
  private Questions() {}

  /** An answer of which a part is wanted. */
  private record Part<A, B>(Question<A> whole, Function<A, B> part) implements Question<B> {
    @Override
    public List<? extends Wanted> next(Answers soFar) {
      return whole.next(soFar);
    }

    @Override
    public B conclude(Answers all) {
      return part.apply(whole.conclude(all));
    }
  }

  /** An answer that is known without a run. */
  private record Known<A>(A answer) implements Question<A> {
    @Override
    public List<? extends Wanted> next(Answers soFar) {
      return List.of();
    }

    @Override
    public A conclude(Answers all) {
      return answer;
    }
  }

  /**
   * {@return the question which times several runs with different random numbers predict}
   *
   * <p>In all of them the seed of the scenario decides where ranks run. If a run fails, its
   * exception is thrown.
   *
   * @param scenario of the first run
   * @param count at least 1
   * @throws ForetellException if the count is below 1
   */
  public static Question<Replications> replications(Scenario scenario, int count) {
    Objects.requireNonNull(scenario, "scenario");
    if (count < 1) {
      throw ForetellException.usage("replications " + count + " is out of range; write 1 or more");
    }
    return new ReplicationsQuestion(scenario, count);
  }

  /**
   * {@return the question how wide the interval around the prediction is, given the bounds of the
   * machine's figures and other models}
   *
   * <p>The answer is empty if the run is random or does not finish, or if no figure has bounds and
   * no other model fits.
   *
   * @param scenario with a machine
   * @throws ForetellException if it has no machine
   */
  public static Question<Optional<PredictionInterval>> interval(Scenario scenario) {
    Objects.requireNonNull(scenario, "scenario");
    if (scenario.machine().isEmpty()) {
      throw ForetellException.usage(
          "an interval needs the bounds of a machine's figures; choose a machine for the scenario");
    }
    ModelRegistry registry = ModelRegistry.load(List.of());
    return new AfterRun<>(
        new WholeRun(scenario),
        whole ->
            whole.isCompleted() && !whole.isRandom()
                ? new IntervalQuestion(
                    scenario,
                    registry,
                    whole.capabilities(),
                    whole.prediction().makespanPs(),
                    whole.extrapolationError())
                : new Known<>(Optional.empty()));
  }

  /**
   * {@return the question how long the run would take on ever better machines, and how efficient it
   * is}
   *
   * <p>The answer is empty if the program does not finish.
   *
   * @param scenario of the run
   */
  public static Question<Optional<EfficiencyLadder>> ladder(Scenario scenario) {
    return new LadderQuestion(new WholeRun(given(scenario)));
  }

  /**
   * {@return the question how the parameters of machine and model affect the time}
   *
   * <p>All parameters are tried, by as many replays as that takes. The answer is empty if the run
   * takes no time or does not finish.
   *
   * @param scenario of the run
   */
  public static Question<Optional<Sensitivities>> sensitivities(Scenario scenario) {
    return new SensitivityQuestion(all(), new WholeRun(given(scenario)));
  }

  /**
   * {@return the question by how much the latency between nodes may grow until the run takes 1, 2
   * and 5 % longer}
   *
   * <p>The answer is empty if the run has no such latency, takes no time or does not finish.
   *
   * @param scenario of the run
   */
  public static Question<Optional<LatencyTolerance>> tolerance(Scenario scenario) {
    return new Part<>(
        new SensitivityQuestion(all(), new WholeRun(given(scenario)), true),
        found -> found.flatMap(Sensitivities::tolerance));
  }

  private static Scenario given(Scenario scenario) {
    return Objects.requireNonNull(scenario, "scenario");
  }

  private static SensitivityChoice all() {
    SensitivityChoice choice = new SensitivityChoice();
    choice.wanted(true);
    return choice;
  }

  /**
   * {@return the question which cost parts predictions have, for comparing them; the answers are in
   * the order of the scenarios}
   *
   * @param scenarios which may differ in anything
   */
  public static Question<List<ComparedScenario>> comparison(List<Scenario> scenarios) {
    return comparison(scenarios, (timePs, operations, all) -> {}, Long.MAX_VALUE);
  }

  /**
   * {@return the same question, with reports of the progress of its replays}
   *
   * @param scenarios which may differ in anything
   * @param listener receives the progress of each replay that leaves out a cost; called by any of
   *     the replaying threads
   * @param everyOps number of ops between two calls, at most
   */
  public static Question<List<ComparedScenario>> comparison(
      List<Scenario> scenarios, ProgressListener listener, long everyOps) {
    return new ComparisonQuestion(
        Objects.requireNonNull(scenarios, "scenarios"),
        Objects.requireNonNull(listener, "listener"),
        everyOps);
  }
}
