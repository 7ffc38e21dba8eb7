package org.foretell.models.maxrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.Map;
import org.foretell.models.Machines;
import org.foretell.models.Replayed;
import org.foretell.result.Prediction;
import org.foretell.trace.store.MemoryTrace;
import org.foretell.trace.text.TraceTextReader;
import org.junit.jupiter.api.Test;

/** Puts within a node, where messages take 1 us, o is a quarter of it, and a byte takes 0.25 ns. */
class IntraPutsTest {
  private static Prediction put(int target, long bytes, Map<String, String> parameters) {
    String text =
        """
        foretell-trace 1
        ranks 4
        program 0 {
          shmem_put peer=%1$d bytes=%2$d tag=1
        }
        program %1$d {
          shmem_wait_until tag=1
        }
        program %3$d,3 {
        }
        """
            .formatted(target, bytes, 3 - target);
    return replay(text, parameters);
  }

  private static Prediction replay(String text, Map<String, String> parameters) {
    try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
      TraceTextReader.read(new StringReader(text), "puts", builder);
      return Replayed.on(
          Machines.small(Map.of()), new MaxRateModelProvider(), parameters, builder.build());
    }
  }

  private static long seenNs(int target, long bytes, Map<String, String> parameters) {
    return put(target, bytes, parameters).finishPs(target) / 1000;
  }

  private static long sentNs(int target, long bytes, Map<String, String> parameters) {
    return put(target, bytes, parameters).finishPs(0) / 1000;
  }

  @Test
  void costTheSameAsMessagesByDefault() {
    assertThat(sentNs(1, 4001, Map.of())).isEqualTo(250 + 1000);
    assertThat(seenNs(1, 4001, Map.of())).isEqualTo(750 + 1000);
    Map<String, String> tables =
        Map.of("intraOverheadFactors", "0:2", "intraBandwidthFactors", "0:0.5");
    assertThat(sentNs(1, 4001, tables)).isEqualTo(500 + 2000);
    assertThat(seenNs(1, 4001, tables)).isEqualTo(1000 + 2000);
  }

  @Test
  void haveALatencyAndTablesOfTheirOwn() {
    Map<String, String> own =
        Map.of(
            "intraPutLatency",
            "400ns",
            "intraPutOverheadFactors",
            "1000:2;0:1",
            "intraPutBandwidthFactors",
            "1000:4;0:1");
    assertThat(seenNs(1, 1, own)).isEqualTo(400);
    assertThat(sentNs(1, 4001, own)).isEqualTo(500 + 250);
    assertThat(seenNs(1, 4001, own)).isEqualTo(400 + 250 + 250);
    assertThat(seenNs(2, 4001, own)).isEqualTo(seenNs(2, 4001, Map.of()));
  }

  @Test
  void areCopiedOnceThroughTheMemoryOfTheirNode() {
    String bothPut =
        """
        foretell-trace 1
        ranks 2
        program 0 {
          shmem_put peer=1 bytes=1001 tag=1
          shmem_wait_until tag=2
        }
        program 1 {
          shmem_put peer=0 bytes=1001 tag=2
          shmem_wait_until tag=1
        }
        """;
    Prediction prediction = replay(bothPut, Map.of("memoryBandwidth", "1GB/s"));
    // The second waits until the first has been read and written, 2002 bytes.
    assertThat(prediction.makespanPs()).isEqualTo((250 + 2002 + 500 + 250) * 1000);
  }
}
