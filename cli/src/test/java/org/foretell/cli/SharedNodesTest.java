package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What ranks of a node share: its interfaces, stated twice, and its memory. */
class SharedNodesTest {
  private static final Path FRONTIER =
      Path.of("../machines/src/main/resources/org/foretell/machines/catalogue/frontier.json");

  @TempDir private Path folder;

  @Test
  void contradictingNumbersOfInterfacesAreNotValid() throws IOException {
    Path machine =
        Files.writeString(
            folder.resolve("m.json"),
            Files.readString(FRONTIER).replace("\"nics\": 4", "\"nics\": 2"));
    SimCall call = SimCall.of("machines", "validate", machine);
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.err() + call.out())
        .contains(
            "$.topology.interfaces: found 4: contradicts nics of nodeGroups, which is at most 2");
    assertThat(SimCall.of("machines", "validate", FRONTIER).exitCode()).isZero();
  }

  private SimCall run(String... shares) {
    Path trace =
        Scratch.file(
            folder,
            "b.txt",
            "foretell-trace 1",
            "ranks 64",
            "ranks_per_node 8",
            "call_site 0 \"a.c:1\"",
            "program 0-63 {",
            "  compute duration=100ms call_site=0",
            "  compute duration=100ms",
            "}");
    Object[] args = new Object[4 + 2 * shares.length];
    args[0] = "run";
    args[1] = "frontier";
    args[2] = trace;
    args[3] = "--no-interval";
    for (int i = 0; i < shares.length; i++) {
      args[4 + 2 * i] = "--memory-bound";
      args[5 + 2 * i] = shares[i];
    }
    return SimCall.of(args);
  }

  /** Memory gives each of 64 ranks an eighth of what it gave each of 8. */
  @Test
  void sharesOfMemoryAreOfAllBurstsOrOfACallSite() {
    assertThat(run().out()).contains("Predicted time: 200 ms", "8 ranks per node, and here");
    assertThat(run("40%").out()).contains("Predicted time: 760 ms");
    assertThat(run("0.4").out()).contains("Predicted time: 760 ms");
    assertThat(run("a.c:1=100%").out()).contains("Predicted time: 900 ms");
    assertThat(run("40%", "a.c:1=0%").out()).contains("Predicted time: 480 ms");
  }

  @Test
  void sharesThatAreNoneAreRefused() {
    for (String wrong : new String[] {"140%", "-1%", "much", "=40%", "a.c:1="}) {
      SimCall call = run(wrong);
      assertThat(call.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(call.err())
          .contains("--memory-bound " + wrong + ": expected a share of 0% to 100%");
    }
  }
}
