package org.foretell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.foretell.failure.ForetellException;
import org.foretell.runner.Outcome;
import org.foretell.runner.OutcomeTable;
import org.foretell.scenario.Change;
import org.foretell.scenario.Scenario;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenedTraceTest {
  private static final Path HALO = Path.of("../examples/halo.2.bin");
  private static final Path TEXT = Path.of("../examples/shmem-halo.txt");

  @Test
  void allThatIsAskedOfAnOpenTraceIsAnsweredAsOfItsFile() {
    try (OpenedTrace trace = Foretell.open(TEXT)) {
      assertThat(trace.ranks()).isEqualTo(64);
      assertThat(trace.prediction().machine("arc").run().json())
          .isEqualTo(Foretell.prediction().machine("arc").trace(TEXT).run().json());
      assertThat(trace.explanation().machine("arc").sensitivities(false).run().json())
          .isEqualTo(
              Foretell.explanation().machine("arc").trace(TEXT).sensitivities(false).run().json());
      assertThat(trace.comparison().machine("arc").models("simple", "loggops").run().json())
          .isEqualTo(
              Foretell.comparison()
                  .machine("arc")
                  .trace(TEXT)
                  .models("simple", "loggops")
                  .run()
                  .json());
    }
  }

  @Test
  void scenariosOfItAreRun() {
    try (OpenedTrace trace = Foretell.open(HALO)) {
      Scenario today = trace.prediction().machine("arc").model("simple").scenario();
      Scenario faster = today.with(Change.parse("network=x2"));
      List<Outcome> outcomes = trace.run(List.of(today, faster));
      assertThat(outcomes.get(0).ps())
          .isEqualTo(
              trace.prediction().machine("arc").model("simple").run().prediction().makespanPs());
      assertThat(outcomes.get(1).ps()).isLessThanOrEqualTo(outcomes.get(0).ps());
      assertThat(outcomes.get(0).seconds()).isEqualTo(outcomes.get(0).ps() / 1e12);
    }
  }

  @Test
  void manyThreadsMayAskIt() throws Exception {
    try (OpenedTrace trace = Foretell.open(HALO)) {
      long expected = trace.prediction().machine("arc").run().prediction().makespanPs();
      ExecutorService threads = Executors.newFixedThreadPool(4);
      try {
        List<Future<Long>> answers =
            IntStream.range(0, 8)
                .mapToObj(
                    i ->
                        threads.submit(
                            () -> trace.run(trace.prediction().machine("arc").scenario()).ps()))
                .toList();
        for (Future<Long> answer : answers) {
          assertThat(answer.get()).isEqualTo(expected);
        }
      } finally {
        threads.shutdown();
      }
    }
  }

  @Test
  void aScenarioOfAnotherTraceIsRefused() {
    Scenario other = Foretell.prediction().machine("arc").trace(TEXT).scenario();
    try (OpenedTrace trace = Foretell.open(HALO)) {
      assertThatThrownBy(() -> trace.run(other))
          .isInstanceOf(ForetellException.class)
          .hasMessageContaining("is not open in this runner");
    }
  }

  @Test
  void aFileThatChangesIsNoticedByPredictionsToo(@TempDir Path folder) throws IOException {
    Path file = Files.copy(HALO, folder.resolve("t.bin"));
    try (OpenedTrace trace = Foretell.open(file)) {
      trace.prediction().machine("arc").run();
      Files.copy(
          Path.of("../examples/shmem-ring.2.bin"), file, StandardCopyOption.REPLACE_EXISTING);
      assertThatThrownBy(() -> trace.prediction().machine("arc").run())
          .isInstanceOf(ForetellException.class)
          .hasMessageContaining("has changed since it was opened");
    }
  }

  @Test
  void outcomesMakeATable() {
    try (OpenedTrace trace = Foretell.open(HALO)) {
      Scenario today = trace.prediction().machine("arc").model("simple").scenario();
      Scenario stuck = trace.prediction().machine("ibm-sp2").model("simple").scenario();
      OutcomeTable table =
          OutcomeTable.empty()
              .with("today", today, trace.run(today))
              .with("old, and slow", stuck, trace.run(stuck));
      assertThat(table.rows()).hasSize(2);
      assertThat(table.csv())
          .startsWith("name,model,predictedSeconds,predictedPicoseconds,failure,scenario\ntoday,")
          .contains("\n\"old, and slow\",simple,");
      assertThat(table.json()).contains("\"predictedPs\" : " + trace.run(today).ps());
    }
  }
}
