package org.foretell.models.buslink;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.foretell.machine.BurstRule;
import org.foretell.machine.BusLinks;
import org.foretell.machine.BusNodes;
import org.foretell.machine.BusSharing;
import org.foretell.machine.BusSite;
import org.foretell.machine.Fan;
import org.foretell.machine.FanModel;
import org.foretell.machine.FanSize;
import org.foretell.machine.Fans;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.MachineBuilder;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Placement;
import org.foretell.machine.WideArea;
import org.foretell.time.Ps;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;

/** A case of the oracle, read in the plainest way: input files of Dimemas and its answers. */
final class DimemasCase {
  private static final OpCode[] COLLECTIVES = {
    OpCode.BARRIER,
    OpCode.BCAST,
    OpCode.GATHER,
    OpCode.GATHERV,
    OpCode.SCATTER,
    OpCode.SCATTERV,
    OpCode.ALLGATHER,
    OpCode.ALLGATHERV,
    OpCode.ALLTOALL,
    OpCode.ALLTOALLV,
    OpCode.REDUCE,
    OpCode.ALLREDUCE,
    OpCode.REDUCE_SCATTER,
    OpCode.REDUCE_SCATTER_BLOCK,
    OpCode.SCAN,
    OpCode.ALLTOALLW
  };

  private final String name;
  private final OpListTrace trace;
  private final Machine machine;
  private final Placement placement;
  private final Map<String, String> parameters = new HashMap<>();
  private final String expected;

  DimemasCase(String name) {
    this.name = name;
    trace = readTrace(lines("trace.dim"));
    List<String> cfg = lines("machine.cfg");
    machine = readMachine(cfg, has("comm.cfg") ? lines("comm.cfg") : List.of());
    placement = readPlacement(cfg);
    expected = String.join("\n", lines("expected.json"));
    String options = lines("cmd.txt").get(0);
    if (options.contains(" -S 1024 ")) {
      parameters.put("eagerThreshold", "1024B");
    }
    if (options.contains(" -F ")) {
      parameters.put("eagerThreshold", "unlimited");
    }
    if (options.contains("--bandwidth 50")) {
      parameters.put("interNodeBandwidth", "50MiB/s");
      parameters.put("interNodeLatency", "100us");
    }
  }

  OpListTrace trace() {
    return trace;
  }

  Machine machine() {
    return machine;
  }

  Placement placement() {
    return placement;
  }

  Map<String, String> parameters() {
    return parameters;
  }

  /** The number in each field of this name in the answers, in order. */
  List<String> answers(String field) {
    List<String> values = new ArrayList<>();
    Matcher found = Pattern.compile("\"" + field + "\": \"?([-0-9.e+]+)").matcher(expected);
    while (found.find()) {
      values.add(found.group(1));
    }
    return values;
  }

  /** When each task ends, nanoseconds. */
  List<Long> endsNs() {
    Matcher found = Pattern.compile("\"task_end_ns_from_prv\": \\[([^\\]]*)").matcher(expected);
    if (!found.find()) {
      throw new AssertionError(name);
    }
    return Arrays.stream(found.group(1).split(",", -1))
        .map(String::strip)
        .map(Long::valueOf)
        .toList();
  }

  private InputStream open(String file) {
    return DimemasCase.class.getResourceAsStream("/dimemas-cases/" + name + "/" + file);
  }

  private boolean has(String file) {
    return DimemasCase.class.getResource("/dimemas-cases/" + name + "/" + file) != null;
  }

