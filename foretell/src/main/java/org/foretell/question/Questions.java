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
 * The questions that can be asked about scenarios by {@link Runner#ask}. Each is for one use. The
 * answers are those of {@code sim run}, {@code sim compare} and {@code sim explain}.
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
   * {@return the question what several runs with different random numbers predict}
   *
   * <p>In all of them ranks are where the seed of the scenario puts them. If a run cannot be made,
   * what it threw is thrown.
   *
   * @param scenario of the first run
   * @param count at least 1
   * @throws ForetellException if there is to be no run
   */
  public static Question<Replications> replications(Scenario scenario, int count) {
    Objects.requireNonNull(scenario, "scenario");
    if (count < 1) {
      throw ForetellException.usage("replications " + count + " is out of range; write 1 or more");
    }
    return new ReplicationsQuestion(scenario, count);
  }

  /**
   * {@return the question between which times the prediction is, by the bounds of the machine's
   * figures and by other models}
   *
   * <p>The answer is empty if the run is random or does not come to its end, or if no figure has
   * bounds and no other model fits.
   *
   * @param scenario with a machine
   * @throws ForetellException if it has none
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
                    scenario, registry, whole.capabilities(), whole.prediction().makespanPs())
                : new Known<>(Optional.empty()));
  }

  /**
   * {@return the question how long the run would take on machines that are better and better, and
   * how efficient it is}
   *
   * <p>The answer is empty if the program does not come to its end.
   *
   * @param scenario of the run
   */
  public static Question<Optional<EfficiencyLadder>> ladder(Scenario scenario) {
    return new LadderQuestion(new WholeRun(given(scenario)));
  }

  /**
   * {@return the question what the parameters of machine and model do to the time}
   *
   * <p>All that can be found is, by as many replays as it takes. The answer is empty if the run
   * takes no time or does not come to its end.
   *
   * @param scenario of the run
   */
  public static Question<Optional<Sensitivities>> sensitivities(Scenario scenario) {
    return new SensitivityQuestion(all(), new WholeRun(given(scenario)));
  }

  /**
   * {@return the question how much more latency between nodes the run bears until it takes 1, 2 and
   * 5 % longer}
   *
   * <p>The answer is empty if the run has no such latency, takes no time or does not come to its
   * end.
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
   * {@return the question what predictions are made of, so that they can be compared; the answers
   * are in the order of the scenarios}
   *
   * @param scenarios which may differ in anything
   */
  public static Question<List<ComparedScenario>> comparison(List<Scenario> scenarios) {
    return comparison(scenarios, (timePs, operations, all) -> {}, Long.MAX_VALUE);
  }

  /**
   * {@return the same question, whose replays tell of progress}
   *
   * @param scenarios which may differ in anything
   * @param told hears of the progress of each replay that leaves a cost out; called by any of the
   *     threads that replay
   * @param everyOps number of ops between two calls, at most
   */
  public static Question<List<ComparedScenario>> comparison(
      List<Scenario> scenarios, ProgressListener told, long everyOps) {
    return new ComparisonQuestion(
        Objects.requireNonNull(scenarios, "scenarios"),
        Objects.requireNonNull(told, "told"),
        everyOps);
  }
}
