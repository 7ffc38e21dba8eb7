package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.foretell.Foretell;
import org.foretell.failure.ForetellException;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.MachineBuilder;
import org.foretell.machine.NodeGroup;
import org.foretell.report.ExplainResult;
import org.foretell.report.LatencyTolerance;
import org.foretell.report.ParameterSensitivity;
import org.foretell.report.PredictionInterval;
import org.foretell.report.Sensitivities;
import org.foretell.runner.Outcome;
import org.foretell.runner.Runner;
import org.foretell.scenario.Scenario;
import org.foretell.time.Ps;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A model in a jar whose latency is called alpha and whose bandwidth is called speed: what is found
 * about figures goes by what they do, and not by their names. One message of 1 MB at 1 GB/s with a
 * latency of 10 us takes 1,010 us.
 */
class PlugInFiguresTest {
  private static final double LATENCY_US = 10;
  private static final double TOTAL_US = 1_010;

  @TempDir private static Path folder;
  private static Path jar = Path.of("none");

  @BeforeAll
  static void build() throws IOException {
    jar = jar("alpha", "");
  }

  /** The example with other names, and a comment that makes other bytes. */
  private static Path jar(String name, String comment) throws IOException {
    return jar(name, text -> text.replace("free.\"", "free" + comment + ".\""));
  }

  private static Path jar(String name, UnaryOperator<String> change) throws IOException {
    Path sources = Files.createDirectory(folder.resolve(name));
    try (Stream<Path> files = Files.walk(ExampleJar.MODEL.project().resolve("java"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.writeString(
            sources.resolve(file.getFileName().toString()),
            change.apply(
                Files.readString(file)
                    .replace("\"latency\"", "\"alpha\"")
                    .replace("\"bandwidth\"", "\"speed\"")));
      }
    }
    return ExampleJar.MODEL.of(folder, name, sources);
  }

  private static Path message() throws IOException {
    return Files.writeString(
        folder.resolve("message.txt"),
        """
        foretell-trace 1
        name "message"
        ranks 2
        origin "written by hand"
        program 0 {
          send peer=1 bytes=1000000B
        }
        program 1 {
          recv peer=0 receive_bytes=1000000B
        }
        """);
  }

  private static Machine machine() {
    MachineBuilder machine =
        Machine.builder("pair")
            .nodes(NodeGroup.builder("node").nodes(2).build())
            .network(new LinkSpeed(10 * Ps.PER_MICROSECOND, 1e9))
            .eagerThresholdBytes(2_000_000);
    return machine.build();
  }

  private static ExplainResult explained() throws IOException {
    return Foretell.explanation()
        .machine(machine())
        .trace(message())
        .modelsOf(jar)
        .model("rails")
        .ranksPerNode(1)
        .run();
  }

  @Test
  void whatItsLatencyDoesIsFound() throws IOException {
    ExplainResult result = explained();
    assertThat(result.run().prediction().makespanPs())
        .isEqualTo(Math.round(TOTAL_US * Ps.PER_MICROSECOND));
    assertThat(result.run().parameters()).containsEntry("alpha", "10us (machine)");
    Sensitivities found = result.sensitivities().orElseThrow();
    assertThat(of(found, "alpha").elasticity()).isCloseTo(LATENCY_US / TOTAL_US, within(1e-6));
    // Of a rate that is a percent higher, the time is 1 / 1.01: a step and not a derivative.
    assertThat(of(found, "speed").elasticity())
        .isCloseTo(-(TOTAL_US - LATENCY_US) / TOTAL_US, within(2e-4));
  }

  private static ParameterSensitivity of(Sensitivities found, String name) {
    return found.parameters().stream()
        .filter(one -> one.parameter().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void howMuchMoreOfItARunBearsIsFound() throws IOException {
    LatencyTolerance tolerance =
        explained().sensitivities().orElseThrow().tolerance().orElseThrow();
    assertThat(tolerance.parameter()).isEqualTo("alpha");
    for (LatencyTolerance.Limit limit : tolerance.limits()) {
      double exact = limit.longer() * TOTAL_US / LATENCY_US;
      assertThat(limit.growthFrom()).isLessThanOrEqualTo(exact + 1e-6);
      assertThat(limit.growthTo().orElseThrow()).isGreaterThanOrEqualTo(exact - 1e-6);
    }
    assertThat(tolerance.limits()).isNotEmpty();
  }

  @Test
  void boundsOfTheMachinesFigureMoveIt() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("bounded.json"),
            """
            {
              "formatVersion": 1,
              "name": "bounded",
              "title": "A pair of nodes",
              "nodeGroups": [{"name": "node", "nodes": 2, "coresPerNode": 1,
                "intraNode": {"latency": "1us", "bandwidth": "1GB/s"}}],
              "network": {"latency": {"value": "10us", "from": "5us", "to": "20us"},
                "bandwidth": "1GB/s"},
              "eagerThreshold": "2MB"
            }
            """);
    PredictionInterval interval =
        Foretell.prediction()
            .machine(file.toString())
            .trace(message())
            .modelsOf(jar)
            .model("rails")
            .ranksPerNode(1)
            .interval(true)
            .run()
            .interval()
            .orElseThrow();
    assertThat(interval.figuresLowPs()).isEqualTo(1_005 * Ps.PER_MICROSECOND);
    assertThat(interval.figuresHighPs()).isEqualTo(1_020 * Ps.PER_MICROSECOND);
  }

  private static Scenario scenario(Path of) throws IOException {
    return Foretell.prediction()
        .machine(machine())
        .trace(message())
        .modelsOf(of)
        .model("rails")
        .ranksPerNode(1)
        .scenario();
  }

  @Test
  void aScenarioIsTheSameWithTheSameJarOnly() throws IOException {
    assertThat(scenario(jar).model()).isEqualTo(scenario(jar).model());
    Path copy = Files.copy(jar, folder.resolve("copy.jar"));
    assertThat(scenario(copy).model()).isEqualTo(scenario(jar).model());
    assertThat(scenario(jar("other", ", or another")).model()).isNotEqualTo(scenario(jar).model());
  }

  @Test
  void aModelThatAnswersDifferentlyEachTimeIsNamedWithItsJar() throws IOException {
    Path restless =
        jar(
            "restless",
            text ->
                text.replace(
                    "speed.latencyPs()", "(speed.latencyPs() + System.nanoTime() % 1000003)"));
    for (boolean once : new boolean[] {true, false}) {
      try (Runner runner = Runner.builder().checkForeignModels(once).build()) {
        runner.open(message());
        Scenario steady = scenario(jar);
        assertThat(runner.run(steady)).isEqualTo(runner.run(steady));
        Scenario changing = scenario(restless);
        Outcome first = runner.run(changing);
        if (once) {
          assertThatThrownBy(() -> runner.run(changing))
              .isInstanceOf(ForetellException.class)
              .hasMessageContaining("model rails (com.example.rails.RailsModelProvider in ")
              .hasMessageContaining("restless.jar) gives different answers for the same scenario");
        }
        // Only the first answer is tried again.
        assertThat(runner.run(changing)).isEqualTo(first);
      }
    }
  }
}
