package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.foretell.Foretell;
import org.foretell.cli.shell.ExitCode;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.time.Ps;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The example of a model of one's own, compiled and put into a jar as its user would. */
class CustomModelTest {
  private static final Path PROJECT = ExampleJar.MODEL.project();

  @TempDir private static Path jars;

  @TempDir private Path folder;
  private Path jar = Path.of("none");

  @BeforeEach
  void build() {
    jar = ExampleJar.MODEL.in(jars);
  }

  /** The model with one place of its source changed. */
  private Path broken(String file, String place, String replacement) throws IOException {
    Path changed = Files.createDirectory(folder.resolve("changed"));
    try (Stream<Path> sources = Files.walk(PROJECT.resolve("java"))) {
      for (Path source : sources.filter(Files::isRegularFile).toList()) {
        String text = Files.readString(source);
        String name = source.getFileName().toString();
        if (name.equals(file)) {
          assertThat(text).contains(place);
          text = text.replace(place, replacement);
        }
        Files.writeString(changed.resolve(name), text);
      }
    }
    return ExampleJar.MODEL.of(folder, "broken", changed);
  }

  @Test
  void itIsListedAndRunsAndIsCompared() {
    SimCall listed = SimCall.of("models", "rails", "--models", jar);
    assertThat(listed.exitCode()).isZero();
    assertThat(listed.out()).contains("rails", "Messages that a node sends at once.");
    SimCall run =
        SimCall.of(
            "run",
            "jaguar-xt5",
            SimCall.EXAMPLE,
            "--models",
            jar,
            "--model",
            "rails",
            "-P",
            "rails=1");
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("rails: rails=1, latency=", "us (machine), bandwidth=");
    SimCall compared =
        SimCall.of("compare", "jaguar-xt5", SimCall.EXAMPLE, "--models", "simple,rails," + jar);
    assertThat(compared.out()).contains("rails predicts");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "RailsModel|return rails[first] + speed.latencyPs() - startPs;|return -5;"
            + "|the model answers -5 ps for transferPs; it must be at least 0",
        "RailsModel|return rails[first] + speed.latencyPs() - startPs;|return freePs[1 << 20][0];"
            + "|the model fails in com.example.rails.RailsModel.transferPs",
        "RailsModel|return rounds *|return -rounds *|the collective model answers -",
        "RailsModelProvider|return \"rails\";|return \"Ra ils\";"
            + "|.name() must be lower case letters",
      })
  void errorsOfModelsAreReportedWithoutBlamingSim(
      String type, String place, String replacement, String message) throws IOException {
    Path broken = broken(type + ".java", place, replacement);
    SimCall call =
        SimCall.of(
            "run",
            "jaguar-xt5",
            SimCall.EXAMPLE,
            "--models",
            broken,
            "--model",
            "rails",
            "--collectives",
            "formula");
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.out()).isEmpty();
    assertThat(call.err()).contains(message).hasLineCount(1);
  }

  private static Machine machine(double bytesPerSecond, int nics) {
    return Machine.builder("pair")
        .nodes(
            NodeGroup.builder("node")
                .nodes(2)
                .coresPerNode(4)
                .cpuRatios(1)
                .nics(nics)
                .intraNode(new LinkSpeed(Ps.PER_MICROSECOND / 2, 8e9))
                .build())
        .network(new LinkSpeed(2 * Ps.PER_MICROSECOND, bytesPerSecond))
        .build();
  }

  /** Ranks 0 and 1 send 1 MB each to ranks 2 and 3 at the same time. */
  private long predictedPs(Machine machine, String placement) {
    Path trace =
        Scratch.file(
            folder,
            "pairs.txt",
            "foretell-trace 1",
            "ranks 4",
            "program 0-1 {",
            "  send peer=+2 bytes=1000000",
            "}",
            "program 2-3 {",
            "  recv peer=-2 receive_bytes=1000000",
            "}");
    return Foretell.prediction()
        .machine(machine)
        .trace(trace)
        .modelsOf(jar)
        .model("rails")
        .placement(placement)
        .ranksPerNode(placement.equals("block") ? 2 : null)
        .run()
        .prediction()
        .makespanPs();
  }

  /** Latency, bandwidth, interfaces and places of the machine decide, each by hand. */
  @Test
  void theMachineDecidesTheTime() {
    long microsecond = Ps.PER_MICROSECOND;
    // Ranks 0 and 1 share node 0 and its one interface: 2 us + 2 * 1 ms.
    assertThat(predictedPs(machine(1e9, 1), "block")).isEqualTo(2002 * microsecond);
    assertThat(predictedPs(machine(2e9, 1), "block")).isEqualTo(1002 * microsecond);
    assertThat(predictedPs(machine(1e9, 2), "block")).isEqualTo(1002 * microsecond);
    // Round robin puts each pair on a node of its own: 0.5 us + 125 us, and no rail is needed.
    assertThat(predictedPs(machine(1e9, 1), "round-robin"))
        .isEqualTo(125 * microsecond + microsecond / 2);
  }

  @Test
  void withoutAMachineItsParametersHaveToBeGiven() {
    SimCall call = SimCall.of("run", "-", SimCall.EXAMPLE, "--models", jar, "--model", "rails");
    assertThat(call.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(call.err())
        .contains("model rails needs latency, bandwidth when no machine is given");
  }

  @Test
  void thePageOnWritingAModelShowsIt() throws IOException {
    String page = Files.readString(Path.of("../docs/models.md"));
    Path sources = PROJECT.resolve("java/com/example/rails");
    assertThat(page).contains("```java\n" + Files.readString(sources.resolve("RailsModel.java")));
    String provider = Files.readString(sources.resolve("RailsModelProvider.java"));
    int first = provider.indexOf("  private static final Parameter");
    int last = provider.indexOf("\n\n", first) + 1;
    assertThat(page).contains("```java\n" + provider.substring(first, last) + "```");
    int read = provider.indexOf("  @Override\n  public CommunicationModel read(");
    int end = provider.indexOf("\n  }\n", read) + "\n  }\n".length();
    assertThat(page).contains("```java\n" + provider.substring(read, end));
  }

  @Test
  void aJarWithoutModelsIsRefused() {
    Path text = Scratch.file(folder, "text.jar", "not a jar");
    SimCall call = SimCall.of("models", "--models", text);
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.err()).contains("text.jar: cannot be read as a jar");
    SimCall none = SimCall.of("models", "--models", folder.resolve("none.jar"));
    assertThat(none.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(none.err()).contains("none.jar: is not a file");
  }

  @Test
  void theSameNameTwiceIsRefused() {
    SimCall call = SimCall.of("models", "--models", jar, "--models", jar);
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.err()).contains("a model of that name already exists");
  }
}
