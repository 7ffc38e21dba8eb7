package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What calls took in the traced run, beside what a model says. */
class RecordedComparisonTest {
  private static final String TEXT =
      """
      foretell-trace 1
      ranks 2
      call_site 0 "ring.c:9"
      program 0 {
        init
        compute duration=10us
        send peer=1 bytes=1000 call_site=0
        send peer=1 bytes=1000 call_site=0
        finalize
      }
      program 1 {
        init
        compute duration=1us
        recv peer=0 receive_bytes=1000
        recv peer=0 receive_bytes=1000
        finalize
      }
      call_times 0 1s 3us 4us 1s
      call_times 1 1s 12us 5us 1s
      """;

  @TempDir private Path folder;
  private Path trace;

  @BeforeEach
  void write() throws IOException {
    trace = folder.resolve("x.txt");
    Files.writeString(trace, TEXT);
  }

  private SimCall compare(Object... more) {
    Object[] args = {"compare", "arc", trace, "--with-recorded", "--models", "simple"};
    Object[] all = java.util.Arrays.copyOf(args, args.length + more.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    return SimCall.of(all);
  }

  @Test
  void callsAndRanksAreSetSideBySide() {
    SimCall call = compare("--json", "-");
    assertThat(call.err()).isEmpty();
    JsonNode recorded =
        JsonMapper.shared().readTree(call.out()).get("models").get(0).get("recorded");
    JsonNode calls = recorded.get("calls");
    assertThat(calls.size()).isEqualTo(2);
    int first = calls.get(0).get("type").asString().equals("recv") ? 0 : 1;
    JsonNode recv = calls.get(first);
    JsonNode send = calls.get(1 - first);
    assertThat(recv.get("recordedSeconds").asDouble()).isEqualTo(17e-6);
    assertThat(recv.get("callSite").isNull()).isTrue();
    assertThat(send.get("recordedSeconds").asDouble()).isEqualTo(7e-6);
    assertThat(send.get("callSite").asString()).isEqualTo("ring.c:9");
    assertThat(send.get("count").asInt()).isEqualTo(2);
    assertThat(Math.abs(calls.get(0).get("differenceSeconds").asDouble()))
        .isGreaterThanOrEqualTo(Math.abs(calls.get(1).get("differenceSeconds").asDouble()));
    SimCall run = SimCall.of("run", "arc", trace, "--model", "simple", "--json", "-");
    JsonNode ranks = JsonMapper.shared().readTree(run.out()).get("ranks");
    JsonNode communicated = JsonMapper.shared().readTree(run.out()).get("events");
    for (JsonNode event : communicated) {
      JsonNode mine = event.get("type").asString().equals("send") ? send : recv;
      if (event.get("type").asString().matches("send|recv")) {
        assertThat(mine.get("simulatedSeconds").asDouble())
            .isEqualTo(event.get("seconds").asDouble());
      }
    }
    for (int rank = 0; rank < 2; rank++) {
      JsonNode row = recorded.get("ranks").get(rank);
      assertThat(row.get("recordedSeconds").asDouble()).isEqualTo(rank == 0 ? 17e-6 : 18e-6);
      assertThat(row.get("predictedSeconds").asDouble())
          .isEqualTo(ranks.get(rank).get("finishSeconds").asDouble());
    }
    assertThat(recorded.get("recordedSeconds").asDouble()).isEqualTo(18e-6);
  }

  @Test
  void theReportHasBothTables() {
    SimCall call = compare();
    assertThat(call.exitCode()).isZero();
    assertThat(call.out())
        .contains("Recorded, and predicted by simple")
        .contains("ring.c:9")
        .contains("17 us")
        .contains("Both times are from the end of init");
  }

  @Test
  void withoutAModelItIsTheOneOfARun() {
    SimCall call = SimCall.of("compare", "arc", trace, "--with-recorded");
    assertThat(call.err()).isEmpty();
    assertThat(call.out()).contains("Recorded, and predicted by max-rate");
    SimCall without = SimCall.of("compare", "arc", trace);
    assertThat(without.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(without.err()).contains("no model is named");
  }

  @Test
  void convertLeavesThemOutOnRequest() {
    Path kept = folder.resolve("kept.bin");
    Path bare = folder.resolve("bare.bin");
    assertThat(SimCall.of("convert", trace, kept).exitCode()).isZero();
    assertThat(SimCall.of("convert", kept, bare, "--no-call-times").exitCode()).isZero();
    assertThat(SimCall.of("convert", kept, "-").out()).contains("call_times 0 1s 3us 4us 1s");
    assertThat(SimCall.of("convert", bare, "-").out())
        .contains("send peer=+1")
        .doesNotContain("call_times");
  }

  @Test
  void aTraceWithoutTimesIsRefused() throws IOException {
    Files.writeString(trace, TEXT.substring(0, TEXT.indexOf("call_times")));
    SimCall call = compare();
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.err()).contains("has no recorded times of calls");
  }
}
