package org.foretell.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.foretell.Foretell;
import org.foretell.observe.SimObserver.Resource;
import org.foretell.report.ExplainResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages that are kept, busy time, and the load of links. */
class TrafficTest {
  @TempDir private Path folder;

  @Test
  void fewMessagesAreAllKept() {
    MessageSample sample = new MessageSample();
    sample.begin(4);
    for (int i = 0; i < MessageSample.MOST; i++) {
      sample.add(MessageSample.OWN, i % 4, 3, i, i, i + 10L);
    }
    List<Long> bytes = new ArrayList<>();
    sample.forEach((kind, source, destination, count, sendPs, arrivePs) -> bytes.add(count));
    assertThat(sample.kept()).isEqualTo(MessageSample.MOST);
    assertThat(bytes).startsWith(0L, 1L, 2L).doesNotHaveDuplicates();
  }

  @Test
  void ofManyMessagesTheLongestOfEachSenderAndTimeAreKept() {
    MessageSample sample = new MessageSample();
    sample.begin(128);
    Random random = new Random(7);
    long messages = 500_000;
    for (long i = 0; i < messages; i++) {
      long lasts = i % 10_000 == 0 ? 1_000_000 : 1 + random.nextInt(1000);
      sample.add(MessageSample.OWN, random.nextInt(128), 0, 8, i * 1000, i * 1000 + lasts);
    }
    int[] bySender = new int[128];
    int[] longOnes = new int[1];
    long[] lastPs = new long[1];
    sample.forEach(
        (kind, source, destination, count, sendPs, arrivePs) -> {
          bySender[source]++;
          longOnes[0] += arrivePs - sendPs == 1_000_000 ? 1 : 0;
          lastPs[0] = Math.max(lastPs[0], sendPs);
        });
    assertThat(sample.told()).isEqualTo(messages);
    assertThat(sample.kept()).isBetween(MessageSample.MOST / 4, MessageSample.MOST);
    assertThat(longOnes[0]).isEqualTo(50);
    assertThat(bySender).doesNotContain(0);
    assertThat(lastPs[0]).isGreaterThan(messages * 990);
  }

  @Test
  void busyTimeIsNeitherLostNorMadeWhenRowsAndIntervalsAreJoined() {
    BusyTimes times = new BusyTimes();
    Random random = new Random(3);
    double sum = 0;
    for (int i = 0; i < 20_000; i++) {
      long startPs = random.nextInt(1 << 30);
      long lastsPs = random.nextInt(1 << 20);
      times.add(Resource.CPU, random.nextInt(5000), startPs, startPs + lastsPs);
      sum += lastsPs;
    }
    times.add(Resource.BUS, 0, 1000, 5000);
    List<BusyTimes.Row> rows = times.rows();
    assertThat(rows).hasSizeLessThan(1025);
    assertThat(rows.stream().mapToDouble(row -> row.totalPs() * row.count()).sum())
        .isCloseTo(sum + 4000, within(1e-6));
    BusyTimes.Row bus = rows.get(rows.size() - 1);
    assertThat(bus.resource()).isEqualTo(Resource.BUS);
    assertThat(bus.count()).isEqualTo(1);
    assertThat(times.intervalsUntil(1L << 30)).isBetween(128, 256);
  }

  /** Hopper has two nodes at each switch, so a message between these crosses two links. */
  @Test
  void theLoadOfALinkIsItsBytesOverWhatItCouldCarry() throws IOException {
    Path trace =
        Files.write(
            folder.resolve("pair.txt"),
            List.of(
                "foretell-trace 1",
                "ranks 2",
                "program 0 {",
                "  send peer=1 bytes=6000000",
                "}",
                "program 1 {",
                "  recv peer=0 receive_bytes=6000000",
                "}"));
    Path places = Files.write(folder.resolve("places.txt"), List.of("0", "1"));
    PageRecorder recorder = new PageRecorder();
    ExplainResult result =
        Foretell.explanation()
            .machine("hopper")
            .model("flow")
            .placement("file:" + places)
            .trace(trace)
            .observer(recorder)
            .run();
    Map<String, Object> data =
        LinkLoad.data(
            result.links().orElseThrow(), Objects.requireNonNull(result.document().links()));
    assertThat(data).containsEntry("used", 2);
    double seconds = result.run().predictedSeconds();
    double bytesPerSecond =
        result.run().machine().orElseThrow().machine().topology().orElseThrow().bytesPerSecond(0);
    assertThat(data.get("kinds").toString())
        .contains(
            "links of nodes, up",
            "links of nodes, down",
            "node 0 to switch 0",
            "switch 0 to node 1")
        .contains("most=" + 6e6 / bytesPerSecond / seconds);
    assertThat(data).containsKey("drawing");
  }
}
