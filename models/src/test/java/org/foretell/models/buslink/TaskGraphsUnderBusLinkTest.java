package org.foretell.models.buslink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.foretell.engine.Simulation;
import org.foretell.machine.BusLinks;
import org.foretell.machine.BusNodes;
import org.foretell.machine.BusSite;
import org.foretell.machine.FanModel;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.machine.WideArea;
import org.foretell.model.ModelContext;
import org.foretell.observe.RankSummary;
import org.foretell.observe.SimObserver;
import org.foretell.observe.Statistics;
import org.foretell.result.Deadlock;
import org.foretell.result.Prediction;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TaskGraphTrace;
import org.foretell.trace.TraceSource;
import org.junit.jupiter.api.Test;

/** A stream of a task graph is to its node what a rank is that executes its tasks as ops. */
class TaskGraphsUnderBusLinkTest {
  private static final double BYTES_PER_SECOND = 1e9;

  /** The same program as a sequence of ops and as a chain of tasks. */
  private static final class Programs {
    final OpListTrace sequence;
    final List<TaskGraph.Builder> chains = new ArrayList<>();
    private final int[] last;

    Programs(int ranks) {
      sequence = new OpListTrace(ranks);
      last = new int[ranks];
      for (int rank = 0; rank < ranks; rank++) {
        chains.add(new TaskGraph.Builder());
        last[rank] = -1;
      }
    }

    TraceSource graphs() {
      return graphs(chains);
    }

    static TraceSource graphs(List<TaskGraph.Builder> builders) {
      return new TaskGraphTrace(
          builders.stream().map(TaskGraph.Builder::build).toArray(TaskGraph[]::new));
    }

    private void chain(int rank, int task) {
      if (last[rank] >= 0) {
        chains.get(rank).requires(task, last[rank]);
      }
      last[rank] = task;
    }

    void compute(int rank, long durationPs) {
      sequence.add(rank, new OpView().reset(OpCode.COMPUTE).set(OpField.DURATION_PS, durationPs));
      chain(rank, chains.get(rank).compute(durationPs, 0));
    }

    void send(int rank, int peer, int tag, long bytes) {
      sequence.add(rank, message(OpCode.SEND, OpField.BYTES, peer, tag, bytes));
      chain(rank, chains.get(rank).send(peer, tag, bytes, 0, 0));
    }

    void recv(int rank, int peer, int tag, long bytes) {
      sequence.add(rank, message(OpCode.RECV, OpField.RECEIVE_BYTES, peer, tag, bytes));
      chain(rank, chains.get(rank).receive(peer, tag, bytes, 0, 0));
    }

    private static OpView message(OpCode code, OpField size, int peer, int tag, long bytes) {
      return new OpView()
          .reset(code)
          .set(OpField.PEER, peer)
          .set(OpField.TAG, tag)
          .set(size, bytes);
    }
  }

  /** What an observer hears that does not depend on the kind of program. */
  private static final class Heard implements SimObserver {
    final List<String> lines = new ArrayList<>();

    @Override
    public void transfer(
        int source, int destination, int tag, long bytes, long startPs, long arrivePs) {
      lines.add(
          source + " " + destination + " " + tag + " " + bytes + " " + startPs + " " + arrivePs);
    }

    @Override
    public void waitedInQueue(int rank, boolean bus, long fromPs, long toPs) {
      lines.add(rank + (bus ? " bus " : " link ") + fromPs + " " + toPs);
    }
  }

  private static Prediction run(
      TraceSource trace, Placement placement, Machine machine, SimObserver... observers) {
    Simulation.Builder builder =
        Simulation.builder()
            .trace(trace)
            .placement(placement)
            .communication(
                new BusLinkModelProvider().create(new ModelContext(machine, placement, Map.of())))
            .compute((rank, burst, marker) -> burst.durationPs());
    for (SimObserver observer : observers) {
      builder.observer(observer);
    }
    return builder.build().run();
  }

