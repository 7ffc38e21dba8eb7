package org.foretell.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Random programs in SimGrid's time-independent format, and platforms and settings for them. In
 * each round all ranks do one thing together, so that nothing can deadlock.
 */
final class RandomTi {
  private static final String BANDWIDTH_FACTORS =
      "65472:0.940694;15424:0.697866;9376:0.58729;5776:1.08739;3484:0.77493;1426:0.608902;"
          + "732:0.341987;257:0.338112;0:0.812084";
  private static final String LATENCY_FACTORS =
      "65472:11.6436;15424:3.48845;9376:2.59299;5776:2.18796;3484:1.88101;1426:1.61075;"
          + "732:1.9503;257:1.95341;0:2.01467";
  private static final List<String> COLLECTIVES =
      List.of(
          "barrier",
          "bcast",
          "reduce",
          "allreduce",
          "alltoall",
          "allgather",
          "gather",
          "scatter",
          "reducescatter",
          "scan");

  /** In which the order of sends that start together does not differ; see docs/models/flow.md. */
  private static final List<String> IN_ONE_ORDER =
      List.of("bcast", "reduce", "allreduce", "gather");

  private final Random random;
  private final List<StringBuilder> lines = new ArrayList<>();
  private final int ranks;
  private final boolean overheads;

  private RandomTi(long seed) {
    random = new Random(seed);
    ranks = 2 + random.nextInt(7);
    overheads = random.nextInt(3) == 0;
  }

  static PeerCase of(long seed, Path folder) throws IOException {
    RandomTi made = new RandomTi(seed);
    made.program();
    Path trace = Files.createDirectories(folder.resolve("trace"));
    for (int rank = 0; rank < made.ranks; rank++) {
      Files.writeString(trace.resolve("rank-" + rank + ".txt"), made.lines.get(rank));
    }
    Path platform = folder.resolve("platform.xml");
    Files.writeString(platform, made.platform());
    return made.settings(platform.toAbsolutePath().toString(), trace);
  }

  private PeerCase settings(String platform, Path trace) {
    Map<String, String> parameters = new TreeMap<>();
    List<String> peers = new ArrayList<>();
    boolean factors = random.nextInt(3) == 0;
    if (factors) {
      parameters.put("bandwidthFactors", BANDWIDTH_FACTORS);
      parameters.put("latencyFactors", LATENCY_FACTORS);
    }
    peers.add("--cfg=smpi/bw-factor:" + (factors ? BANDWIDTH_FACTORS : "0:1.0"));
    peers.add("--cfg=smpi/lat-factor:" + (factors ? LATENCY_FACTORS : "0:1.0"));
    boolean cross = random.nextInt(4) == 0;
    if (cross) {
      parameters.put("crossTraffic", "0.05");
    }
    peers.add("--cfg=network/crosstraffic:" + (cross ? 1 : 0));
    if (overheads) {
      int send = random.nextInt(10);
      int isend = random.nextInt(10);
      parameters.put("sendOverhead", send + "us");
      parameters.put("isendOverhead", isend + "us");
      peers.add("--cfg=smpi/os:0:" + send + "e-6:0");
      peers.add("--cfg=smpi/ois:0:" + isend + "e-6:0");
    }
    // Its selective update gives flows more than a link has; see docs/models/flow.md.
    Collections.addAll(
        peers,
        "--cfg=network/weight-S:0",
        "--cfg=smpi/async-small-thresh:65536",
        "--cfg=smpi/send-is-detached-thresh:65536",
        "--cfg=network/optim:Full",
        "--cfg=network/maxmin-selective-update:no");
    return new PeerCase(platform, trace, "flow", parameters, peers);
  }

  private String platform() {
    String shape =
        random.nextBoolean() ? "" : "topology=\"FAT_TREE\" topo_parameters=\"2;4,2;1,2;1,1\" ";
    String bandwidth = List.of("125MBps", "1.25GBps", "12.5GBps").get(random.nextInt(3));
    String latency = List.of("1us", "10us", "50us").get(random.nextInt(3));
    return String.format(
        Locale.ROOT,
        "<?xml version='1.0'?>%n"
            + "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">%n"
            + "<platform version=\"4.1\">%n"
            + "<cluster id=\"c\" prefix=\"node-\" suffix=\"\" radical=\"0-7\" speed=\"1Gf\""
            + " bw=\"%s\" lat=\"%s\" sharing_policy=\"SPLITDUPLEX\" %s/>%n</platform>%n",
        bandwidth,
        latency,
        shape);
  }