  private List<String> lines(String file) {
    try (InputStream in = open(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  // --- trace

  private static final class Requests {
    final Map<String, Deque<Integer>> posted = new HashMap<>();
    final Deque<Integer> collectives = new ArrayDeque<>();
    final TreeMap<Integer, Boolean> busy = new TreeMap<>();

    int take() {
      int slot = 0;
      while (busy.containsKey(slot)) {
        slot++;
      }
      busy.put(slot, true);
      return slot;
    }
  }

  private OpListTrace readTrace(List<String> lines) {
    Matcher header = Pattern.compile(":(\\d+)\\(").matcher(lines.get(0));
    if (!header.find()) {
      throw new AssertionError(lines.get(0));
    }
    int tasks = Integer.parseInt(header.group(1));
    OpListTrace read = new OpListTrace(tasks);
    List<Requests> requests = new ArrayList<>();
    for (int task = 0; task < tasks; task++) {
      requests.add(new Requests());
    }
    Map<Integer, Integer> sizes = new HashMap<>();
    Map<String, Integer> roots = roots(lines);
    int[] rootedCalls = new int[tasks];
    int[] isendSlot = new int[tasks];
    Arrays.fill(isendSlot, 1000);
    for (String line : lines.subList(1, lines.size())) {
      String[] f = line.split(":", -1);
      switch (f[0]) {
        case "d" -> {
          int[] ranks = Arrays.stream(f).skip(4).mapToInt(Integer::parseInt).toArray();
          int id = Integer.parseInt(f[2]);
          sizes.put(id, ranks.length);
          read.define(new Communicator(id(id), ranks));
        }
        case "1" ->
            read.add(
                Integer.parseInt(f[1]),
                op(OpCode.COMPUTE)
                    .set(OpField.DURATION_PS, Ps.fromSeconds(Double.parseDouble(f[3]))));
        case "2" -> {
          int task = Integer.parseInt(f[1]);
          int sync = Integer.parseInt(f[8]);
          OpView send =
              op((sync & 2) == 0 ? OpCode.SEND : OpCode.ISEND)
                  .set(OpField.PEER, Integer.parseInt(f[3]))
                  .set(OpField.BYTES, Long.parseLong(f[5]))
                  .set(OpField.TAG, tag(f))
                  .set(
                      OpField.FLAGS,
                      (sync & 1) == 0 ? OpCode.PROTOCOL_EAGER : OpCode.PROTOCOL_RENDEZVOUS);
          if ((sync & 2) != 0) {
            send.set(OpField.REQUEST, OpView.NONE);
          }
          read.add(task, send);
        }
        case "3" -> receive(read, f, requests.get(Integer.parseInt(f[1])));
        case "10" -> {
          int task = Integer.parseInt(f[1]);
          collective(
              read, f, sizes.get(Integer.parseInt(f[4])), requests.get(task), roots, rootedCalls);
        }
        case "20" ->
            read.add(
                Integer.parseInt(f[1]),
                op(OpCode.EVENT)
                    .set(OpField.OBJECT, Long.parseLong(f[3]))
                    .set(OpField.COUNT, Long.parseLong(f[4])));
        default -> {}
      }
    }
    return read;
  }

  private static int id(int communicator) {
    return communicator + 10;
  }

  /**
   * Peers are tasks, whether or not they are members of the communicator, so all is in the world.
   */
  private static long tag(String[] f) {
    long tag = Long.parseLong(f[6]);
    if (!f[7].equals("1") || tag > 1_000_000) {
      throw new AssertionError("communicator " + f[7] + ", tag " + tag);
    }
    return tag;
  }

  /** Rank in a communicator of a task. */
  private static int member(List<String> lines, String communicator, String task) {
    for (String line : lines) {
      if (line.startsWith("d:1:" + communicator + ":")) {
        String[] f = line.split(":", -1);
        return Arrays.asList(f).subList(4, f.length).indexOf(task);
      }
    }
    throw new AssertionError(communicator);
  }

  private static void receive(OpListTrace read, String[] f, Requests requests) {
    int task = Integer.parseInt(f[1]);
    String key = f[3] + ":" + f[6] + ":" + f[7];
    if (f[8].equals("2")) {
      int slot = requests.posted.get(key).poll();
      requests.busy.remove(slot);
      read.add(task, op(OpCode.WAIT).set(OpField.REQUEST, slot));
      return;
    }
    OpView receive =
        op(f[8].equals("0") ? OpCode.RECV : OpCode.IRECV)
            .set(OpField.PEER, Integer.parseInt(f[3]))
            .set(OpField.RECEIVE_BYTES, Long.parseLong(f[5]))
            .set(OpField.TAG, tag(f));
    if (f[8].equals("1")) {
      int slot = requests.take();
      requests.posted.computeIfAbsent(key, made -> new ArrayDeque<>()).add(slot);
      receive.set(OpField.REQUEST, slot);
    }
    read.add(task, receive);
  }

  /** By communicator and number of the rooted call the root's task. */
  private static Map<String, Integer> roots(List<String> lines) {
    Map<String, Integer> roots = new HashMap<>();
    Map<String, Integer> calls = new HashMap<>();
    for (String line : lines) {
      String[] f = line.split(":", -1);
      if (f[0].equals("10") && rooted(Integer.parseInt(f[3])) && !f[f.length - 1].equals("2")) {
        int call = calls.merge(f[1] + "/" + f[4], 1, Integer::sum);
        if (f[5].equals("1")) {
          roots.put(f[4] + "/" + call, member(lines, f[4], f[1]));
        }
      }
    }
    return roots;
  }

  private static boolean rooted(int operation) {
    return operation >= 1 && operation <= 5;
  }

  private static void collective(
      OpListTrace read,
      String[] f,
      int size,
      Requests requests,
      Map<String, Integer> roots,
      int[] rootedCalls) {
    int task = Integer.parseInt(f[1]);
    int operation = Integer.parseInt(f[3]);
    int synch = f.length > 9 ? Integer.parseInt(f[9]) : 1;
    if (synch == 2) {
      int slot = requests.collectives.poll();
      requests.busy.remove(slot);
      read.add(task, op(OpCode.WAIT).set(OpField.REQUEST, slot));
      return;
    }
    OpCode code = COLLECTIVES[operation];
    OpView op = op(synch == 0 ? nonBlocking(code) : code);
    op.set(OpField.COMMUNICATOR, id(Integer.parseInt(f[4])));
    if (rooted(operation)) {
      rootedCalls[task]++;
      op.set(OpField.ROOT, roots.getOrDefault(f[4] + "/" + rootedCalls[task], 0));
    }
    if (code == OpCode.REDUCE) {
      op.set(OpField.ROOT, Integer.parseInt(f[5]));
      op.set(OpField.FLAGS, synch == 3 ? OpCode.REDUCTION_TO_ROOT_BY_MESSAGES : 0);
    }
    if (op.code().has(OpField.SEND_BYTES_BY_RANK)) {
      op.setList(OpField.SEND_BYTES_BY_RANK, Long.parseLong(f[7]));
    }
    if (op.code().has(OpField.RECEIVE_BYTES_BY_RANK)) {
      op.setList(OpField.RECEIVE_BYTES_BY_RANK, Long.parseLong(f[8]));
    }
    if (op.code().has(OpField.BYTES)) {
      op.set(OpField.BYTES, Long.parseLong(f[7]));
    }
    if (synch == 0) {
      int slot = requests.take();
      requests.collectives.add(slot);
      op.set(OpField.REQUEST, slot);
    }
    if (size < 1) {
      throw new AssertionError(size);
    }
    read.add(task, op);
  }

  private static OpCode nonBlocking(OpCode code) {
    return Arrays.stream(OpCode.values())
        .filter(one -> one.isNonBlockingCollective() && one.blockingForm() == code)
        .findFirst()
        .orElseThrow();
  }

  private static OpView op(OpCode code) {
    return new OpView().reset(code);
  }

  // --- machine

  private static List<String[]> records(List<String> lines, String record) {
    List<String[]> found = new ArrayList<>();
    for (String line : lines) {
      if (line.startsWith("\"" + record + "\"")) {
        String fields = line.substring(line.indexOf('{') + 1, line.lastIndexOf('}'));
        found.add(
            Arrays.stream(fields.split(",", -1))
                .map(field -> field.strip().replace("\"", ""))
                .toArray(String[]::new));
      }
    }
    return found;
  }

  private static double speed(String megabytes) {
    double value = Double.parseDouble(megabytes);
    return value == 0 ? Double.POSITIVE_INFINITY : value * (1 << 20);
  }

  private static long latency(String seconds) {
    return Ps.fromSeconds(Double.parseDouble(seconds));
  }

  private static Map<OpCode, Fans> fans(List<String> comm, String prefix) {
    Map<OpCode, Fans> fans = new HashMap<>();
    fans.put(OpCode.REDUCE, Fans.both(FanModel.CONSTANT));
    for (String line : comm) {
      if (line.startsWith(prefix)) {
        String[] f = line.substring(prefix.length()).strip().split("\\s+", -1);
        if (!f[0].equals("10")) {
          fans.put(
              COLLECTIVES[Integer.parseInt(f[0])],
              new Fans(new Fan(fan(f[1]), size(f[2])), new Fan(fan(f[3]), size(f[4]))));
        }
      }
    }
    return fans;
  }

  private static FanModel fan(String word) {
    return switch (word) {
      case "0" -> FanModel.NONE;
      case "1", "CTE" -> FanModel.CONSTANT;
      case "2", "LIN" -> FanModel.LINEAR;
      case "3", "LOG" -> FanModel.LOGARITHMIC;
      default -> throw new AssertionError(word);
    };
  }

  private static FanSize size(String word) {
    return switch (word) {
      case "MIN" -> FanSize.MIN;
      case "MAX" -> FanSize.MAX;
      case "MEAN" -> FanSize.MEAN;
      case "2MAX" -> FanSize.TWICE_MAX;
      case "S+R" -> FanSize.SUM;
      default -> throw new AssertionError(word);
    };
  }

  private Machine readMachine(List<String> cfg, List<String> comm) {
    String[] wan = records(cfg, "wide area network information").get(0);
    List<BusSite> sites = new ArrayList<>();
    List<NodeGroup> groups = new ArrayList<>();
    List<String[]> environments = records(cfg, "environment information");
    for (String[] environment : environments) {
      String site = environment[1];
      List<BusNodes> nodes = new ArrayList<>();
      for (String[] f : records(cfg, "multi node information")) {
        if (f[0].equals(site)) {
          BusNodes group =
              BusNodes.builder(Integer.parseInt(f[1]))
                  .cpus(Integer.parseInt(f[3]))
                  .cpuRatio(Double.parseDouble(f[4]))
                  .intraNode(new LinkSpeed(latency(f[5]), speed(f[6])))
                  .intraBuses(Integer.parseInt(f[7]))
                  .intraLinks(Integer.parseInt(f[8]), Integer.parseInt(f[9]))
                  .latencyPs(latency(f[10]))
                  .links(Integer.parseInt(f[11]), Integer.parseInt(f[12]))
                  .wideAreaLatencyPs(latency(f[13]))
                  .build();
          nodes.add(group);
          groups.add(
              NodeGroup.builder("nodes")
                  .nodes(group.count())
                  .coresPerNode(group.cpus())
                  .intraNode(group.intraNode())
                  .inputLinks(group.inputLinks())
                  .outputLinks(group.outputLinks())
                  .build());
        }
      }
      sites.add(
          BusSite.builder(site)
              .nodes(nodes)
              .bytesPerSecond(speed(environment[4]))
              .buses(Integer.parseInt(environment[5]))
              .sharing(
                  comm.contains("Machine policy: " + site + " RR")
                      ? BusSharing.SLOWER
                      : BusSharing.FIFO)
              .collectives(fan(environment[6]))
              .fans(fans(comm, "Machine globalop: " + site + " "))
              .build());
    }
    List<long[]> flights = new ArrayList<>();
    for (String line : comm) {
      if (line.startsWith("Flight time:")) {
        flights.add(
            Arrays.stream(line.substring(12).strip().split("\\s+", -1))
                .skip(1)
                .mapToLong(DimemasCase::latency)
                .toArray());
      }
    }
    WideArea wide =
        WideArea.builder()
            .bytesPerSecond(speed(wan[5]))
            .collectives(fan(wan[6]))
            .fans(fans(comm, "External globalop:"))
            .flightPs(flights.toArray(long[][]::new))
            .build();
    List<BurstRule> rules = new ArrayList<>();
    for (String[] f : records(cfg, "modules information")) {
      rules.add(
          new BurstRule(Long.parseLong(f[0]), Long.parseLong(f[1]), Double.parseDouble(f[2])));
    }
    MachineBuilder machine =
        Machine.builder("dimemas")
            .network(LinkSpeed.INSTANT)
            .busLinks(new BusLinks(sites, wide, rules));
    groups.forEach(machine::nodes);
    return machine.build();
  }

  private Placement readPlacement(List<String> cfg) {
    BusLinks links = machine.busLinks().orElseThrow();
    List<Integer> cpus = new ArrayList<>();
    for (BusSite site : links.sites()) {
      for (BusNodes group : site.nodes()) {
        cpus.addAll(Collections.nCopies(group.count(), group.cpus()));
      }
    }
    String mapping = records(cfg, "predefined mapping information").get(0)[0];
    int ranks = trace.info().ranks();
    int[] nodes = new int[ranks];
    int[] held = new int[cpus.size()];
    int node = 0;
    int perNode =
        mapping.contains("TASKS_PER_NODE")
            ? Integer.parseInt(mapping.split(" ", -1)[0])
            : Integer.MAX_VALUE;
    for (int rank = 0; rank < ranks; rank++) {
      if (mapping.equals("INTERLEAVED")) {
        nodes[rank] = rank % cpus.size();
        continue;
      }
      while (node < cpus.size() - 1 && held[node] >= Math.min(perNode, cpus.get(node))) {
        node++;
      }
      nodes[rank] = node;
      held[node]++;
    }
    return new Placement("as in the case", nodes, new int[ranks]);
  }
}
