package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values at the edge, and beyond. */
class OddParametersTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2|--model flow -P window=0B|sim: parameter window of model flow: must be above 0 bytes",
        "3|--model flow -P envelope=9223372036854775807B|exceeds 106 days",
        "2|--traced-core-speed 0Gflop/s|traced core speed 0Gflop/s: ",
        "2|--compute-noise lognormal:5|sim: compute noise lognormal:5: the coefficient of"
            + " variation",
        "3|--noise-trace .|noise trace .: is a folder",
        "2|--time-unit 0ns|time unit 0ns: must be at least 1ps",
        "2|--collectives mpich4,alltoall=scattered/k0|must be at least 1",
        "2|--collectives mpich4,bcast=pipeline/0B|must be at least 1",
        "2|--model loggops -P G=1e308ns/B|exceeds the limit of 106 days per byte",
        "2|--model loggops -P O=1e308ns/B|exceeds the limit of 106 days per byte",
        "2|--model max-rate -P gamma=1e308ns/B|exceeds the limit of 106 days per byte",
        "2|-P collectives.reduceTimePerByte=1e308ns/B|exceeds the limit of 106 days per byte",
        "2|--model flow --set network.bandwidth=1e-300B/s|one byte would take more than 106 days",
        "2|--traced-core-speed 1e-300flop/s|one flop would take more than 106 days",
        "2|--ranks-per-node 0|ranks per node 0 is out of range",
        "2|--collectives mpich4 -P collectives.exactUpTo=-1|is not a number of steps",
        "2|--scale-phase none=2|has no phase",
        "2|-P =3us|sim: parameter =3us: expected NAME=VALUE, but the name is missing",
      })
  void theyAreRefusedInALine(int exitCode, String options, String message) {
    boolean schedule = options.contains("time-unit");
    Object trace = schedule ? Scratch.schedule(folder) : SimCall.EXAMPLE;
    List<Object> arguments = new ArrayList<>(List.of("run", "jaguar-xt5", trace));
    arguments.addAll(Arrays.asList(options.split(" ", -1)));
    SimCall call = SimCall.of(arguments.toArray());
    assertThat(call.exitCode()).isEqualTo(exitCode);
    assertThat(call.out()).isEmpty();
    assertThat(call.err()).contains(message).hasLineCount(1);
  }

  @Test
  void settingsOfUnusedAlgorithmsAreReported() {
    List<Object> arguments =
        new ArrayList<>(List.of("run", "arc", SimCall.EXAMPLE, "-P", "collectives.exactUpTo=3"));
    String unused = "warning: parameter collectives.exactUpTo has no effect";
    assertThat(SimCall.of(arguments.toArray()).out()).doesNotContain(unused);
    arguments.addAll(List.of("--collectives", "formula"));
    assertThat(SimCall.of(arguments.toArray()).out()).contains(unused);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-P L|-P L: expected NAME=VALUE, but there is no",
        "--replications 1000000000000|'1000000000000' is not a whole number of at most 2147483647",
        "--replications many|'many' is not a whole number",
        "--seed 1e3|'1e3' is not a whole number of at most 9223372036854775807",
      })
  void unparsableOptionValuesGetOurMessage(String options, String message) {
    List<Object> arguments = new ArrayList<>(List.of("run", "arc", SimCall.EXAMPLE));
    arguments.addAll(Arrays.asList(options.split(" ", -1)));
    SimCall call = SimCall.of(arguments.toArray());
    assertThat(call.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(call.err()).contains(message).doesNotContain("option option", "KEY");
  }

  @Test
  void tooLongSimulatedTimesAreReportedWithTheTrace() {
    Path trace =
        Scratch.file(
            folder,
            "long.goal",
            "num_ranks 1",
            "rank 0 {",
            "a: calc 9000000000000000",
            "b: calc 9000000000000000",
            "b requires a",
            "}");
    SimCall call = SimCall.of("run", "arc", trace);
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.err())
        .startsWith("sim: " + trace + ": rank 0, op 1: simulated time exceeds 106 days")
        .contains("of GOAL schedules: the time unit");
  }

  @Test
  void aMessageOfTheLargestSizeIsNotFast() {
    Path trace = Scratch.exchange(folder, "9223372036854775807");
    SimCall call = SimCall.of("run", "jaguar-xt5", trace, "--model", "flow", "-P", "envelope=16B");
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.err()).contains("exceeds 106 days");
  }

  @Test
  void aTraceIsNotWrittenUnderTheNameOfAnotherFormat() {
    Path output = folder.resolve("trace.json");
    SimCall call = SimCall.of("convert", SimCall.EXAMPLE, output);
    assertThat(call.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(call.err())
        .contains("trace.json: sim cannot write traces in the format of this name");
    assertThat(Files.exists(output)).isFalse();
    Path timeline = folder.resolve("x.prv");
    assertThat(SimCall.of("convert", SimCall.EXAMPLE, timeline).exitCode())
        .isEqualTo(ExitCode.USAGE);
    assertThat(Files.exists(timeline)).isFalse();
    assertThat(SimCall.of("convert", SimCall.EXAMPLE, output, "--to", "native").exitCode())
        .isZero();
  }

  @Test
  void schedulesRunUnderFlowsToo() {
    SimCall call = SimCall.of("run", "arc", Scratch.schedule(folder), "--model", "flow");
    assertThat(call.exitCode()).isZero();
    assertThat(call.out()).startsWith("Predicted time: ");
  }

  @Test
  void modelsThatKnowNoSitesAndBusesSaySo() {
    DimemasCase several =
        DimemasCase.all().stream()
            .filter(one -> one.toString().startsWith("wan_02"))
            .findFirst()
            .orElseThrow();
    SimCall flow = SimCall.of("run", several.machine(), several.trace(), "--model", "flow");
    assertThat(flow.out()).contains("ignores the sites of");
    SimCall own = SimCall.of("run", several.machine(), several.trace());
    assertThat(own.out()).doesNotContain("ignores the sites").doesNotContain("does not use");
  }
}
