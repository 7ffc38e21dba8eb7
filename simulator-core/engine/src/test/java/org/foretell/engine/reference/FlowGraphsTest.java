package org.foretell.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.foretell.engine.Simulation;
import org.foretell.machine.Placement;
import org.foretell.model.CommunicationModel;
import org.foretell.model.DirectModel;
import org.foretell.model.FlowModel;
import org.foretell.model.Message;
import org.foretell.model.MpiModel;
import org.foretell.observe.Statistics;
import org.foretell.result.Prediction;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TaskGraphTrace;
import org.junit.jupiter.api.Test;

/**
 * Task graphs under a flow model whose flows share nothing: what a direct model gives whose
 * messages take as long as those flows. Times are such that nothing happens at once by chance.
 */
class FlowGraphsTest {
  private static final long LARGEST_EAGER = 64;

  private static long transferPs(Message message) {
    long mixed = 31 * (31 * message.bytes() + message.source()) + message.destination();
    mixed = mixed * 0x9E3779B97F4A7C15L;
    return 1 + (mixed >>> 34);
  }

  private static boolean isEager(Message message) {
    return message.bytes() <= LARGEST_EAGER;
  }

  private static final class Alone extends DirectModel {
    @Override
    public boolean eager(Message message) {
      return isEager(message);
    }

    @Override
    public long transferPs(Message message, long startPs) {
      return FlowGraphsTest.transferPs(message);
    }
  }

  private static final class Flows extends FlowModel {
    private final boolean whenSent;
    private final PriorityQueue<long[]> ends =
        new PriorityQueue<>(Comparator.<long[]>comparingLong(e -> e[0]).thenComparing(e -> e[1]));
    private long starts;

    Flows(boolean whenSent) {
      this.whenSent = whenSent;
    }

    @Override
    public boolean eager(Message message) {
      return isEager(message);
    }

    @Override
    public boolean startsWhenSent(Message message) {
      return whenSent;
    }

    @Override
    public void start(int flow, Message message, long nowPs) {
      ends.add(new long[] {nowPs + transferPs(message), starts++, flow});
    }

    @Override
    public long nextChangePs() {
      return ends.isEmpty() ? NEVER : ends.peek()[0];
    }

    @Override
    public int nextFinished(long nowPs) {
      return ends.isEmpty() || ends.peek()[0] > nowPs ? NONE : (int) ends.poll()[2];
    }
  }

  @Provide
  Arbitrary<Long> seeds() {
    return Arbitraries.longs().dontShrink();
  }

  /**
   * Graphs in which no two bursts and no two messages take the same time, and no two tasks need the
   * same stream: which of several that wait is first depends on when it was known that they would.
   */
  private static TaskGraphTrace graphs(long seed, int events) {
    Random random = new Random(seed);
    int ranks = 2 + random.nextInt(5);
    TaskGraph.Builder[] graphs = new TaskGraph.Builder[ranks];
    Arrays.setAll(graphs, rank -> new TaskGraph.Builder());
    int[] tasks = new int[ranks];
    for (int event = 1; event <= events; event++) {
      int rank = random.nextInt(ranks);
      if (random.nextInt(3) == 0) {
        depends(graphs[rank], graphs[rank].compute(1_000L * event, event), tasks[rank]++, random);
        continue;
      }
      int peer = (rank + 1 + random.nextInt(ranks - 1)) % ranks;
      depends(graphs[rank], graphs[rank].send(peer, event, event, event, 0), tasks[rank]++, random);
      depends(
          graphs[peer], graphs[peer].receive(rank, event, event, event, 0), tasks[peer]++, random);
    }
    return new TaskGraphTrace(
        Arrays.stream(graphs).map(TaskGraph.Builder::build).toArray(TaskGraph[]::new));
  }

  private static void depends(TaskGraph.Builder graph, int task, int earlier, Random random) {
    for (int i = random.nextInt(3); i > 0 && earlier > 0; i--) {
      graph.requires(task, random.nextInt(earlier));
    }
  }

  private static Prediction run(TaskGraphTrace trace, MpiModel model) {
    int ranks = trace.info().ranks();
    return Simulation.builder()
        .trace(trace)
        .placement(new Placement("made up", new int[ranks], new int[ranks]))
        .communication(new CommunicationModel("test", model, call -> 0))
        .compute((rank, burst, marker) -> 1_003 * burst.durationPs() + 17L * rank)
        .build()
        .run();
  }

  @Property(tries = 1000)
  void flowsThatShareNothingTakeAsLongAsMessages(
      @ForAll("seeds") long seed, @ForAll @IntRange(max = 120) int events) {
    TaskGraphTrace trace = graphs(seed, events);
    Prediction alone = run(trace, new Alone());
    Prediction flows = run(trace, new Flows(true));
    assertThat(flows.outcome()).as("seed %d", seed).isEqualTo(alone.outcome());
    assertThat(flows.finishPs()).as("seed %d", seed).isEqualTo(alone.finishPs());
    assertThat(flows.operations()).as("seed %d", seed).isEqualTo(alone.operations());
    Prediction posted = run(trace, new Flows(false));
    assertThat(posted.outcome()).as("seed %d", seed).isEqualTo(alone.outcome());
  }

  /** A byte takes 1 ps after a latency of 3; a hundred receives of other messages wait. */
  @Test
  void aRendezvousEndsWithItsFlowHoweverManyReceivesWait() {
    TaskGraph.Builder sender = new TaskGraph.Builder();
    sender.send(1, 100, 1, 0, 0);
    TaskGraph.Builder receiver = new TaskGraph.Builder();
    TaskGraph.Builder late = new TaskGraph.Builder();
    int burst = late.compute(1_000, 0);
    for (int tag = 0; tag < 100; tag++) {
      receiver.receive(2, tag, 1, 0, 0);
      late.requires(late.send(1, tag, 1, 0, 0), burst);
    }
    receiver.receive(0, 100, 1, 0, 0);
    TaskGraphTrace trace =
        new TaskGraphTrace(new TaskGraph[] {sender.build(), receiver.build(), late.build()});
    Prediction prediction = run(trace, new SharedLinksModel(3, 1, -1, 0, 0, false));
    assertThat(prediction.finishPs()[0]).isEqualTo(4);
  }

  /** What is wrong with graphs is found, and what completes does so under flows too. */
  @Property(tries = 500)
  void anyGraphHasAResult(@ForAll("seeds") long seed, @ForAll @IntRange(max = 60) int events) {
    GraphScenario scenario = GraphScenario.of(seed, events);
    for (boolean whenSent : new boolean[] {true, false}) {
      Prediction prediction =
          Simulation.builder()
              .trace(scenario.trace())
              .placement(scenario.placement())
              .communication(new CommunicationModel("test", new Flows(whenSent), call -> 0))
              .compute((rank, burst, marker) -> burst.durationPs())
              .observer(new Statistics(scenario.placement()))
              .build()
              .run();
      assertThat(prediction.outcome()).as(scenario::text).isNotNull();
    }
  }
}