  @Property(tries = 1000)
  void aChainTakesAsLongAsItsOps(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int events) {
    Random random = new Random(seed);
    int ranks = 2 + random.nextInt(6);
    Programs programs = new Programs(ranks);
    boolean anySource = random.nextInt(4) == 0;
    for (int event = 0; event < events; event++) {
      int rank = random.nextInt(ranks);
      if (random.nextInt(3) == 0) {
        programs.compute(rank, 1000L * random.nextInt(20));
        continue;
      }
      int peer = (rank + 1 + random.nextInt(ranks - 1)) % ranks;
      int tag = random.nextInt(2);
      long bytes = random.nextInt(100);
      programs.send(rank, peer, tag, bytes);
      programs.recv(peer, anySource ? OpView.ANY : rank, tag, bytes);
    }
    int nodes = 1 + random.nextInt(ranks);
    int[] nodeOfRank = new int[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      nodeOfRank[rank] = random.nextInt(nodes);
    }
    Placement placement = new Placement("random", nodeOfRank, new int[ranks]);
    Machine machine =
        BusLinkProperties.machine(BusLinkProperties.links(random, nodes), random.nextInt(100));
    Heard fromOps = new Heard();
    Heard fromTasks = new Heard();
    Prediction sequence = run(programs.sequence, placement, machine, fromOps);
    Prediction chain = run(programs.graphs(), placement, machine, fromTasks);
    assertThat(chain.outcome()).as("seed %d", seed).isEqualTo(sequence.outcome());
    assertThat(fromTasks.lines).as("seed %d", seed).isEqualTo(fromOps.lines);
    if (sequence.outcome() == Prediction.Outcome.COMPLETED) {
      assertThat(chain.finishPs()).as("seed %d", seed).isEqualTo(sequence.finishPs());
      assertThat(run(programs.graphs(), placement, machine).finishPs())
          .as("seed %d without observer", seed)
          .isEqualTo(sequence.finishPs());
    }
  }

