package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.foretell.cli.shell.ExitCode;
import org.foretell.model.ModelProvider;
import org.foretell.setting.ModelRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Traces of ScalaTrace in the commands. */
class ScalaTraceCommandsTest {
  private static final Path FARM = Path.of("../examples/farm.3.scalatrace");
  private static final Path DATA =
      Path.of(System.getProperty("foretell.scalatrace", "../../shared/data/scalatrace"));

  private static final List<String> MODELS =
      ModelRegistry.load(List.of()).all().stream().map(ModelProvider::name).toList();

  @TempDir private Path folder;

  @Test
  void anyNameWillDo() throws IOException {
    Path file = Files.copy(FARM, folder.resolve("0"));
    SimCall call = SimCall.of("info", file);
    assertThat(call.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(call.out()).contains("format     scalatrace");
  }

  @Test
  void convertsThereAndBack() throws IOException {
    Path there = folder.resolve("farm.bin");
    Path back = folder.resolve("back.scalatrace");
    assertThat(SimCall.of("convert", FARM, there).exitCode()).isEqualTo(ExitCode.OK);
    assertThat(SimCall.of("convert", there, back).exitCode()).isEqualTo(ExitCode.OK);
    assertThat(Files.size(there)).isLessThan(Files.size(FARM));
    assertThat(predicted(back)).isEqualTo(predicted(FARM));
    SimCall printed = SimCall.of("convert", there, "-", "--to", "scalatrace");
    assertThat(printed.out()).isEqualTo(Files.readString(back));
  }

  private static String predicted(Path trace) {
    String out = SimCall.of("run", "jaguar-xt5", trace, "--no-interval").out();
    return out.lines().filter(line -> line.startsWith("Predicted time")).findFirst().orElseThrow();
  }

  @Test
  void receivesOfOneSizeTakeMessagesOfThatSize() {
    assertThat(SimCall.of("run", "jaguar-xt5", FARM, "--no-interval").out()).contains("room for");
    SimCall matched = SimCall.of("run", "jaguar-xt5", FARM, "--no-interval", "--match-sizes");
    assertThat(matched.out()).doesNotContain("room for");
  }

  /** One trace of each program, or more when asked for. */
  static List<String> traces() {
    return Boolean.getBoolean("foretell.long")
        ? List.of(
            "td.lu.A.4",
            "td.lu.A.8",
            "td.lu.A.16",
            "tic.lu.B.8",
            "ti.cg.A.4",
            "ti.cg.A.8",
            "ti.cg.A.16")
        : List.of("td.lu.A.4", "ti.cg.A.16");
  }

  @ParameterizedTest
  @MethodSource("traces")
  void replayToTheEndUnderEveryModel(String name) {
    Path file = DATA.resolve(name + ".I.scalatrace");
    assumeTrue(Files.exists(file), "no traces of ScalaTrace beside the checkout");
    Path trace = folder.resolve("trace.bin");
    assertThat(SimCall.of("convert", file, trace).exitCode()).isEqualTo(ExitCode.OK);
    for (String model : MODELS) {
      SimCall call = SimCall.of("run", "jaguar-xt5", trace, "--no-interval", "--model", model);
      assertThat(call.exitCode()).as("%s: %s", model, call.err()).isEqualTo(ExitCode.OK);
      assertThat(call.out()).as(model).contains("Predicted time");
    }
  }
}
