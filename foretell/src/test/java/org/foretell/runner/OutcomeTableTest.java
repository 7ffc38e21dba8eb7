package org.foretell.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.foretell.Foretell;
import org.foretell.OpenedTrace;
import org.foretell.scenario.Change;
import org.foretell.scenario.Scenario;
import org.junit.jupiter.api.Test;

class OutcomeTableTest {
  private static final Path HALO = Path.of("../examples/halo.2.bin");

  @Test
  void figuresAreColumns() {
    try (OpenedTrace trace = Foretell.open(HALO)) {
      Scenario today = trace.prediction().machine("arc").model("simple").scenario();
      Scenario slower = today.with(new Change("network.latency", "x2"));
      long ps = trace.run(slower).ps();
      OutcomeTable table =
          OutcomeTable.empty()
              .with("today", today, trace.run(today))
              .with("slower", Map.of("latency", "x2", "buses", "1"), slower, trace.run(slower));
      assertThat(table.figures()).containsExactly("buses", "latency");
      List<String> lines = table.csv().lines().toList();
      assertThat(lines.get(0))
          .isEqualTo(
              "name,buses,latency,model,predictedSeconds,predictedPicoseconds,failure,scenario");
      assertThat(lines.get(1)).startsWith("today,,,simple,");
      assertThat(lines.get(2))
          .startsWith("slower,1,x2,simple,")
          .endsWith(ps + ",," + slower.hash());
      assertThat(table.json())
          .containsOnlyOnce("\"figures\"")
          .containsSubsequence("\"buses\" : \"1\"", "\"latency\" : \"x2\"");
    }
  }

  @Test
  void namesOfColumnsAreNotUsedTwice() {
    Scenario today = Foretell.prediction().machine("arc").trace(HALO).model("simple").scenario();
    try (Runner runner = Runner.builder().build()) {
      runner.open(HALO);
      Outcome outcome = runner.run(today);
      for (String name : new String[] {"name", "model", "scenario", " "}) {
        assertThatThrownBy(
                () -> OutcomeTable.empty().with("run", Map.of(name, "1"), today, outcome))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("a figure cannot be called \"" + name + "\"");
      }
    }
  }
}
