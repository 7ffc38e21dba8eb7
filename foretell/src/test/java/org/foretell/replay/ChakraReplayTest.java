package org.foretell.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.Foretell;
import org.foretell.PredictionSetup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Collectives of Chakra traces against the formula of ASTRA-sim's analytical network, in which a
 * message takes hops times the latency of a link, and its bytes over the bandwidth: an allreduce
 * around a ring has 2 (p - 1) steps of a p-th of the vector.
 */
class ChakraReplayTest {
  private static final long MICROSECOND = 1_000_000;
  private static final int ALL_REDUCE = 0;
  private static final int ALL_GATHER = 2;
  private static final int ALL_TO_ALL = 6;
  private static final int REDUCE_SCATTER = 7;

  @TempDir private Path folder;

  /** A run in which all ranks call one collective. */
  private Path trace(int ranks, int kind, long bytes) throws IOException {
    Path run = Files.createDirectories(folder.resolve("p" + ranks + "k" + kind));
    for (int rank = 0; rank < ranks; rank++) {
      ByteArrayOutputStream node = new ByteArrayOutputStream();
      node.writeBytes(new byte[] {1 << 3, 1, 3 << 3, 7}); // id 1, a collective
      attribute(node, "comm_type", kind);
      attribute(node, "comm_size", bytes);
      ByteArrayOutputStream file = new ByteArrayOutputStream();
      file.writeBytes("\7\n\0050.0.4".getBytes(StandardCharsets.ISO_8859_1));
      file.write(node.size());
      file.writeBytes(node.toByteArray());
      Files.write(run.resolve("run." + rank + ".et"), file.toByteArray());
    }
    return run;
  }

  private static void attribute(ByteArrayOutputStream node, String name, long value) {
    ByteArrayOutputStream attribute = new ByteArrayOutputStream();
    attribute.write(1 << 3 | 2);
    attribute.write(name.length());
    attribute.writeBytes(name.getBytes(StandardCharsets.ISO_8859_1));
    attribute.write(9 << 3);
    long left = value;
    for (; left > 127; left >>>= 7) {
      attribute.write((int) (left & 127) | 128);
    }
    attribute.write((int) left);
    node.write(10 << 3 | 2);
    node.write(attribute.size());
    node.writeBytes(attribute.toByteArray());
  }

  /** Links of 0.5 us and 50 GB/s. */
  private Path machine(int nodes, String topology) throws IOException {
    return machine(nodes, 1, topology);
  }

  private Path machine(int nodes, int cores, String topology) throws IOException {
    return Files.writeString(
        folder.resolve("machine.json"),
        """
        {
          "formatVersion": 1, "name": "npus",
          "nodeGroups": [{
            "name": "npu", "nodes": NODES, "coresPerNode": CORES,
            "intraNode": {"latency": "0.5us", "bandwidth": "50GB/s"}
          }],
          "network": {"latency": "0.5us", "bandwidth": "50GB/s"},
          "topology": {TOPOLOGY, "routing": "deterministic"},
          "eagerThreshold": "4KiB"
        }
        """
            .replace("NODES", "" + nodes)
            .replace("CORES", "" + cores)
            .replace("TOPOLOGY", topology));
  }

  private PredictionSetup prediction(Path machine, Path trace, String lowering) {
    return Foretell.prediction()
        .machine(machine.toString())
        .trace(trace)
        .model("flow")
        .interval(false)
        .lowering(lowering);
  }

  private long predictedPs(Path machine, Path trace, String lowering) {
    return prediction(machine, trace, lowering)
        .parameter("flow.ends", "none")
        .run()
        .prediction()
        .makespanPs();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 8, 16})
  void ringsOnARingAndOnASwitchAreExact(int ranks) throws IOException {
    long partBytes = 1_000_000; // 20 us at 50 GB/s
    String link = "{\"latency\": \"0.5us\", \"bandwidth\": \"50GB/s\"}";
    Path ring =
        machine(ranks, "\"kind\": \"torus\", \"sizes\": [" + ranks + "], \"links\": " + link);
    long hop = 20 * MICROSECOND + MICROSECOND / 2;
    assertThat(predictedPs(ring, trace(ranks, ALL_REDUCE, ranks * partBytes), "ring"))
        .isEqualTo(2L * (ranks - 1) * hop);
    assertThat(predictedPs(ring, trace(ranks, REDUCE_SCATTER, ranks * partBytes), "ring"))
        .isEqualTo((ranks - 1) * hop);
    assertThat(predictedPs(ring, trace(ranks, ALL_GATHER, partBytes), "ring"))
        .isEqualTo((ranks - 1) * hop);
    Path crossbar =
        machine(ranks, "\"kind\": \"crossbar\", \"nodes\": " + ranks + ", \"link\": " + link);
    long twoHops = 20 * MICROSECOND + MICROSECOND;
    assertThat(predictedPs(crossbar, trace(ranks, ALL_REDUCE, ranks * partBytes), "ring"))
        .isEqualTo(2L * (ranks - 1) * twoHops);
  }

  /** Within a node each rank has a link out and a link in, which its own messages share. */
  @Test
  void gpusOfANodeHaveLinksOfTheirOwn() throws IOException {
    String link = "{\"latency\": \"0.5us\", \"bandwidth\": \"50GB/s\"}";
    Path node = machine(2, 8, "\"kind\": \"crossbar\", \"nodes\": 2, \"link\": " + link);
    long part = 20 * MICROSECOND;
    assertThat(predictedPs(node, trace(8, ALL_REDUCE, 8_000_000), "ring"))
        .isEqualTo(2 * 7 * (part + MICROSECOND / 2));
    long together =
        prediction(node, trace(8, ALL_TO_ALL, 8_000_000), "direct")
            .parameter("flow.ends", "machine")
            .parameter("flow.sendOverhead", "0us")
            .parameter("flow.isendOverhead", "0us")
            .parameter("flow.receiveOverhead", "0us")
            .run()
            .prediction()
            .makespanPs();
    assertThat(together).isEqualTo(7 * part + MICROSECOND / 2);
  }

  /** Each halving and each doubling moves a half, a quarter, .. of the vector. */
  @Test
  void halvingAndDoublingOnASwitchIsExact() throws IOException {
    String link = "{\"latency\": \"0.5us\", \"bandwidth\": \"50GB/s\"}";
    Path crossbar = machine(8, "\"kind\": \"crossbar\", \"nodes\": 8, \"link\": " + link);
    long bytesPs = 2 * (80 + 40 + 20) * MICROSECOND;
    assertThat(predictedPs(crossbar, trace(8, ALL_REDUCE, 8_000_000), "halving-doubling"))
        .isEqualTo(bytesPs + 6 * MICROSECOND);
  }

  /** No allreduce is faster than 2 (p - 1) / p of the vector through each link. */
  @ParameterizedTest
  @ValueSource(strings = {"tree", "direct", "nccl/g1", "nccl/g1/c4"})
  void noLoweringBeatsTheBound(String lowering) throws IOException {
    String link = "{\"latency\": \"0.5us\", \"bandwidth\": \"50GB/s\"}";
    Path crossbar = machine(8, "\"kind\": \"crossbar\", \"nodes\": 8, \"link\": " + link);
    long bound = 2 * 7 * 20 * MICROSECOND;
    assertThat(predictedPs(crossbar, trace(8, ALL_REDUCE, 8_000_000), lowering))
        .isBetween(bound, 6 * bound);
  }
}
