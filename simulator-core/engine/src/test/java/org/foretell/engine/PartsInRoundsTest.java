package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.foretell.engine.Ops.*;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.foretell.engine.mail.Partition;
import org.foretell.engine.reference.LogGopsModel;
import org.foretell.engine.reference.LogGopsVariant;
import org.foretell.engine.reference.SharedInterfacesModel;
import org.foretell.engine.reference.TwoSpeedsModel;
import org.foretell.machine.Placement;
import org.foretell.machine.Placements;
import org.foretell.machine.ShmemSupport;
import org.foretell.model.CallCosts;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ComputeModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.MpiModel;
import org.foretell.model.OccupancyModel;
import org.foretell.model.TestSchedules;
import org.foretell.observe.Statistics;
import org.foretell.observe.Statistics.Part;
import org.foretell.result.Prediction;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TaskGraphTrace;
import org.junit.jupiter.api.Test;

/**
 * Nodes that go through time together on several threads do what they do on one. Times are few, so
 * that much happens at the same time.
 */
class PartsInRoundsTest {
  private static final int[] PARTS = {2, 3, 8};
  private static final long[] BURSTS = {0, 5, 5, 5, 10, 10, 100, 101};
  private static final long[] SIZES = {0, 1, 1, 8, 40, 200};
  static final ComputeModel BURST = (rank, burst, marker) -> burst.durationPs();

  /** All that a replay needs. */
  record Case(
      OpListTrace trace,
      Placement placement,
      Supplier<CommunicationModel> communication,
      ShmemSupport shmem) {
    /** Replays, in parts if there are to be several. */
    Prediction run(int parts, PartsPay pay, Statistics statistics) {
      Simulation simulation =
          Simulation.builder()
              .trace(trace)
              .placement(placement)
              .communication(communication.get())
              .compute(BURST)
              .shmem(shmem)
              .observer(statistics)
              .threads(parts, () -> new Share(trace, communication.get(), BURST))
              .severalThreadsFrom(pay)
              .build();
      Prediction prediction = simulation.run();
      assertThat(simulation.wasInParts()).isEqualTo(parts > 1);
      assertThat(prediction.problems()).isEmpty();
      return prediction;
    }

    Statistics statistics() {
      return new Statistics(placement, EnumSet.allOf(Part.class));
    }

    /** Replays in several numbers of parts, and finds no difference. */
    void compare(long seed) {
      Statistics expected = statistics();
      Prediction one = run(1, PartsPay.ALWAYS, expected);
      for (int parts : PARTS) {
        PartsPay pay = pay(parts, seed);
        Statistics actual = statistics();
        Prediction prediction = run(parts, pay, actual);
        assertThat(Arrays.toString(prediction.finishPs()))
            .as("%d parts, %s", parts, pay)
            .isEqualTo(Arrays.toString(one.finishPs()));
        assertThat(prediction.operations()).isEqualTo(one.operations());
        assertThat(actual.ranks()).isEqualTo(expected.ranks());
        assertThat(actual.events()).isEqualTo(expected.events());
        assertThat(actual.resources()).isEqualTo(expected.resources());
        assertThat(actual.matrix()).isEqualTo(expected.matrix());
      }
    }
  }

  /**
   * Whether each part has a thread to the end. With more threads than cores each round waits for
   * the system to let others run, so mostly one thread executes many parts in turn.
   */
  static PartsPay pay(int parts, long seed) {
    return Math.floorMod(seed + parts, parts == 2 ? 2 : 8) == 0
        ? PartsPay.ALWAYS
        : PartsPay.IN_TURNS;
  }

  @Provide
  Arbitrary<Long> seeds() {
    return Arbitraries.longs().dontShrink();
  }

  @Property(tries = 15)
  void replaysAreTheSame(@ForAll("seeds") long seed) {
    made(seed).compare(seed);
  }

