package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallCountsCommandTest {
  private static final String TABLE =
      """
      routine,op,calls_of_each_pe
      shmem_int_put,shmem_put,2
      shmem_long_put,shmem_put,1
      shmem_barrier_all,shmem_barrier,1
      """;

  private static final String TRACE =
      """
      foretell-trace 1
      ranks 2
      program 0-1 {
        compute duration=1us
        repeat 3 {
          shmem_put peer=0 bytes=8
        }
        shmem_barrier
      }
      """;

  @TempDir private Path folder;

  private SimCall check(String table, String trace) {
    return SimCall.of(
        "check",
        "--calls",
        Scratch.file(folder, "calls.csv", table),
        Scratch.file(folder, "t.txt", trace));
  }

  @Test
  void callsOfOneOpAreAddedUp() {
    SimCall call = check(TABLE, TRACE);
    assertThat(call.err()).isEmpty();
    assertThat(call.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(call.out())
        .isEqualTo("as expected: 8 calls of 2 ranks, each as often as the table says\n");
  }

  @Test
  void surplusAndMissingCallsAreReported() {
    SimCall call =
        check(TABLE, TRACE.replace("repeat 3", "repeat 4").replace("shmem_barrier", "barrier"));
    assertThat(call.exitCode()).isEqualTo(ExitCode.PROGRAM_STUCK);
    assertThat(call.out())
        .startsWith("not as expected: 2 of 2 ranks make calls more or less often\n")
        .contains("  rank 0, shmem_put: expected 3, found 4\n")
        .contains("  rank 1, shmem_barrier: expected 1, found 0\n")
        .contains("  rank 1, barrier: expected 0, found 1\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "routine,op | calls.csv:1: expected the columns routine,op,calls_of_each_pe, found",
        "routine,op,calls_of_each_pe;a,compute,1 | calls.csv:2: expected the op of a call",
        "routine,op,calls_of_each_pe;a,shmem_putt,1 | calls.csv:2: expected the op of a call",
        "routine,op,calls_of_each_pe;a,barrier,-1 | calls.csv:2: expected a number of calls",
        "routine,op,calls_of_each_pe;a,barrier,99999999999 | calls.csv:2: expected a number",
        "routine,op,calls_of_each_pe;a,barrier | calls.csv:2: expected 3 columns",
        "routine,op,calls_of_each_pe;\"a,barrier,1 | calls.csv: is not CSV",
      })
  void aWrongTableIsRefused(String table, String message) {
    SimCall call = check(table.replace(';', '\n'), TRACE);
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.err()).contains(message);
  }

  @Test
  void twoComparisonsAtOnceAreRefused() {
    Path trace = Scratch.file(folder, "t.txt", TRACE);
    SimCall call = SimCall.of("check", "--calls", trace, "--same-ops", trace, trace);
    assertThat(call.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(call.err()).contains("use one of them");
    SimCall json = SimCall.of("check", "--calls", trace, "--json", folder.resolve("x"), trace);
    assertThat(json.err()).contains("--json has no form for --calls");
  }
}
