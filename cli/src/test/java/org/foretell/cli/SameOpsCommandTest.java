package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SameOpsCommandTest {
  private static final String TRACE =
      """
      foretell-trace 1
      ranks 2
      program 0 {
        compute duration=1us
        send peer=1 bytes=8
      }
      program 1 {
        recv peer=0 receive_bytes=8
      }
      """;

  @TempDir private Path folder;

  private Path trace(String name, String text) throws Exception {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void theSameCallsAreFoundWhateverTheTimes() throws Exception {
    Path one = trace("one.txt", TRACE);
    Path other = trace("other.txt", TRACE.replace("1us", "2us"));
    SimCall call = SimCall.of("check", "--same-ops", one, other);
    assertThat(call.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(call.out()).startsWith("the same: 2 calls of 2 ranks");
  }

  @Test
  void aDifferenceIsShownWithBothOps() throws Exception {
    Path one = trace("one.txt", TRACE);
    Path other = trace("other.txt", TRACE.replace("send peer=1 bytes=8", "send peer=1 bytes=9"));
    SimCall call = SimCall.of("check", one, "--same-ops", other);
    assertThat(call.exitCode()).isEqualTo(ExitCode.PROGRAM_STUCK);
    assertThat(call.out())
        .contains("not the same: 1 of 2 ranks make other calls", "rank 0: bytes")
        .contains(one + ", op 1: send peer=1 bytes=8", other + ", op 1: send peer=1 bytes=9");
  }

  @Test
  void jsonIsNotPassedOverInSilence() throws Exception {
    Path one = trace("one.txt", TRACE);
    SimCall call =
        SimCall.of("check", one, "--same-ops", one, "--json", folder.resolve("result.json"));
    assertThat(call.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(call.err()).contains("--json has no form for --same-ops");
    assertThat(folder.resolve("result.json")).doesNotExist();
  }
}