  @Test
  void threadsThatStayDoTheSame() {
    Case made = made(5);
    Statistics expected = made.statistics();
    Prediction one = made.run(1, PartsPay.ALWAYS, expected);
    for (int parts : PARTS) {
      Statistics actual = made.statistics();
      assertThat(made.run(parts, PartsPay.ALWAYS, actual).finishPs()).isEqualTo(one.finishPs());
      assertThat(actual.events()).isEqualTo(expected.events());
    }
  }

  @Test
  void whatNeedsOnePartGetsOne() {
    assertThat(inParts(100, message(60))).isTrue();
    assertThat(inParts(100, message(100))).as("a rendezvous without a handshake").isFalse();
    OpView barrier = op(OpCode.BARRIER);
    assertThat(inParts(100, all(barrier))).isTrue();
    assertThat(inParts(5, all(barrier))).as("ends within a flight").isFalse();
    OpView later = op(OpCode.IBARRIER).set(OpField.REQUEST, 0);
    assertThat(inParts(100, all(later, waitFor(0)))).as("its end may be asked for").isFalse();
    OpView group =
        op(OpCode.COMM_CREATE_GROUP)
            .setList(OpField.RANKS, 0, 1, 2, 3)
            .set(OpField.NEW_COMMUNICATOR, 5);
    assertThat(inParts(100, all(group))).as("made by a list of ranks").isFalse();
    OpListTrace ended = all(op(OpCode.COMM_SPLIT).set(OpField.NEW_COMMUNICATOR, 5));
    assertThat(inParts(100, ended)).isTrue();
  }

  @Test
  void partsShareNoNode() {
    Partition partition = Partition.apart(4, 1, new int[] {0, 1, 0, 1}, new int[] {0, 1, 2, 3});
    assertThat(partition.parts()).as("nodes take their ranks in turn").isEqualTo(1);
    assertThat(Partition.apart(2, 1, new int[] {0, 0, 0, 1}, new int[] {0, 1, 2, 3}).first(1))
        .isEqualTo(3);
    assertThat(Partition.apart(2, 2, new int[] {0, 0, 0, 1}, new int[] {0, 1, 2, 3}).parts())
        .as("a part of one rank is too small")
        .isEqualTo(1);
  }

  @Test
  void aModelThatPromisesTooMuchIsReported() {
    OpListTrace trace = message(8);
    OccupancyModel model =
        new LogGopsModel(5, 1, 1, 1, 0, 64, 1) {
          @Override
          public long leastFlightPs() {
            return 7;
          }
        };
    CommunicationModel communication = new CommunicationModel("hasty", model, call -> 100);
    Simulation simulation = Replays.simulation(trace, communication).build();
    assertThatThrownBy(simulation::run)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("for 7 ps at least, but one from rank 0 arrives after 6 ps");
  }

  @Test
  void taskGraphsAreNotLookedAt() {
    TaskGraph.Builder one = new TaskGraph.Builder();
    for (int task = 0; task < 200; task++) {
      one.compute(1, 0);
    }
    TaskGraph graph = one.build();
    TaskGraphTrace graphs = new TaskGraphTrace(graph, graph);
    CommunicationModel communication =
        new CommunicationModel("loggops", new LogGopsModel(5, 1, 1, 1, 0, 64, 1), call -> 100);
    Simulation simulation =
        Simulation.builder()
            .trace(graphs)
            .placement(Placements.oneRankPerNode(2))
            .communication(communication)
            .compute(BURST)
            .threads(2, () -> new Share(graphs, communication, BURST))
            .severalThreadsFrom(new PartsPay(1, 1, 0, 0))
            .build();
    simulation.run();
    assertThat(simulation.wasInParts()).isFalse();
  }

  private static OpListTrace message(long bytes) {
    return new OpListTrace(4).add(0, send(3, 0, bytes)).add(3, recv(0, 0));
  }

