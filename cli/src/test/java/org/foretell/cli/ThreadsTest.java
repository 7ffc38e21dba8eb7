package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code sim run} says of a long trace does not depend on how many threads replay it. */
class ThreadsTest {
  @TempDir private static Path folder;

  private static String halo() {
    return folder.resolve("halo.bin").toString();
  }

  /** Long enough for several threads. */
  @BeforeAll
  static void makeTrace() {
    SimCall made =
        SimCall.of(
            "generate",
            "trace",
            "halo",
            "--ranks",
            "512",
            "--dimensions",
            "2",
            "--points-per-rank",
            "1x1",
            "--point-bytes",
            "1KiB",
            "--time-per-point",
            "10us",
            "--imbalance",
            "10%",
            "--allreduces",
            "1",
            "--steps",
            "2200",
            "--out",
            halo());
    assertThat(made.exitCode()).isZero();
  }

  static Stream<List<String>> options() {
    return Stream.of(
        List.of("--compute-noise", "normal:5%"),
        List.of("-P", "eagerThreshold=0B", "--collectives", "formula", "--placement", "random"));
  }

  @ParameterizedTest
  @MethodSource("options")
  void aReportIsTheSame(List<String> options) throws IOException {
    Report one = report(1, options);
    assertThat(one.json).contains("\"outcome\" : \"completed\"");
    assertThat(report(options.contains("--placement") ? 3 : 2, options)).isEqualTo(one);
  }

  /** One thread replays these, and nobody takes them for sequences of ops. */
  @Test
  void aLongTaskGraphIsReplayed() throws IOException {
    StringBuilder goal = new StringBuilder("num_ranks 4096\n");
    for (int rank = 0; rank < 4096; rank++) {
      goal.append("rank ").append(rank).append(" {\n");
      for (int task = 0; task < 20; task++) {
        goal.append('t').append(task).append(": calc 100\n");
      }
      goal.append("}\n");
    }
    Path schedule = folder.resolve("long.goal");
    Files.writeString(schedule, goal);
    SimCall run = SimCall.of("run", "jaguar-xt5", schedule, "--model", "simple", "--no-interval");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("Predicted time");
  }

  /** What a run prints, and its report. */
  private record Report(String text, String json) {}

  private static Report report(int threads, List<String> options) throws IOException {
    Path json = folder.resolve("report.json");
    List<String> all = new ArrayList<>(List.of("run", "jaguar-xt5", halo(), "--model", "simple"));
    all.addAll(List.of("--threads", Integer.toString(threads), "--json", json.toString()));
    all.addAll(options);
    SimCall call = SimCall.of((Object[]) all.toArray(String[]::new));
    assertThat(call.exitCode()).as(call.err()).isZero();
    return new Report(call.out(), Files.readString(json));
  }
}
