package org.foretell.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.foretell.Foretell;
import org.foretell.scenario.Scenario;
import org.junit.jupiter.api.Test;

class RunsProgressTest {
  private static final Path HALO = Path.of("../examples/halo.2.bin");

  @Test
  void rateAndTimeLeftFollowFromTheTimeSoFar() {
    RunsProgress progress = new RunsProgress(1_200, 10_000, Duration.ofSeconds(12));
    assertThat(progress.perSecond()).isEqualTo(100);
    assertThat(progress.left()).contains(Duration.ofSeconds(88));
    assertThat(progress.text()).isEqualTo("1,200 of 10,000 runs, 12 s, 100 a second, 88 s left");
    assertThat(new RunsProgress(1, 1_000, Duration.ofSeconds(2)).text())
        .isEqualTo("1 of 1,000 runs, 2 s, 0.500 a second, 33 min left");
    assertThat(new RunsProgress(1, 10_000, Duration.ofSeconds(3)).text()).endsWith(", 8 h left");
  }

  @Test
  void nothingIsKnownBeforeTheFirstRunEnds() {
    RunsProgress progress = new RunsProgress(0, 10, Duration.ofSeconds(3));
    assertThat(progress.perSecond()).isZero();
    assertThat(progress.left()).isEmpty();
    assertThat(progress.text()).isEqualTo("0 of 10 runs, 3 s");
    assertThat(new RunsProgress(0, 0, Duration.ZERO).perSecond()).isZero();
  }

  @Test
  void timeWithNothingToDoDoesNotCount() {
    AtomicLong nanos = new AtomicLong();
    RunCount count = new RunCount(nanos::get);
    count.plan(2);
    nanos.set(4_000_000_000L);
    count.end();
    assertThat(count.progress()).isEqualTo(new RunsProgress(1, 2, Duration.ofSeconds(4)));
    count.end();
    nanos.set(100_000_000_000L);
    count.plan(3);
    nanos.set(101_000_000_000L);
    count.end();
    assertThat(count.progress()).isEqualTo(new RunsProgress(1, 3, Duration.ofSeconds(1)));
    count.withdraw(2);
    assertThat(count.progress()).isEqualTo(new RunsProgress(1, 1, Duration.ofSeconds(1)));
    assertThat(count.done()).isEqualTo(3);
    assertThat(count.planned()).isEqualTo(3);
  }

  @Test
  void aRunnerReportsItsProgress() {
    List<RunsProgress> told = Collections.synchronizedList(new ArrayList<>());
    Scenario base = Foretell.prediction().machine("arc").trace(HALO).model("max-rate").scenario();
    try (Runner runner = Runner.builder().threads(2).watch(told::add).build()) {
      runner.open(HALO);
      runner.run(List.of(base, base.withSeed(2), base.withSeed(3)));
      assertThat(told).hasSize(3);
      assertThat(told).allMatch(one -> one.planned() == 3 && one.perSecond() > 0);
      assertThat(runner.progress().done()).isEqualTo(3);
      assertThat(runner.runs()).isEqualTo(3);
    }
  }
}