  private static OpListTrace all(OpView... ops) {
    OpListTrace trace = new OpListTrace(4);
    for (int rank = 0; rank < 4; rank++) {
      for (OpView each : ops) {
        trace.add(rank, each);
      }
    }
    return trace;
  }

  /** Whether two threads replay a trace under LogGOPS, as one does. */
  private static boolean inParts(long collectivePs, OpListTrace trace) {
    Supplier<CommunicationModel> communication =
        () ->
            new CommunicationModel(
                "loggops", new LogGopsModel(5, 1, 1, 1, 0, 64, 1), call -> collectivePs);
    Simulation simulation =
        Replays.simulation(trace, communication.get())
            .threads(2, () -> new Share(trace, communication.get(), BURST))
            .severalThreadsAlways()
            .build();
    assertThat(simulation.run().finishPs())
        .isEqualTo(Replays.simulation(trace, communication.get()).build().run().finishPs());
    return simulation.wasInParts();
  }

  private static Case made(long seed) {
    Random random = new Random(seed);
    int ranksPerNode = 1 + random.nextInt(5);
    int ranks = 8 * ranksPerNode + random.nextInt(30);
    int[] nodes = new int[ranks];
    Arrays.setAll(nodes, rank -> rank / ranksPerNode);
    boolean inSteps = random.nextBoolean();
    ExpandedCollectives steps =
        inSteps
            ? new ExpandedCollectives(
                TestSchedules.usual(), random.nextInt(3), ExpandedCollectives.DEFAULT_EXACT_UP_TO)
            : null;
    Supplier<MpiModel> mpi = model(random, ranks, ranksPerNode);
    CallCosts calls = random.nextInt(3) > 0 ? CallCosts.NONE : costly();
    return new Case(
        trace(random, ranks, ranksPerNode, inSteps),
        new Placement("blocks", nodes, new int[ranks]),
        () ->
            new CommunicationModel(
                "test", mpi.get(), call -> 25 + call.participants() % 3 * 5L, steps, calls),
        ShmemSupport.HARDWARE);
  }

  private static CallCosts costly() {
    List<CallCosts.SizedTime> times = List.of(new CallCosts.SizedTime(0, 5, 0));
    return new CallCosts(Map.of(OpCode.ALLREDUCE, times));
  }

  /** No message is under way longer than 25 between nodes. */
  static Supplier<MpiModel> model(Random random, int ranks, int ranksPerNode) {
    long latency = 1 + random.nextInt(2) * 4L;
    long overhead = random.nextInt(3) * 5L;
    long gap = random.nextInt(3) * 5L;
    long perByte = random.nextInt(2);
    long slowness = random.nextInt(2);
    int ranksPerNic = random.nextBoolean() ? ranksPerNode : 1;
    int ports = 1 + random.nextInt(2);
    boolean memory = random.nextBoolean();
    boolean sooner = random.nextBoolean();
    boolean last = random.nextBoolean();
    long eagerBytes = random.nextBoolean() ? 30 : 1000;
    LogGopsModel logGops =
        new LogGopsModel(latency, overhead, gap, perByte, slowness, Long.MAX_VALUE, ranksPerNic);
    return switch (random.nextInt(5)) {
      case 0 -> () -> logGops;
      case 2 -> () -> new TwoSpeedsModel(logGops, ranksPerNode);
      case 1 -> () -> new LogGopsVariant(logGops, OccupancyModel.Intake.ON_MATCH, false);
      default ->
          () ->
              new SharedInterfacesModel(
                      ranks,
                      ports,
                      latency,
                      overhead,
                      gap,
                      perByte,
                      slowness,
                      eagerBytes,
                      100,
                      memory,
                      1 + (int) slowness,
                      sooner)
                  .takingInLast(last);
    };
  }

