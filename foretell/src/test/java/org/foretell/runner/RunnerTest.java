package org.foretell.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.foretell.Foretell;
import org.foretell.failure.ForetellException;
import org.foretell.input.OpenTrace;
import org.foretell.input.TraceReading;
import org.foretell.model.CommunicationModel;
import org.foretell.model.Figure;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.model.ParameterSpec;
import org.foretell.models.simple.SimpleModelProvider;
import org.foretell.scenario.Change;
import org.foretell.scenario.Scenario;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RunnerTest {
  private static final Path HALO = Path.of("../examples/halo.2.bin");
  private static final Path MG = Path.of("../examples/mg.S.16.tar.gz");

  @TempDir Path scratch;

  private static Scenario scenario(Path trace) {
    return Foretell.prediction().machine("arc").trace(trace).model("max-rate").scenario();
  }

  private static List<Scenario> latencies(Scenario base, int count) {
    List<Scenario> all = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      all.add(base.with(new Change("network.latency", "x1." + i)));
    }
    return all;
  }

  @Test
  void anOutcomeIsThePredictionOfASetup() {
    try (Runner runner = Runner.builder().build()) {
      runner.open(HALO);
      long expected =
          Foretell.prediction()
              .machine("arc")
              .trace(HALO)
              .model("max-rate")
              .interval(false)
              .run()
              .prediction()
              .makespanPs();
      assertThat(runner.run(scenario(HALO)).ps()).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  void outcomesDoNotDependOnThreads(int threads) {
    List<Scenario> wanted = new ArrayList<>(latencies(scenario(MG), 9));
    wanted.addAll(latencies(scenario(HALO), 9));
    try (Runner one = Runner.builder().threads(1).memoryBytes(0).build();
        Runner many = Runner.builder().threads(threads).build()) {
      one.open(MG);
      one.open(HALO);
      many.open(MG);
      many.open(HALO);
      assertThat(many.run(wanted)).isEqualTo(one.run(wanted));
      assertThat(one.idleSources()).isZero();
      assertThat(many.idleSources()).isBetween(1, 2 * threads);
    }
  }

  @Test
  void equalScenariosAreRunOnce() {
    Counting model = new Counting(0);
    try (Runner runner = Runner.builder().build()) {
      runner.open(HALO);
      Scenario scenario = model.scenario();
      runner.run(List.of(scenario, scenario.with(new Change("network.latency", "x1"))));
      int made = model.made.get();
      assertThat(runner.distinctRuns()).isEqualTo(1);
      runner.run(scenario);
      assertThat(model.made.get()).isEqualTo(made);
    }
  }

  /** A model that takes longer each time it is made. */
  private static final class Counting implements ModelProvider {
    private final SimpleModelProvider simple = new SimpleModelProvider();
    private final AtomicInteger made = new AtomicInteger();
    private final int laterBy;

    Counting(int laterBy) {
      this.laterBy = laterBy;
    }

    Scenario scenario() {
      return Foretell.prediction()
          .machine("arc")
          .trace(HALO)
          .ranksPerNode(1)
          .model(this)
          .scenario();
    }

    @Override
    public String name() {
      return "counting";
    }

    @Override
    public String summary() {
      return "simple, but not the same each time";
    }

    @Override
    public List<ParameterSpec> parameters() {
      return simple.parameters();
    }

    @Override
    public CommunicationModel create(ModelContext context) {
      Map<String, String> given = new HashMap<>(context.parameters());
      given.put("latency", 1_000 + laterBy * made.getAndIncrement() + "ns");
      return simple.create(new ModelContext(context.machine(), context.placement(), given));
    }

    @Override
    public List<Figure> effective(ModelContext context) {
      return simple.effective(context);
    }
  }

  @Test
  void aModelThatAnswersDifferentlyEachTimeIsFound() {
    try (Runner runner = Runner.builder().checkOneOf(1).build()) {
      runner.open(HALO);
      Scenario steady = new Counting(0).scenario();
      assertThat(runner.run(steady)).isEqualTo(runner.run(steady));
      Scenario changing = new Counting(100).scenario();
      runner.run(changing);
      assertThatThrownBy(() -> runner.run(changing))
          .isInstanceOf(ForetellException.class)
          .hasMessageContaining("model counting")
          .hasMessageContaining("gives different answers for the same scenario");
    }
  }

  @Test
  void aTraceFileThatChangesIsNoticed() throws IOException {
    Path trace = Files.copy(HALO, scratch.resolve("t.bin"));
    try (Runner runner = Runner.builder().build()) {
      runner.open(trace);
      Scenario scenario = scenario(trace);
      runner.run(scenario);
      // Written again with the same bytes: nothing has changed.
      Files.setLastModifiedTime(trace, FileTime.fromMillis(1_000_000));
      runner.run(latencies(scenario, 2));
      Files.copy(
          Path.of("../examples/shmem-ring.2.bin"), trace, StandardCopyOption.REPLACE_EXISTING);
      assertThatThrownBy(() -> runner.run(latencies(scenario, 4)))
          .isInstanceOf(ForetellException.class)
          .hasMessageContaining("t.bin: has changed since it was opened");
    }
  }

  @Test
  void aTraceThatIsNotOpenIsRefused() {
    try (Runner runner = Runner.builder().build()) {
      assertThatThrownBy(() -> runner.run(scenario(HALO)))
          .isInstanceOf(ForetellException.class)
          .hasMessageContaining("is not open in this runner");
    }
  }

  /** Asks two of itself within, down to a depth, and sums up what it finds. */
  private record Nested(Runner runner, Scenario base, int depth) implements Question<Long> {
    @Override
    public List<Scenario> next(Answers soFar) {
      Scenario own = base.with(new Change("network.latency", "x1." + (depth + 1)));
      return soFar.has(own) ? List.of() : List.of(own);
    }

    @Override
    public Long conclude(Answers all) {
      long sum = all.all().values().stream().mapToLong(Outcome::ps).sum();
      if (depth > 0) {
        Nested within = new Nested(runner, base, depth - 1);
        sum += runner.askAll(List.of(within, within, within)).stream().mapToLong(x -> x).sum();
      }
      return sum;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void nestedQuestionsShareTheThreads(int threads) {
    AtomicInteger most = new AtomicInteger();
    try (Runner runner =
        Runner.builder()
            .threads(threads)
            .progress((done, planned) -> most.accumulateAndGet(workers(), Math::max))
            .build()) {
      runner.open(HALO);
      Nested question = new Nested(runner, scenario(HALO), 4);
      long sum = runner.ask(question);
      long again = runner.ask(question);
      assertThat(again).isEqualTo(sum);
      assertThat(most.get()).isBetween(1, threads);
    }
  }

  /** Threads of pools that are not the common one. */
  private static int workers() {
    return (int)
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().matches("ForkJoinPool-\\d+-worker-\\d+"))
            .filter(thread -> thread.getThreadGroup() == Thread.currentThread().getThreadGroup())
            .filter(RunnerTest::isOfThisPool)
            .count();
  }

  private static boolean isOfThisPool(Thread thread) {
    String own = Thread.currentThread().getName();
    return thread.getName().startsWith(own.substring(0, own.lastIndexOf('-')));
  }

  @Test
  void aQuestionThatThrowsFailsAlone() {
    Question<String> throwing =
        new Question<>() {
          @Override
          public List<Scenario> next(Answers soFar) {
            throw new ArithmeticException("no question");
          }

          @Override
          public String conclude(Answers all) {
            return "";
          }
        };
    try (Runner runner = Runner.builder().build()) {
      runner.open(HALO);
      assertThatThrownBy(() -> runner.ask(throwing))
          .isInstanceOf(ArithmeticException.class)
          .hasMessage("no question");
      assertThatThrownBy(() -> runner.askAll(List.of(throwing, throwing)))
          .isInstanceOf(ArithmeticException.class);
      assertThat(runner.run(scenario(HALO)).ps()).isPositive();
    }
  }

  @Test
  void equalScenariosOfSeveralThreadsAreRunOnce() {
    Counting model = new Counting(0);
    try (Runner runner = Runner.builder().threads(4).build()) {
      runner.open(HALO);
      Scenario scenario = model.scenario();
      scenario.experiment();
      int before = model.made.get();
      Question<Long> question =
          new Question<>() {
            @Override
            public List<Scenario> next(Answers soFar) {
              return soFar.has(scenario) ? List.of() : List.of(scenario);
            }

            @Override
            public Long conclude(Answers all) {
              return all.of(scenario).ps();
            }
          };
      assertThat(runner.askAll(Collections.nCopies(16, question)))
          .containsOnly(runner.run(scenario).ps());
      assertThat(model.made.get()).isEqualTo(before + 1);
    }
  }

  @Test
  @SuppressWarnings("try") // Closing it is what is tried.
  void noQuestionClosesItsOwnRunner() {
    try (Runner runner = Runner.builder().build()) {
      Question<String> closing =
          new Question<>() {
            @Override
            public List<Scenario> next(Answers soFar) {
              return List.of();
            }

            @Override
            public String conclude(Answers all) {
              runner.close();
              return "";
            }
          };
      assertThatThrownBy(() -> runner.askAll(List.of(closing)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("call cancel()");
    }
  }

  @Test
  void aCancelledRunnerStartsNothing() {
    Runner runner = Runner.builder().build();
    runner.open(HALO);
    Scenario scenario = scenario(HALO);
    long before = runner.run(scenario).ps();
    runner.cancel();
    runner.cancel();
    assertThatThrownBy(() -> runner.run(scenario)).isInstanceOf(CancellationException.class);
    assertThat(runner.distinctRuns()).isEqualTo(1);
    assertThat(before).isPositive();
    runner.close();
    runner.close();
  }

  @Test
  void runsUnderWayAreCancelled() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    Runner runner =
        Runner.builder().threads(1).progress((done, planned) -> begun.countDown()).build();
    runner.open(MG);
    List<Scenario> many = new ArrayList<>();
    Scenario base = scenario(MG);
    for (int i = 0; i < 5_000; i++) {
      many.add(base.withSeed(i + 2));
    }
    ExecutorService caller = Executors.newSingleThreadExecutor();
    try {
      Future<?> answer = caller.submit(() -> runner.run(many));
      assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
      runner.cancel();
      assertThatThrownBy(answer::get)
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(CancellationException.class);
      assertThat(runner.distinctRuns()).isBetween(1, many.size() - 1);
    } finally {
      caller.shutdown();
      runner.close();
    }
    assertThat(runner.idleSources()).isZero();
  }

  @Test
  void anInterruptEndsTheWaitAndStaysSet() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    AtomicInteger flag = new AtomicInteger(-1);
    try (Runner runner =
        Runner.builder().threads(1).progress((done, planned) -> begun.countDown()).build()) {
      runner.open(MG);
      Scenario base = scenario(MG);
      List<Scenario> many = new ArrayList<>();
      for (int i = 0; i < 5_000; i++) {
        many.add(base.withSeed(i + 2));
      }
      Thread caller =
          new Thread(
              () -> {
                try {
                  runner.run(many);
                } catch (CancellationException ended) {
                  flag.set(Thread.currentThread().isInterrupted() ? 1 : 0);
                }
              });
      caller.start();
      assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
      caller.interrupt();
      caller.join(60_000);
      assertThat(flag.get()).isEqualTo(1);
    }
  }

  @Test
  void settingsOutOfRangeAreRefused() {
    assertThatThrownBy(() -> Runner.builder().threads(0)).hasMessageContaining("threads 0");
    assertThatThrownBy(() -> Runner.builder().memoryBytes(-1)).hasMessageContaining("memory of -1");
    assertThatThrownBy(() -> Runner.builder().checkOneOf(-1)).hasMessageContaining("one of -1");
  }

  @Test
  void aConditionCancels() {
    AtomicBoolean end = new AtomicBoolean();
    try (Runner runner = Runner.builder().cancelWhen(end::get).build()) {
      runner.open(HALO);
      assertThat(runner.run(scenario(HALO)).ps()).isPositive();
      end.set(true);
      assertThatThrownBy(() -> runner.run(scenario(HALO)))
          .isInstanceOf(CancellationException.class)
          .hasMessage("cancelled by cancelWhen(..)");
    }
  }

  @Test
  void aBorrowedTraceStaysOpen() {
    try (OpenTrace trace = new TraceReading().open(HALO)) {
      Scenario scenario = scenario(HALO);
      long first;
      try (Runner runner = Runner.builder().threads(1).build()) {
        assertThat(runner.borrow(trace)).isEqualTo(scenario.trace());
        assertThat(runner.idleSources()).isEqualTo(1);
        first = runner.run(scenario).ps();
        assertThat(runner.idleSources()).isEqualTo(1);
      }
      try (Runner other = Runner.builder().threads(1).memoryBytes(0).build()) {
        other.borrow(trace);
        assertThat(other.run(scenario).ps()).isEqualTo(first);
        assertThat(other.idleSources()).isZero();
      }
      assertThat(
              scenario
                  .experiment()
                  .simulation(trace.source(), scenario.seed())
                  .builder()
                  .build()
                  .run()
                  .makespanPs())
          .isEqualTo(first);
    }
  }
}
