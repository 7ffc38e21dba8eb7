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
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Random traces and configurations of Dimemas. They keep away from its defects: no limits within
 * nodes, one site, latencies of whole nanoseconds, one non-blocking collective at a time, no reduce
 * as messages.
 */
final class RandomDim {
  private static final int REDUCE = 10;

  private final Random random;
  private final int tasks;
  private final List<StringBuilder> records = new ArrayList<>();

  private RandomDim(long seed) {
    random = new Random(seed);
    tasks = 2 + random.nextInt(6);
  }

  static PeerCase of(long seed, Path folder) throws IOException {
    RandomDim made = new RandomDim(seed);
    made.program();
    Files.createDirectories(folder);
    Path trace = folder.resolve("trace.dim");
    Files.writeString(trace, made.trace());
    boolean shares = made.random.nextInt(3) == 0;
    if (shares) {
      Files.writeString(
          folder.resolve("comm.cfg"), "Machine policy: 0 RR\nQuantum size (bytes): 1024\n");
    }
    Path machine = folder.resolve("machine.cfg");
    Files.writeString(machine, made.configuration(shares ? "comm.cfg" : ""));
    return new PeerCase(
        machine.toAbsolutePath().toString(),
        trace.toAbsolutePath(),
        "bus-link",
        Map.of(),
        List.of());
  }

  private String configuration(String communications) {
    int cpus = 1 + random.nextInt(2);
    int nodes = random.nextInt(3) == 0 ? (tasks + cpus - 1) / cpus : tasks;
    int links = random.nextInt(3);
    return String.format(
        Locale.ROOT,
        """
        #DIMEMAS_CONFIGURATION

        "wide area network information" {"", 1, 0, 4, 0.0, 0.0, 1};;
        "environment information" {"", 0, "", %d, %d.0, %d, %d};;
        "multi node information" {0, %d, "", %d, 1.0, %s, 800.0, 0, 0, 0, %s, %d, %d, 0.0};;
        "predefined mapping information" {"FILL_NODES"};;
        "configuration files" {"", "", "%s", ""};;
        "file system parameters" {0.0, 0.0, 8.0, 0, 1.0};;
        """,
        nodes,
        25 * (1 + random.nextInt(8)),
        random.nextInt(4),
        1 + random.nextInt(3),
        nodes,
        cpus,
        latency(),
        latency(),
        links,
        links,
        communications);
  }

  private String latency() {
    return List.of("0.0", "1e-06", "1e-05", "1.3e-05").get(random.nextInt(4));
  }

  private String trace() {
    StringBuilder text = new StringBuilder();
    String threads = IntStream.range(0, tasks).mapToObj(t -> "1").collect(Collectors.joining(","));
    String all =
        IntStream.range(0, tasks).mapToObj(Integer::toString).collect(Collectors.joining(":"));
    String communicator = "d:1:1:" + tasks + ":" + all + "\n";
    // The offset in the header has a fixed width, so its line has a known length.
    String header = "#DIMEMAS:\"case\":1,%020d:" + tasks + "(" + threads + "),1\n";
    int offset = String.format(Locale.ROOT, header, 0).length() + communicator.length();
    StringBuilder offsets = new StringBuilder();
    for (int task = 0; task < tasks; task++) {
      offsets.append("s:").append(task).append(':').append(offset).append('\n');
      offset += records.get(task).length();
      text.append(records.get(task));
    }
    return String.format(Locale.ROOT, header, offset) + communicator + text + offsets;
  }

  private void program() {
    for (int task = 0; task < tasks; task++) {
      records.add(new StringBuilder());
      burst(task, 0);
      add(task, "20:%d:0:90000001:1", task);
    }
    for (int round = 1 + random.nextInt(8); round > 0; round--) {
      for (int task = 0; task < tasks; task++) {
        for (int bursts = random.nextInt(3); bursts > 0; bursts--) {
          burst(task, 1 + random.nextInt(3_000_000));
          if (random.nextInt(3) == 0) {
            add(task, "20:%d:0:%d:1", task, 100 + random.nextInt(3));
          }
        }
      }
      switch (random.nextInt(4)) {
        case 0 -> collective();
        case 1 -> lateCollective();
        default -> messages();
      }
    }
    for (int task = 0; task < tasks; task++) {
      burst(task, 100_000);
    }
  }

  private void add(int task, String record, Object... values) {
    records.get(task).append(String.format(Locale.ROOT, record, values)).append('\n');
  }

  private void burst(int task, int nanoseconds) {
    add(task, "1:%d:0:%.9f", task, nanoseconds / 1e9);
  }

  private int bytes() {
    return random.nextInt(4) == 0 ? 0 : random.nextInt(600_000);
  }

  private void messages() {
    List<Integer> order = IntStream.range(0, tasks).boxed().collect(Collectors.toList());
    Collections.shuffle(order, random);
    for (int i = 0; i + 1 < tasks; i += 2) {
      int from = order.get(i);
      int to = order.get(i + 1);
      // Where both protocols have one tag, an irecv is let down there; see docs/models/bus-link.md.
      int tag = random.nextInt(3);
      boolean mixed = tag == 2;
      boolean early = !mixed && random.nextBoolean();
      int count = 1 + random.nextInt(3);
      int[] sizes = IntStream.range(0, count).map(n -> bytes()).toArray();
      for (int size : sizes) {
        add(
            from,
            "2:%d:0:%d:-1:%d:%d:1:%d",
            from,
            to,
            size,
            tag,
            2 * random.nextInt(2) + (mixed ? random.nextInt(2) : tag));
        if (early) {
          add(to, "3:%d:0:%d:-1:%d:%d:1:1", to, from, size, tag);
        }
      }
      for (int size : sizes) {
        add(to, "3:%d:0:%d:-1:%d:%d:1:%d", to, from, size, tag, early ? 2 : 0);
      }
    }
  }

  private void collective() {
    int op = random.nextInt(15);
    int root = random.nextInt(tasks);
    int sent = bytes();
    int received = bytes();
    for (int task = 0; task < tasks; task++) {
      call(task, op, root, sent, received, 1);
    }
  }

  /** Called, and waited for after something else. */
  private void lateCollective() {
    int op = random.nextBoolean() ? 0 : 11;
    int bytes = bytes();
    for (int task = 0; task < tasks; task++) {
      call(task, op, 0, bytes, bytes, 0);
      burst(task, 1 + random.nextInt(2_000_000));
    }
    for (int task = 0; task < tasks; task++) {
      call(task, op, 0, bytes, bytes, 2);
    }
  }

  private void call(int task, int op, int root, int sent, int received, int how) {
    boolean rooted = op >= 1 && op <= 5;
    int mark = op == REDUCE ? root : rooted && task == root ? 1 : 0;
    add(task, "10:%d:0:%d:1:%d:0:%d:%d:%d", task, op, mark, sent, received, how);
  }
}