  private static OpListTrace trace(Random random, int ranks, int ranksPerNode, boolean inSteps) {
    OpListTrace trace = new OpListTrace(ranks);
    int columns = 1 + random.nextInt(4);
    for (int rank = 0; rank < ranks; rank++) {
      trace.add(rank, split(rank % columns, 5));
      trace.add(rank, split(rank / ranksPerNode, 6));
    }
    for (int phase = 2 + random.nextInt(12); phase > 0; phase--) {
      switch (random.nextInt(8)) {
        case 0 -> {
          OpCode code = List.of(OpCode.BARRIER, OpCode.ALLREDUCE).get(random.nextInt(2));
          int communicator = List.of(0, 5, 5, 6).get(random.nextInt(4));
          for (int rank = 0; rank < ranks; rank++) {
            trace.add(rank, compute(BURSTS[random.nextInt(BURSTS.length)]));
            trace.add(rank, op(code).set(OpField.COMMUNICATOR, communicator));
          }
        }
        case 1 -> {
          // By formula only within a node: others might ask in the same round whether it ended.
          int communicator = inSteps && random.nextBoolean() ? 0 : 6;
          for (int rank = 0; rank < ranks; rank++) {
            trace.add(
                rank,
                op(OpCode.IALLREDUCE)
                    .set(OpField.REQUEST, 9)
                    .set(OpField.COMMUNICATOR, communicator));
            if (random.nextBoolean()) {
              trace.add(rank, compute(BURSTS[random.nextInt(BURSTS.length)]));
            }
            if (communicator == 6 && phase % 2 == 0) {
              trace.add(rank, op(OpCode.BARRIER).set(OpField.COMMUNICATOR, 5));
            }
            trace.add(rank, waitFor(9));
          }
        }
        case 2 -> {
          for (int rank = 0; rank + 1 < ranks; rank++) { // along a chain
            trace.add(rank, send(rank + 1, 3, SIZES[random.nextInt(SIZES.length)]));
            trace.add(rank + 1, recv(rank, 3));
          }
        }
        case 3 -> {
          for (int rank = 0; rank < ranks; rank++) {
            for (int i = 0; i < 600; i++) {
              trace.add(rank, op(OpCode.EVENT).set(OpField.OBJECT, 1));
            }
            int right = (rank + 1) % ranks;
            int left = (rank + ranks - 1) % ranks;
            trace.add(rank, sendrecv(right, 4, SIZES[random.nextInt(SIZES.length)], left, 4));
          }
        }
        default -> exchange(random, trace, ranks, 10 * phase);
      }
    }
    return trace;
  }

  /** All send a few messages, and receive as many. */
  private static void exchange(Random random, OpListTrace trace, int ranks, int tag) {
    int messages = 1 + random.nextInt(4);
    boolean fromAny = random.nextInt(4) == 0;
    int[] distances = random.ints(messages, 0, ranks).toArray();
    long[] sizes = {SIZES[random.nextInt(SIZES.length)], SIZES[random.nextInt(SIZES.length)]};
    for (int rank = 0; rank < ranks; rank++) {
      trace.add(rank, compute(BURSTS[random.nextInt(BURSTS.length)]));
      for (int i = 0; i < messages; i++) {
        trace.add(
            rank, irecv(fromAny ? ANY : Math.floorMod(rank - distances[i], ranks), tag + i, i));
      }
      for (int i = 0; i < messages; i++) {
        trace.add(rank, isend((rank + distances[i]) % ranks, tag + i, sizes[i % 2], 10 + i));
        if (random.nextInt(4) == 0) {
          trace.add(rank, compute(5));
        }
      }
      for (int i = 0; i < messages; i++) {
        trace.add(rank, waitFor(i));
        trace.add(rank, waitFor(10 + i));
      }
    }
  }

  private static OpView split(long color, int name) {
    return op(OpCode.COMM_SPLIT)
        .set(OpField.COLOR, color)
        .set(OpField.KEY, 0)
        .set(OpField.NEW_COMMUNICATOR, name);
  }
}