  @Property(tries = 500)
  void neitherObserversNorRepetitionChangeAnything(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int events) {
    Random random = new Random(seed);
    int ranks = 1 + random.nextInt(6);
    List<TaskGraph.Builder> graphs = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      graphs.add(new TaskGraph.Builder());
    }
    for (int event = 0; event < events; event++) {
      int rank = random.nextInt(ranks);
      int peer = random.nextInt(ranks);
      int tag = random.nextInt(2);
      int bytes = random.nextInt(100);
      TaskGraph.Builder graph = graphs.get(rank);
      depend(random, graph, graph.compute(1000L * random.nextInt(20), random.nextInt(3)));
      depend(random, graph, graph.send(peer, tag, bytes, random.nextInt(3), 0));
      TaskGraph.Builder other = graphs.get(peer);
      int from = random.nextInt(8) == 0 ? OpView.ANY : rank;
      depend(random, other, other.receive(from, tag, 100, random.nextInt(3), 0));
    }
    int nodes = 1 + random.nextInt(ranks);
    int[] nodeOfRank = new int[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      nodeOfRank[rank] = random.nextInt(nodes);
    }
    Placement placement = new Placement("random", nodeOfRank, new int[ranks]);
    Machine machine =
        BusLinkProperties.machine(BusLinkProperties.links(random, nodes), random.nextInt(100));
    Prediction once = run(Programs.graphs(graphs), placement, machine);
    Heard heard = new Heard();
    Statistics statistics = new Statistics(placement);
    Prediction again = run(Programs.graphs(graphs), placement, machine, heard, statistics);
    assertThat(again).as("seed %d", seed).usingRecursiveComparison().isEqualTo(once);
    if (once.outcome() == Prediction.Outcome.COMPLETED) {
      assertThat(heard.lines.stream().filter(line -> !line.matches(".*(bus|link).*")).count())
          .as("seed %d, messages", seed)
          .isEqualTo(events);
      for (RankSummary rank : statistics.ranks()) {
        assertThat(rank.waitPs()).as("seed %d", seed).isNotNegative();
        assertThat(rank.communicationPs()).as("seed %d", seed).isNotNegative();
      }
    }
  }

  private static void depend(Random random, TaskGraph.Builder graph, int task) {
    for (int i = random.nextInt(3); i > 0 && task > 0; i--) {
      if (random.nextInt(3) == 0) {
        graph.requiresStart(task, random.nextInt(task));
      } else {
        graph.requires(task, random.nextInt(task));
      }
    }
  }

  /** 1 us of latency and 1 GB/s between nodes, nothing within. */
  private static Machine machine(int nodes, int cpus) {
    BusNodes group = BusNodes.builder(nodes).cpus(cpus).latencyPs(1_000_000).links(1, 1).build();
    BusSite site =
        BusSite.builder("")
            .nodes(List.of(group))
            .bytesPerSecond(BYTES_PER_SECOND)
            .collectives(FanModel.CONSTANT)
            .build();
    return BusLinkProperties.machine(new BusLinks(List.of(site), WideArea.NONE, List.of()), 10_000);
  }

  private static long[] finishNs(int cpus, TaskGraph.Builder... graphs) {
    int[] nodes = new int[graphs.length];
    for (int rank = 0; rank < nodes.length; rank++) {
      nodes[rank] = rank;
    }
    Placement placement = new Placement("apart", nodes, new int[nodes.length]);
    Prediction prediction =
        run(Programs.graphs(List.of(graphs)), placement, machine(nodes.length, cpus));
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
    assertThat(prediction.problems()).isEmpty();
    long[] ns = prediction.finishPs();
    for (int rank = 0; rank < ns.length; rank++) {
      ns[rank] /= 1000;
    }
    return ns;
  }

  private static TaskGraph.Builder bursts(int streams) {
    TaskGraph.Builder graph = new TaskGraph.Builder();
    for (int stream = 0; stream < streams; stream++) {
      graph.compute(1_000_000, stream);
    }
    return graph;
  }

  @Test
  void independentStreamsShareTheCpusOfTheirNode() {
    assertThat(finishNs(1, bursts(3))).containsExactly(3000);
    assertThat(finishNs(2, bursts(3))).containsExactly(2000);
    assertThat(finishNs(3, bursts(3))).containsExactly(1000);
  }

  @Test
  void aStreamExecutesOneTaskAtATime() {
    TaskGraph.Builder graph = new TaskGraph.Builder();
    graph.compute(1_000_000, 0);
    graph.compute(2_000_000, 0);
    assertThat(finishNs(4, graph)).containsExactly(3000);
  }

  /** The message is there after 1 us and 0.5 us; the receiver has paid its startup by then. */
  @Test
  void aBlockedReceiveLeavesItsStreamToOthers() {
    TaskGraph.Builder sender = new TaskGraph.Builder();
    int first = sender.compute(7_000_000, 0);
    sender.requires(sender.send(1, 5, 500, 0, 0), first);
    TaskGraph.Builder receiver = new TaskGraph.Builder();
    receiver.receive(0, 5, 500, 0, 0);
    receiver.compute(6_000_000, 0);
    assertThat(finishNs(1, sender, receiver)).containsExactly(8000, 8500);
  }

  /** Both messages take the only link out; their startups take the CPU in turn. */
  @Test
  void sendsOfAStreamPayTheirStartupsOneAfterTheOther() {
    TaskGraph.Builder sender = new TaskGraph.Builder();
    sender.send(1, 0, 5000, 0, 0);
    sender.send(1, 1, 5000, 0, 0);
    TaskGraph.Builder receiver = new TaskGraph.Builder();
    receiver.receive(0, 0, 5000, 0, 0);
    receiver.receive(0, 1, 5000, 0, 0);
    assertThat(finishNs(1, sender, receiver)).containsExactly(2000, 11_000);
  }

  @Test
  void aTaskMayDependOnTheStartOfAnother() {
    TaskGraph.Builder graph = new TaskGraph.Builder();
    int first = graph.compute(1_000_000, 0);
    int second = graph.compute(5_000_000, 0);
    graph.requiresStart(graph.compute(2_000_000, 1), second);
    graph.requires(second, first);
    assertThat(finishNs(2, graph)).containsExactly(6000);
    assertThat(finishNs(1, graph)).containsExactly(8000);
  }

  @Test
  void sendsWithAnyTagMatchWhateverTagIsAskedFor() {
    TaskGraph.Builder sender = new TaskGraph.Builder();
    sender.send(1, OpView.ANY, 500, 0, 0);
    TaskGraph.Builder receiver = new TaskGraph.Builder();
    receiver.receive(OpView.ANY, 9, 500, 0, 0);
    assertThat(finishNs(1, sender, receiver)).containsExactly(1000, 1500);
  }

  @Test
  void ranksThatWaitForEachOtherAreReported() {
    List<TaskGraph.Builder> graphs = new ArrayList<>();
    for (int rank = 0; rank < 2; rank++) {
      TaskGraph.Builder graph = new TaskGraph.Builder();
      int send = graph.send(1 - rank, 3, 20_000, 0, 0);
      graph.requires(graph.receive(1 - rank, 3, 20_000, 0, 0), send);
      graphs.add(graph);
    }
    Placement placement = new Placement("apart", new int[] {0, 1}, new int[2]);
    Prediction prediction = run(Programs.graphs(graphs), placement, machine(2, 1));
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.DEADLOCKED);
    Deadlock deadlock = prediction.deadlock().orElseThrow();
    assertThat(deadlock.cycle()).containsExactly(0, 1);
    assertThat(deadlock.blocked().get(0).reason())
        .isEqualTo(
            "waits for rank 1 to receive its message with tag 3 (rendezvous), which is itself"
                + " blocked; tasks that depend on these: 1");
  }
}
