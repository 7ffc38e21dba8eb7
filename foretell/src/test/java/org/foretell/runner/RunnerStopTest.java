package org.foretell.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.foretell.Foretell;
import org.foretell.failure.ForetellException;
import org.foretell.scenario.Scenario;
import org.foretell.scenario.TraceContent;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.store.TraceStoreWriter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs end soon, whatever state they are in, when nobody wants them any more. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RunnerStopTest {
  private static final Path HALO = Path.of("../examples/halo.2.bin");

  /** Well above what a stop takes, and far below what a replay of the long trace takes. */
  private static final Duration SOON = Duration.ofSeconds(5);

  @TempDir static Path scratch;

  /** Takes some minutes to replay. */
  private static Path longTrace;

  @BeforeAll
  static void writeLongTrace() {
    longTrace = scratch.resolve("long.bin");
    try (TraceSink sink = TraceStoreWriter.create(longTrace)) {
      sink.begin(TraceInfo.ofRanks(2));
      for (int rank = 0; rank < 2; rank++) {
        sink.beginProgram(RankSet.range(rank, rank));
        sink.beginRepeat(1_000_000_000);
        sink.op(op(rank == 0 ? OpCode.SEND : OpCode.RECV, 1 - rank));
        sink.op(op(rank == 0 ? OpCode.RECV : OpCode.SEND, 1 - rank));
        sink.endRepeat();
        sink.endProgram();
      }
      sink.end();
    }
  }

  private static Scenario scenario(Path trace) {
    return Foretell.prediction().machine("arc").trace(trace).model("max-rate").scenario();
  }

  private static List<Scenario> seeds(Scenario base, int count) {
    return IntStream.range(0, count).mapToObj(i -> base.withSeed(i + 2L)).toList();
  }

  private static void within(Duration limit, BooleanSupplier condition)
      throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("should have come true soon").isLessThan(end);
      Thread.sleep(5);
    }
  }

  private static List<Thread> workers(long pool) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("ForkJoinPool-" + pool + "-worker-"))
        .toList();
  }

  /** Asks in a thread of its own; completes with what was thrown. */
  private static CompletableFuture<Throwable> failing(Runnable asks) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            asks.run();
            return new AssertionError("nothing was thrown");
          } catch (RuntimeException thrown) {
            return thrown;
          }
        });
  }

  @Test
  void aLongReplayUnderWayIsCancelled() throws Exception {
    for (int threads : new int[] {1, 2}) {
      Runner runner = Runner.builder().threads(threads).build();
      runner.open(longTrace);
      CompletableFuture<Throwable> asked = failing(() -> runner.run(seeds(scenario(longTrace), 4)));
      Thread.sleep(300);
      assertThat(asked).isNotDone();
      long start = System.nanoTime();
      runner.cancel();
      assertThat(asked.get(60, TimeUnit.SECONDS))
          .isInstanceOf(CancellationException.class)
          .hasMessageContaining("cancelled or closed");
      runner.close();
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);
    }
  }

  @Test
  void closingEndsALongReplay() throws Exception {
    Runner runner = Runner.builder().build();
    runner.open(longTrace);
    CompletableFuture<Throwable> asked = failing(() -> runner.run(scenario(longTrace)));
    Thread.sleep(200);
    long start = System.nanoTime();
    runner.close();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);
    assertThat(asked.get(60, TimeUnit.SECONDS)).isInstanceOf(CancellationException.class);
  }

  @Test
  void anInterruptEndsTheReplaysItWaitedForAndNoOthers() throws Exception {
    try (Runner runner = Runner.builder().threads(2).build()) {
      runner.open(longTrace);
      runner.open(HALO);
      AtomicReference<Throwable> thrown = new AtomicReference<>();
      Thread caller =
          new Thread(
              () -> {
                try {
                  runner.run(seeds(scenario(longTrace), 8));
                } catch (CancellationException ended) {
                  thrown.set(ended);
                }
              });
      caller.start();
      Thread.sleep(200);
      caller.interrupt();
      caller.join(10_000);
      assertThat(thrown.get()).hasMessage("interrupted while runs are made");
      // Both threads are free again.
      long start = System.nanoTime();
      assertThat(runner.run(seeds(scenario(HALO), 8))).hasSize(8);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);
    }
  }

  @Test
  void theFirstFailureStopsTheOthers() throws IOException {
    Path gone = Files.copy(HALO, scratch.resolve("gone.bin"));
    try (Runner runner = Runner.builder().threads(2).build()) {
      runner.open(longTrace);
      runner.open(gone);
      Scenario wrong = scenario(HALO).withTrace(new TraceContent("0".repeat(64), "", 2));
      List<Scenario> all = new ArrayList<>(seeds(scenario(longTrace), 4));
      all.add(1, wrong);
      long start = System.nanoTime();
      assertThatThrownBy(() -> runner.run(all))
          .isInstanceOf(ForetellException.class)
          .hasMessageContaining("is not open in this runner");
      List<Question<Long>> questions = List.of(new Wanting(scenario(longTrace)), new Throwing());
      assertThatThrownBy(() -> runner.askAll(questions)).isInstanceOf(ArithmeticException.class);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);
      assertThat(runner.run(scenario(gone)).ps()).isPositive();
      assertThat(runner.progress().done()).isEqualTo(runner.progress().planned());
    }
  }

  /** Wants a run that takes long. */
  private record Wanting(Scenario scenario) implements Question<Long> {
    @Override
    public List<Scenario> next(Answers soFar) {
      return soFar.has(scenario) ? List.of() : List.of(scenario);
    }

    @Override
    public Long conclude(Answers all) {
      return all.of(scenario).ps();
    }
  }

  private static final class Throwing implements Question<Long> {
    @Override
    public List<Scenario> next(Answers soFar) {
      throw new ArithmeticException("no question");
    }

    @Override
    public Long conclude(Answers all) {
      return 0L;
    }
  }

  @Test
  void whoWantsTheSameAsAStoppedQuestionFindsItItself() throws Exception {
    try (Runner runner = Runner.builder().threads(3).build()) {
      runner.open(longTrace);
      Scenario shared = scenario(longTrace);
      CountDownLatch asked = new CountDownLatch(1);
      Thread first =
          new Thread(
              () -> {
                asked.countDown();
                assertThatThrownBy(() -> runner.run(shared))
                    .isInstanceOf(CancellationException.class);
              });
      first.start();
      asked.await();
      Thread.sleep(100);
      CompletableFuture<Throwable> second = failing(() -> runner.run(shared));
      Thread.sleep(100);
      first.interrupt();
      first.join(10_000);
      Thread.sleep(300);
      assertThat(second).isNotDone();
      runner.cancel();
      assertThat(second.get(60, TimeUnit.SECONDS)).hasMessageContaining("cancelled or closed");
    }
  }

  @Test
  void aRunnerIsCancelledInEveryOtherState() {
    // Before anything, twice, and after it was closed.
    Runner fresh = Runner.builder().build();
    fresh.cancel();
    fresh.cancel();
    assertThatThrownBy(() -> fresh.open(HALO)).isInstanceOf(CancellationException.class);
    fresh.close();
    fresh.cancel();
    assertThatThrownBy(() -> fresh.open(HALO)).isInstanceOf(CancellationException.class);
    // With known outcomes.
    Runner idle = Runner.builder().build();
    idle.open(HALO);
    idle.run(scenario(HALO));
    idle.cancel();
    assertThatThrownBy(() -> idle.run(scenario(HALO))).isInstanceOf(CancellationException.class);
    idle.close();
    // By a listener, in the midst of runs.
    AtomicReference<Runner> self = new AtomicReference<>();
    try (Runner runner = Runner.builder().watch(progress -> self.get().cancel()).build()) {
      self.set(runner);
      runner.open(HALO);
      assertThatThrownBy(() -> runner.run(seeds(scenario(HALO), 500)))
          .isInstanceOf(CancellationException.class);
      assertThat(runner.distinctRuns()).isLessThan(500);
    }
    // By a question, between its rounds.
    try (Runner runner = Runner.builder().build()) {
      runner.open(HALO);
      AtomicInteger round = new AtomicInteger();
      Question<Long> cancelling =
          new Question<>() {
            @Override
            public List<Scenario> next(Answers soFar) {
              if (round.incrementAndGet() == 2) {
                runner.cancel();
              }
              return seeds(scenario(HALO), 2 * round.get());
            }

            @Override
            public Long conclude(Answers all) {
              return 0L;
            }
          };
      assertThatThrownBy(() -> runner.ask(cancelling)).isInstanceOf(CancellationException.class);
      assertThat(round).hasValue(2);
    }
  }

  @Test
  void idleThreadsEndWithTheRunner() throws Exception {
    for (boolean close : new boolean[] {false, true}) {
      AtomicReference<String> worker = new AtomicReference<>("");
      Runner runner =
          Runner.builder()
              .threads(2)
              .watch(progress -> worker.set(Thread.currentThread().getName()))
              .build();
      runner.open(HALO);
      runner.run(seeds(scenario(HALO), 8));
      long pool = Long.parseLong(worker.get().replaceAll("ForkJoinPool-(\\d+)-.*", "$1"));
      assertThat(workers(pool)).isNotEmpty();
      if (close) {
        runner.close();
      } else {
        runner.cancel();
      }
      within(SOON, () -> workers(pool).isEmpty());
      runner.close();
    }
  }

  @Test
  void aConditionEndsALongReplayAndIdleThreads() throws Exception {
    long end = System.nanoTime() + 300_000_000L;
    try (Runner runner =
        Runner.builder().threads(1).cancelWhen(() -> System.nanoTime() > end).build()) {
      runner.open(longTrace);
      assertThatThrownBy(() -> runner.run(scenario(longTrace)))
          .isInstanceOf(CancellationException.class)
          .hasMessage("cancelled by cancelWhen(..)");
    }
  }

  @Test
  void aPredictionUnderWayIsCancelled() {
    long end = System.nanoTime() + 300_000_000L;
    long start = System.nanoTime();
    assertThatThrownBy(
            () ->
                Foretell.prediction()
                    .machine("arc")
                    .trace(longTrace)
                    .model("loggops")
                    .cancelWhen(() -> System.nanoTime() > end)
                    .run())
        .isInstanceOf(CancellationException.class);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);
  }

  private static OpView op(OpCode code, int peer) {
    return new OpView()
        .reset(code)
        .set(OpField.PEER, peer)
        .set(OpField.TAG, 0)
        .set(code == OpCode.SEND ? OpField.BYTES : OpField.RECEIVE_BYTES, 8);
  }
}