  private void program() {
    for (int rank = 0; rank < ranks; rank++) {
      lines.add(new StringBuilder());
      add(rank, "init");
    }
    for (int round = 1 + random.nextInt(8); round > 0; round--) {
      compute();
      switch (random.nextInt(4)) {
        case 0 -> pairs();
        case 1 -> ring();
        case 2 -> crowd();
        default -> collective();
      }
    }
    for (int rank = 0; rank < ranks; rank++) {
      add(rank, "finalize");
    }
  }

  private void add(int rank, String action) {
    lines.get(rank).append(rank).append(' ').append(action).append('\n');
  }

  private void compute() {
    for (int rank = 0; rank < ranks; rank++) {
      if (random.nextInt(2) == 0) {
        add(rank, "compute " + random.nextInt(1_000_000));
      }
    }
  }

  /** Often a size next to a threshold of the factors or of the protocol. */
  private int bytes() {
    int[] special = {0, 1, 241, 256, 257, 716, 1410, 9375, 15_408, 65_456, 65_535, 65_536};
    return switch (random.nextInt(3)) {
      case 0 -> special[random.nextInt(special.length)];
      case 1 -> random.nextInt(2000);
      default -> random.nextInt(2_000_000);
    };
  }

  /**
   * Of an exchange. With overheads none that waits for its receive, which SimGrid posts only when
   * it has paid for its send; see docs/models/flow.md.
   */
  private int exchangedBytes() {
    return overheads ? Math.min(bytes(), 65_535) : bytes();
  }

  private List<Integer> shuffled() {
    List<Integer> order = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      order.add(rank);
    }
    Collections.shuffle(order, random);
    return order;
  }

  private void pairs() {
    List<Integer> order = shuffled();
    for (int i = 0; i + 1 < ranks; i += 2) {
      int from = order.get(i);
      int to = order.get(i + 1);
      int bytes = bytes();
      int tag = random.nextInt(3);
      if (random.nextBoolean()) {
        add(from, "send " + to + " " + tag + " " + bytes);
      } else {
        add(from, "isend " + to + " " + tag + " " + bytes);
        add(from, "wait " + from + " " + to + " " + tag);
      }
      if (random.nextBoolean()) {
        add(to, "recv " + from + " " + tag + " " + bytes);
      } else {
        add(to, "irecv " + from + " " + tag + " " + bytes);
        add(to, "wait " + from + " " + to + " " + tag);
      }
    }
  }

  private void ring() {
    List<Integer> order = shuffled();
    int bytes = exchangedBytes();
    for (int i = 0; i < ranks; i++) {
      int to = order.get((i + 1) % ranks);
      int from = order.get((i + ranks - 1) % ranks);
      add(order.get(i), "sendRecv " + bytes + " " + to + " " + bytes + " " + from + " 6 6");
    }
  }

  /** All send to one, which has posted all receives. */
  private void crowd() {
    int target = random.nextInt(ranks);
    StringBuilder waits = new StringBuilder();
    for (int from = 0; from < ranks; from++) {
      if (from != target) {
        int bytes = bytes();
        add(target, "irecv " + from + " 1 " + bytes);
        add(from, "send " + target + " 1 " + bytes);
        waits
            .append(target)
            .append(" wait ")
            .append(from)
            .append(' ')
            .append(target)
            .append(" 1\n");
      }
    }
    lines.get(target).append(waits);
  }

  private void collective() {
    List<String> names = overheads ? IN_ONE_ORDER : COLLECTIVES;
    String name = names.get(random.nextInt(names.size()));
    int bytes = exchangedBytes();
    int root = random.nextInt(ranks);
    String arguments =
        switch (name) {
          case "barrier" -> "";
          case "bcast" -> bytes + " " + root + " 6";
          case "reduce" -> bytes + " 0 " + root + " 6";
          case "allreduce", "scan" -> bytes + " 0 6";
          case "gather", "scatter" -> bytes + " " + bytes + " " + root + " 6 6";
          case "reducescatter" -> blocks(bytes) + "0 6";
          default -> bytes + " " + bytes + " 6 6";
        };
    for (int rank = 0; rank < ranks; rank++) {
      add(rank, (name + " " + arguments).strip());
    }
  }

  private String blocks(int bytes) {
    StringBuilder blocks = new StringBuilder();
    boolean regular = random.nextBoolean();
    for (int rank = 0; rank < ranks; rank++) {
      blocks.append(regular ? bytes : 1 + random.nextInt(1 + bytes)).append(' ');
    }
    return blocks.toString();
  }
}
