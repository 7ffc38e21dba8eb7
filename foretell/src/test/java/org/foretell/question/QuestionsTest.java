package org.foretell.question;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.foretell.Foretell;
import org.foretell.PredictionSetup;
import org.foretell.failure.ForetellException;
import org.foretell.models.noise.Replications;
import org.foretell.report.ComparisonResult;
import org.foretell.report.ExplainResult;
import org.foretell.report.Sensitivities;
import org.foretell.runner.Answers;
import org.foretell.runner.Outcome;
import org.foretell.runner.Question;
import org.foretell.runner.Runner;
import org.foretell.scenario.Change;
import org.foretell.scenario.Scenario;
import org.foretell.scenario.Wanted;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers are those of the setups, on any number of threads. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class QuestionsTest {
  private static final Path HALO = Path.of("../examples/halo.2.bin");
  private static final Path MG = Path.of("../examples/mg.S.16.tar.gz");

  /** One of each kind. */
  private enum Kind {
    REPLICATIONS,
    INTERVAL,
    LADDER,
    SENSITIVITIES,
    TOLERANCE,
    COMPARISON;

    Question<?> about(Scenario scenario) {
      return switch (this) {
        case REPLICATIONS -> Questions.replications(scenario, 40);
        case INTERVAL -> Questions.interval(scenario);
        case LADDER -> Questions.ladder(scenario);
        case SENSITIVITIES -> Questions.sensitivities(scenario);
        case TOLERANCE -> Questions.tolerance(scenario);
        case COMPARISON -> Questions.comparison(List.of(scenario));
      };
    }
  }

  private static PredictionSetup setup(Path trace) {
    return Foretell.prediction().machine("arc").trace(trace).ranksPerNode(1).model("max-rate");
  }

  private static ExplainResult explained(Path trace) {
    return Foretell.explanation()
        .machine("arc")
        .trace(trace)
        .ranksPerNode(1)
        .model("max-rate")
        .sensitivities(true)
        .run();
  }

  private static <A> A ask(int threads, Path trace, Question<A> question) {
    try (Runner runner = Runner.builder().threads(threads).build()) {
      runner.open(trace);
      return runner.ask(question);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void replicationsAreThoseOfTheSetup(int threads) {
    PredictionSetup noisy = setup(MG).computeNoise("gamma:5%");
    Replications expected = noisy.replications(40).run().replications().orElseThrow();
    Replications found =
        ask(threads, MG, Questions.replications(noisy.replications(null).scenario(), 40));
    assertThat(runs(found)).isEqualTo(runs(expected)).doesNotHaveDuplicates().hasSize(40);
    assertThat(found.meanSeconds()).isEqualTo(expected.meanSeconds());
    // Any of them can be run alone.
    assertThat(noisy.seed(found.seed(17)).interval(false).run().prediction().makespanPs())
        .isEqualTo(found.predictedPs(17));
  }

  private static List<Long> runs(Replications all) {
    return IntStream.range(0, all.count()).mapToObj(all::predictedPs).toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void whatEndsOneReplicationEndsTheQuestion(int threads) {
    Scenario impossible = setup(HALO).parameter("L", "-1us").computeNoise("gamma:5%").scenario();
    AtomicInteger done = new AtomicInteger();
    try (Runner runner =
        Runner.builder().threads(threads).progress((now, all) -> done.incrementAndGet()).build()) {
      runner.open(HALO);
      assertThatThrownBy(() -> runner.ask(Questions.replications(impossible, 100_000)))
          .hasMessageContaining("-1us");
      assertThat(done.get()).isLessThan(1000);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theIntervalIsThatOfTheSetup(int threads) {
    Scenario scenario = setup(HALO).scenario();
    var expected = setup(HALO).interval(true).run().interval().orElseThrow();
    var found = ask(threads, HALO, Questions.interval(scenario)).orElseThrow();
    assertThat(found.lowPs()).isEqualTo(expected.lowPs());
    assertThat(found.highPs()).isEqualTo(expected.highPs());
    assertThat(found.figures()).isEqualTo(expected.figures());
    assertThat(found.models()).isEqualTo(expected.models());
    assertThat(found.runs()).isEqualTo(expected.runs());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theLadderIsThatOfTheSetup(int threads) {
    assertThat(ask(threads, MG, Questions.ladder(setup(MG).scenario())))
        .isEqualTo(explained(MG).efficiency());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void sensitivitiesAndToleranceAreThoseOfTheSetup(int threads) {
    Scenario scenario = setup(MG).scenario();
    Optional<Sensitivities> expected = explained(MG).sensitivities();
    assertThat(expected.orElseThrow().tolerance()).isPresent();
    assertThat(ask(threads, MG, Questions.sensitivities(scenario))).isEqualTo(expected);
    assertThat(ask(threads, MG, Questions.tolerance(scenario)))
        .isEqualTo(expected.orElseThrow().tolerance());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theComparisonIsThatOfTheSetup(int threads) {
    ComparisonResult expected =
        Foretell.comparison().machine("arc").trace(MG).models("simple", "max-rate").run();
    List<Scenario> scenarios = new ArrayList<>();
    for (String model : List.of("simple", "max-rate")) {
      scenarios.add(Foretell.prediction().machine("arc").trace(MG).model(model).scenario());
    }
    List<ComparedScenario> found = ask(threads, MG, Questions.comparison(scenarios));
    assertThat(found.stream().map(ComparedScenario::scenario)).isEqualTo(scenarios);
    assertThat(found.stream().map(ComparedScenario::parts))
        .isEqualTo(expected.models().stream().map(ComparisonResult.Row::parts).toList());
  }

  /** Asked again, it has no new scenario to run. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  void whatIsKnownIsNotReplayedAgain(Kind kind) {
    Scenario scenario = setup(HALO).scenario();
    try (Runner runner = Runner.builder().build()) {
      runner.open(HALO);
      Object first = runner.ask(kind.about(scenario));
      int distinct = runner.distinctRuns();
      Object second = runner.ask(kind.about(scenario));
      assertThat(runner.distinctRuns()).isEqualTo(distinct);
      assertThat(first).isNotNull();
      assertThat(second).isNotNull();
    }
  }

  /** Cancelled by whoever hears of the third run, whatever is under way then. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  void aQuestionEndsWhenItsRunnerIsCancelledInTheMidst(Kind kind) {
    Scenario scenario = setup(MG).scenario();
    AtomicInteger heard = new AtomicInteger();
    try (Runner runner = Runner.builder().threads(2).cancelWhen(() -> heard.get() >= 2).build()) {
      runner.open(MG);
      assertThatThrownBy(
              () -> runner.ask(kind.about(scenario), (done, all) -> heard.set((int) done)))
          .isInstanceOf(CancellationException.class);
    }
  }

  /** Asks one for each of several latencies, from within a question. */
  private record Several(Runner runner, Scenario base, Kind kind) implements Question<Integer> {
    @Override
    public List<? extends Wanted> next(Answers soFar) {
      return soFar.has(base) ? List.of() : List.of(base);
    }

    @Override
    public Integer conclude(Answers all) {
      List<Question<?>> within = new ArrayList<>();
      for (int i = 1; i <= 4; i++) {
        within.add(kind.about(base.with(new Change("network.latency", "x1." + i))));
      }
      return runner.<Object>askAll(within).size();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void questionsWithinQuestionsKeepToTheLimitOfThreads(Kind kind) {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Running model = new Running(now, most);
    Scenario scenario =
        Foretell.prediction().machine("arc").trace(HALO).ranksPerNode(1).model(model).scenario();
    most.set(0);
    try (Runner runner = Runner.builder().threads(2).build()) {
      runner.open(HALO);
      Several question = new Several(runner, scenario, kind);
      assertThat(runner.askAll(List.of(question, question))).containsExactly(4, 4);
    }
    assertThat(most.get()).isBetween(1, 2);
  }

  @ParameterizedTest
  @ValueSource(strings = "ring.4.goal")
  void anIntervalNeedsAMachine(String trace) {
    Scenario scenario = Foretell.prediction().trace(Path.of("../examples", trace)).scenario();
    assertThatThrownBy(() -> Questions.interval(scenario))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("choose a machine");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -3})
  void noReplicationsAreRefused(int count) {
    Scenario scenario = setup(HALO).scenario();
    assertThatThrownBy(() -> Questions.replications(scenario, count))
        .isInstanceOf(ForetellException.class)
        .hasMessage("replications " + count + " is out of range; write 1 or more");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theReasonForNoComparisonIsReported(int threads) {
    Scenario good = setup(HALO).scenario();
    Scenario bad = setup(HALO).model("loggops").parameter("L", "-1us").scenario();
    List<ComparedScenario> found = ask(threads, HALO, Questions.comparison(List.of(bad, good)));
    assertThat(found.get(0).found()).isEmpty();
    assertThat(found.get(0).failure().orElseThrow()).contains("-1us");
    assertThatThrownBy(() -> found.get(0).parts()).hasMessageContaining("-1us");
    assertThat(found.get(1).parts().predictedPs()).isEqualTo(ask(threads, HALO, one(good)).ps());
  }

  private static Question<Outcome> one(Scenario scenario) {
    return new Question<>() {
      @Override
      public List<Scenario> next(Answers soFar) {
        return soFar.has(scenario) ? List.of() : List.of(scenario);
      }

      @Override
      public Outcome conclude(Answers all) {
        return all.of(scenario);
      }
    };
  }
}
