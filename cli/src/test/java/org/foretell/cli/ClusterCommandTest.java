package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterCommandTest {
  private static final String MG = "../examples/mg.S.64.bin";

  @TempDir private Path folder;

  private Path trace(String text) throws Exception {
    Path file = folder.resolve("trace.txt");
    Files.writeString(file, "foretell-trace 1\n" + text);
    return file;
  }

  @Test
  void clusteredTraceAndPicturesAreWritten() throws Exception {
    Path clustered = folder.resolve("clustered.bin");
    Path pictures = folder.resolve("pictures");
    SimCall call =
        SimCall.of(
            "cluster",
            MG,
            "--durations",
            "lead",
            "--out",
            clustered,
            "--plot",
            pictures,
            "--grid",
            "16x4");
    assertThat(call.err()).isEmpty();
    assertThat(call.exitCode()).isZero();
    assertThat(call.out())
        .startsWith("9 clusters of 64 ranks, 8 call paths (acurdion)")
        .contains("clusters on a grid of 16x4:")
        .contains("clustered.bin: the clustered trace, ");
    assertThat(pictures.toFile().list()).containsExactlyInAnyOrder("matrix.png", "matrix.svg");
    assertThat(Files.size(pictures.resolve("matrix.png"))).isGreaterThan(10_000);
    assertThat(Files.size(clustered)).isLessThan(Files.size(Path.of(MG)));
    SimCall check = SimCall.of("check", clustered);
    assertThat(check.exitCode()).isZero();
    assertThat(check.out())
        .contains("clustered: the programs of 9 ranks stand for those of all 64");
    assertThat(SimCall.of("cluster", MG, "--method", "call-path", "--json", "-").out())
        .contains("\"callPaths\" : 8")
        .contains("\"matching\"");
  }

  @Test
  void ranksOfACubeAreItsPlanes() throws Exception {
    String cube =
        "ranks 27\nprogram 0-12,14-26 {\n  barrier\n}\nprogram 13 {\n  barrier\n  init\n}\n";
    SimCall call = SimCall.of("cluster", trace(cube));
    assertThat(call.exitCode()).as(call.err()).isZero();
    assertThat(call.out())
        .contains(
            "clusters on a grid of 3x3x3:\n\n",
            "  0 0 0\n  0 0 0\n  0 0 0\n\n  0 0 0\n  0 1 0\n  0 0 0\n\n  0 0 0\n");
    assertThat(SimCall.of("cluster", trace(cube), "--grid", "9x3").out())
        .contains("clusters on a grid of 9x3:");
  }

  @Test
  void chameleonReportsStatesAndPhases() throws Exception {
    String loop =
        "ranks 2\nprogram 0-1 {\n  repeat 5 {\n    barrier\n  }\n  sendrecv peer=+1 bytes=8"
            + " receive_peer=-1 receive_bytes=8\n}\n";
    Path clustered = folder.resolve("clustered.bin");
    SimCall call =
        SimCall.of(
            "cluster",
            trace(loop),
            "--method",
            "chameleon",
            "--marker",
            "loop",
            "--json",
            "-",
            "--out",
            clustered);
    assertThat(call.err())
        .startsWith("note: ")
        .contains("clustered.bin: the trace itself, compressed without loss, ")
        .hasLineCount(1);
    assertThat(call.out())
        .contains("\"marker\" : \"iterations of the main loop\"")
        .contains("\"state\" : \"final\"");
    assertThat(SimCall.of("check", clustered).exitCode()).isZero();
    assertThat(
            SimCall.of("cluster", trace(loop), "--method", "chameleon", "--marker", "loop").out())
        .startsWith("1 cluster of 2 ranks, 1 call path (chameleon)")
        .contains("5 markers of 5 evaluated: all-tracing 1, clustering 1, lead 3, final 1")
        .contains("1            lead             3-5");
    assertUsage("markers apply to method chameleon", "--marker", "loop");
    assertUsage("is called \"steps\"", "--method", "chameleon", "--marker", "steps");
    assertUsage(
        "must be at least 1", "--method", "chameleon", "--marker", "barrier", "--every", "0");
  }

  @Test
  void traceThatWouldHangIsRefused() {
    Path clustered = folder.resolve("clustered.bin");
    SimCall call = SimCall.of("cluster", MG, "--partners", "merge", "--out", clustered);
    assertThat(call.exitCode()).isEqualTo(ExitCode.PROGRAM_STUCK);
    assertThat(call.err())
        .contains("the clustered trace is inconsistent")
        .contains("keep them or split clusters");
    assertThat(clustered).doesNotExist();
    SimCall split = SimCall.of("cluster", MG, "--partners", "split", "--out", clustered);
    assertThat(split.exitCode()).isZero();
    assertThat(SimCall.of("check", clustered).exitCode()).isZero();
  }

  @Test
  void wrongSettingsAreReported() {
    assertUsage("ask for 8 clusters or more", "--clusters", "4");
    assertUsage("from 1 to 64", "--clusters", "0");
    assertUsage("from 1 to 64", "--clusters", "65");
    assertUsage("expected acurdion, call-path, reference, dynamic, chameleon", "--method", "best");
    assertUsage("expected k-farthest, k-medoid", "--select", "k-means");
    assertUsage("expected keep, split, merge", "--partners", "lose");
    assertUsage(
        "applies to methods acurdion and chameleon", "--method", "dynamic", "--clusters", "9");
    assertUsage("count tolerance must be at least 0", "--count-tolerance", "-1");
    assertUsage("with the product 64, like 8x8", "--grid", "9x9");
    SimCall jar = SimCall.of("cluster", MG, "--functions", "none.jar");
    assertThat(jar.err())
        .contains("none.jar: is not a file; expected a jar with parameter functions");
    assertThat(jar.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
  }

  private static void assertUsage(String message, Object... options) {
    Object[] all = new Object[options.length + 2];
    all[0] = "cluster";
    all[1] = MG;
    System.arraycopy(options, 0, all, 2, options.length);
    SimCall call = SimCall.of(all);
    assertThat(call.err()).contains(message);
    assertThat(call.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void taskGraphsAndHangingProgramsAreRefused() throws Exception {
    SimCall graphs = SimCall.of("cluster", "../examples/ring.4.goal");
    assertThat(graphs.err()).contains("consists of task graphs");
    assertThat(graphs.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    SimCall hangs =
        SimCall.of("cluster", trace("ranks 2\nprogram 0-1 {\n  recv peer=+1 receive_bytes=8\n}\n"));
    assertThat(hangs.exitCode()).isEqualTo(ExitCode.PROGRAM_STUCK);
    assertThat(hangs.err()).contains("its ranks wait for each other");
  }

  @Test
  void ranksWithoutOpsAreOneCluster() throws Exception {
    SimCall call = SimCall.of("cluster", trace("ranks 3\nprogram 0-2 {\n}\n"));
    assertThat(call.out()).startsWith("1 cluster of 3 ranks, 1 call path (acurdion)");
    assertThat(call.exitCode()).isZero();
  }

  /** A master hands 36 tasks to two workers. */
  private Path masterAndWorkers() throws Exception {
    StringBuilder text = new StringBuilder("ranks 3\nprogram 0 {\n");
    for (int task = 0; task < 36; task++) {
      int worker = task % 2 == 0 || task > 33 ? 1 : 2;
      text.append("send peer=").append(worker).append(" tag=1 bytes=64\n");
      text.append("recv peer=").append(worker).append(" tag=2 receive_bytes=8\n");
    }
    text.append("send peer=1 tag=3 bytes=0\nsend peer=2 tag=3 bytes=0\n}\n");
    for (int worker = 1; worker <= 2; worker++) {
      text.append("program ").append(worker).append(" {\nrepeat ").append(worker == 1 ? 19 : 17);
      text.append(" {\nrecv peer=0 tag=1 receive_bytes=64\nsend peer=0 tag=2 bytes=8\n}\n");
      text.append("recv peer=0 tag=3 receive_bytes=0\n}\n");
    }
    return trace(text.toString());
  }

  @Test
  void workersAreOneClusterWhateverTheirTasks() throws Exception {
    Path trace = masterAndWorkers();
    assertThat(SimCall.of("cluster", trace, "--method", "call-path").out())
        .startsWith("3 clusters of 3 ranks, 3 call paths");
    Path out = folder.resolve("workers.bin");
    SimCall call =
        SimCall.of(
            "cluster",
            trace,
            "--method",
            "call-path",
            "--any-counts",
            "--durations",
            "lead",
            "--out",
            out);
    assertThat(call.exitCode()).as(call.err()).isZero();
    assertThat(call.out())
        .startsWith("2 clusters of 3 ranks, 2 call paths")
        .contains("the clustered trace has the programs of 3 ranks: ranks whose loops run a");
    SimCall same = SimCall.of("check", "--same-ops", trace, out);
    assertThat(same.exitCode()).as(same.err()).isZero();
    assertThat(SimCall.of("structure", trace, "--all", "--any-counts").out())
        .contains("ranks 1-2", "17 to 19 times (19 on rank 1; 17 on rank 2)");
    assertUsage("any counts apply to method call-path", "--any-counts");
  }

  /** A real run, whose four workers had from three to six tasks, and different numbers of polls. */
  @Test
  void workersOfAMasterThatReceivesFromAnyAreOneCluster() {
    Path trace = Path.of("../examples/workers.5.bin");
    for (String method : List.of("acurdion", "call-path")) {
      Path out = folder.resolve(method + ".bin");
      SimCall call =
          SimCall.of("cluster", trace, "--method", method, "--durations", "lead", "--out", out);
      assertThat(call.exitCode()).as(call.err()).isZero();
      assertThat(call.out())
          .startsWith("2 clusters of 5 ranks, 2 call paths (" + method + ")")
          .contains("0 1 1 1 1")
          .contains("ranks whose loops run a different number of times keep their own calls");
      SimCall same = SimCall.of("check", "--same-ops", trace, out);
      assertThat(same.exitCode()).as(same.err()).isZero();
    }
    assertThat(SimCall.of("cluster", trace, "--clusters", 2).out()).startsWith("2 clusters of 5");
    assertThat(SimCall.of("cluster", trace, "--method", "reference").out())
        .startsWith("5 clusters of 5 ranks");
  }
}
