package org.foretell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random programs, and a machine on which all of its figures count. */
final class ExchangingProgram {
  private static final int RANKS = 12;

  private ExchangingProgram() {}

  /** Bursts, exchanges of all sizes with neighbours near and far, and collectives. */
  static Path write(Path folder, long seed) throws IOException {
    Random random = new Random(seed);
    List<StringBuilder> ranks = new ArrayList<>();
    for (int rank = 0; rank < RANKS; rank++) {
      ranks.add(new StringBuilder());
    }
    for (int step = 0; step < 20; step++) {
      int kind = random.nextInt(5);
      int shift = 1 + random.nextInt(RANKS - 1);
      long bytes = 1L << random.nextInt(18);
      for (StringBuilder ops : ranks) {
        ops.append("  compute duration=%dns\n".formatted(1_000 + random.nextInt(300_000)));
        if (kind == 0) {
          ops.append("  allreduce bytes=%d\n".formatted(bytes));
        } else {
          ops.append("  irecv peer=-%d receive_bytes=%d request=0\n".formatted(shift, bytes));
          ops.append("  send peer=+%d bytes=%d\n".formatted(shift, bytes));
          ops.append("  wait request=0\n");
        }
      }
    }
    StringBuilder text = new StringBuilder("foretell-trace 1\nranks " + RANKS + "\n");
    for (int rank = 0; rank < RANKS; rank++) {
      text.append("program ").append(rank).append(" {\n").append(ranks.get(rank)).append("}\n");
    }
    return Files.writeString(folder.resolve("program" + seed + ".txt"), text);
  }

  /** Two kinds of nodes, which have two ranks each, in a fat tree of two levels. */
  static Path machine(Path folder) throws IOException {
    return Files.writeString(
        folder.resolve("mixed.json"),
        """
        {
          "formatVersion": 1,
          "name": "mixed",
          "nodeGroups": [
            {
              "name": "fast", "nodes": 4, "coresPerNode": 2, "cpuRatio": 2,
              "intraNode": {"latency": "300ns", "bandwidth": "10GB/s"},
              "memoryBandwidth": "20GB/s"
            },
            {
              "name": "slow", "nodes": 4, "coresPerNode": 2, "cpuRatio": 1,
              "intraNode": {"latency": "700ns", "bandwidth": "4GB/s"},
              "memoryBandwidth": "9GB/s"
            }
          ],
          "network": {"latency": "4us", "bandwidth": "2GB/s", "buses": 3},
          "eagerThreshold": "16KiB",
          "topology": {
            "kind": "fat-tree", "children": [2, 4], "parents": [1, 2],
            "links": [
              {"latency": "100ns", "bandwidth": "2GB/s"}, {"latency": "200ns", "bandwidth": "1.5GB/s"}
            ]
          },
          "sources": {}
        }
        """);
  }
}
