package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.foretell.machine.Placement;
import org.foretell.model.CommunicationModel;
import org.foretell.model.DirectModel;
import org.foretell.model.Message;
import org.foretell.model.MpiModel;
import org.foretell.model.OccupancyModel;
import org.foretell.observe.MatrixEntry;
import org.foretell.observe.RankEventSummary;
import org.foretell.observe.RankSummary;
import org.foretell.observe.SimObserver;
import org.foretell.observe.Statistics;
import org.foretell.observe.Statistics.Part;
import org.foretell.observe.Total;
import org.foretell.result.Prediction;
import org.foretell.result.ReplayOrder;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

/** Statistics of replayed programs: they change nothing, lose nothing and agree with each other. */
class StatisticsOfReplaysTest {
  private static final int EAGER_BYTES = 500;

  private static Prediction run(
      OpListTrace trace, MpiModel model, ReplayOrder schedule, List<SimObserver> observers) {
    Simulation.Builder builder =
        Simulation.builder()
            .trace(trace)
            .placement(placement(trace.info().ranks()))
            .communication(new CommunicationModel("test", model, call -> 70 + call.vectorBytes()))
            .compute((rank, burst, marker) -> burst.durationPs())
            .schedule(schedule);
    observers.forEach(builder::observer);
    Prediction prediction = builder.build().run();
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
    return prediction;
  }

  private static Statistics recorder(OpListTrace trace, MpiModel model, ReplayOrder schedule) {
    Statistics statistics =
        new Statistics(placement(trace.info().ranks()), EnumSet.allOf(Part.class));
    run(trace, model, schedule, List.of(statistics));
    return statistics;
  }

  /** Two ranks on each node. */
  private static Placement placement(int ranks) {
    int[] nodes = new int[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      nodes[rank] = rank / 2;
    }
    return new Placement("pairs", nodes, new int[ranks]);
  }

  /** Rounds of bursts, messages around a ring, blocking and not, and collectives, in phases. */
  private static OpListTrace program(int ranks, Random random) {
    OpListTrace trace = new OpListTrace(ranks);
    OpView op = new OpView();
    for (int round = random.nextInt(8); round >= 0; round--) {
      int phase = random.nextInt(3);
      int kind = random.nextInt(4);
      int bytes = random.nextInt(2 * EAGER_BYTES);
      for (int rank = 0; rank < ranks; rank++) {
        int next = (rank + 1) % ranks;
        int previous = (rank + ranks - 1) % ranks;
        trace.add(rank, op.reset(OpCode.MARKER_BEGIN).set(OpField.MARKER, phase));
        trace.add(
            rank,
            op.reset(OpCode.COMPUTE)
                .set(OpField.DURATION_PS, random.nextInt(2000))
                .set(OpField.CALL_SITE, kind));
        switch (kind) {
          case 0 -> {
            trace.add(rank, receive(op, OpCode.IRECV, previous, bytes).set(OpField.REQUEST, 0));
            trace.add(rank, send(op, OpCode.ISEND, next, bytes).set(OpField.REQUEST, 1));
            trace.add(rank, op.reset(OpCode.WAITALL).setList(OpField.REQUESTS, 0, 1));
          }
          case 1 -> {
            if (rank == 0) {
              trace.add(rank, send(op, OpCode.SSEND, next, bytes));
              trace.add(rank, receive(op, OpCode.RECV, previous, bytes));
            } else {
              trace.add(rank, receive(op, OpCode.RECV, previous, bytes));
              trace.add(rank, send(op, OpCode.SEND, next, bytes));
            }
          }
          case 2 ->
              trace.add(
                  rank,
                  send(op, OpCode.SENDRECV, next, bytes)
                      .set(OpField.RECEIVE_PEER, previous)
                      .set(OpField.RECEIVE_BYTES, bytes));
          default ->
              trace.add(
                  rank, op.reset(OpCode.ALLREDUCE).set(OpField.BYTES, bytes).set(OpField.COUNT, 1));
        }
        trace.add(rank, op.reset(OpCode.MARKER_END).set(OpField.MARKER, phase));
      }
    }
    return trace;
  }

  private static OpView send(OpView op, OpCode code, int peer, int bytes) {
    return op.reset(code).set(OpField.PEER, peer).set(OpField.BYTES, bytes);
  }

  private static OpView receive(OpView op, OpCode code, int peer, int bytes) {
    return op.reset(code).set(OpField.PEER, peer).set(OpField.RECEIVE_BYTES, bytes);
  }

  @Property(tries = 200)
  void observersNeverChangeAPrediction(
      @ForAll @IntRange(min = 2, max = 7) int ranks, @ForAll long seed) {
    OpListTrace trace = program(ranks, new Random(seed));
    for (MpiModel model : new MpiModel[] {new Direct(), new Occupancy()}) {
      Prediction alone = run(trace, model, ReplayOrder.STRICT, List.of());
      Statistics statistics = new Statistics(placement(ranks), EnumSet.allOf(Part.class));
      SimObserver idle = new SimObserver() {};
      Prediction watched = run(trace, model, ReplayOrder.STRICT, List.of(statistics, idle));
      assertThat(watched.finishPs()).isEqualTo(alone.finishPs());
      assertThat(watched.makespanPs()).isEqualTo(alone.makespanPs());
      assertThat(watched.operations()).isEqualTo(alone.operations());
      assertThat(statistics.makespanPs()).isEqualTo(alone.makespanPs());
      for (RankSummary rank : statistics.ranks()) {
        assertThat(rank.finishPs()).isEqualTo(alone.finishPs()[rank.rank()]);
      }
    }
  }

  @Property(tries = 200)
  void schedulesGiveTheSameStatistics(
      @ForAll @IntRange(min = 2, max = 7) int ranks, @ForAll long seed) {
    OpListTrace trace = program(ranks, new Random(seed));
    Statistics strict = recorder(trace, new Direct(), ReplayOrder.STRICT);
    Statistics ahead = recorder(trace, new Direct(), ReplayOrder.RUN_AHEAD);
    assertThat(ahead.events()).isEqualTo(strict.events());
    assertThat(ahead.ranks()).isEqualTo(strict.ranks());
    assertThat(ahead.callSites()).isEqualTo(strict.callSites());
    assertThat(ahead.phases()).isEqualTo(strict.phases());
    assertThat(ahead.matrix()).isEqualTo(strict.matrix());
  }

  @Property(tries = 200)
  void directModelsLeaveNoTimeBetweenOps(
      @ForAll @IntRange(min = 2, max = 7) int ranks, @ForAll long seed) {
    Statistics statistics =
        recorder(program(ranks, new Random(seed)), new Direct(), ReplayOrder.STRICT);
    for (RankSummary rank : statistics.ranks()) {
      long inOpsPs =
          statistics.events(rank.rank()).stream().mapToLong(RankEventSummary::timePs).sum();
      assertThat(inOpsPs).isEqualTo(rank.finishPs());
      assertThat(rank.computePs() + rank.communicationPs() + rank.waitPs() + rank.idlePs())
          .isEqualTo(statistics.makespanPs());
    }
  }

  @Property(tries = 200)
  void occupancyModelsLeaveOnlyTimeForMessagesBetweenOps(
      @ForAll @IntRange(min = 2, max = 7) int ranks, @ForAll long seed) {
    Statistics statistics =
        recorder(program(ranks, new Random(seed)), new Occupancy(), ReplayOrder.STRICT);
    for (RankSummary rank : statistics.ranks()) {
      long inOpsPs =
          statistics.events(rank.rank()).stream().mapToLong(RankEventSummary::timePs).sum();
      assertThat(inOpsPs).isLessThanOrEqualTo(rank.finishPs());
      assertThat(rank.communicationPs()).isNotNegative();
    }
  }

  @Property(tries = 200)
  void whatIsSentIsReceivedAndStandsInTheMatrix(
      @ForAll @IntRange(min = 2, max = 7) int ranks, @ForAll long seed) {
    Statistics statistics =
        recorder(program(ranks, new Random(seed)), new Direct(), ReplayOrder.STRICT);
    Total sent = Total.ZERO;
    Total received = Total.ZERO;
    for (RankSummary rank : statistics.ranks()) {
      sent = sent.plus(rank.sentOnNode().bytes()).plus(rank.sentOffNode().bytes());
      received = received.plus(rank.receivedOnNode().bytes()).plus(rank.receivedOffNode().bytes());
    }
    Total between = Total.ZERO;
    for (MatrixEntry entry : statistics.matrix()) {
      between = between.plus(entry.volume().bytes());
    }
    assertThat(sent).isEqualTo(received).isEqualTo(between);
  }

  @Test
  void lateSenderIsWaitingAndTheTransferIsCommunication() {
    OpListTrace trace = new OpListTrace(2);
    OpView op = new OpView();
    trace.add(0, op.reset(OpCode.COMPUTE).set(OpField.DURATION_PS, 1000));
    trace.add(0, send(op, OpCode.SEND, 1, 100));
    trace.add(1, op.reset(OpCode.COMPUTE).set(OpField.DURATION_PS, 400));
    trace.add(1, receive(op, OpCode.RECV, 0, 100));
    List<RankSummary> ranks =
        new ArrayList<>(recorder(trace, new Direct(), ReplayOrder.STRICT).ranks());
    assertThat(ranks.get(1))
        .extracting(
            RankSummary::computePs,
            RankSummary::waitPs,
            RankSummary::communicationPs,
            RankSummary::finishPs)
        .containsExactly(400L, 600L, 300L, 1300L);
  }

  /** 200 ps and 1 ps/B; eager up to 500 bytes. */
  private static final class Direct extends DirectModel {
    @Override
    public boolean eager(Message message) {
      return message.bytes() <= EAGER_BYTES;
    }

    @Override
    public long transferPs(Message message, long startPs) {
      return 200 + message.bytes();
    }

    @Override
    public long nonBlockingSendPs(Message message) {
      return 30;
    }

    @Override
    public long postReceivePs() {
      return 5;
    }

    @Override
    public boolean independent() {
      return true;
    }
  }

  private static final class Occupancy extends OccupancyModel {
    @Override
    public boolean eager(Message message) {
      return message.bytes() <= EAGER_BYTES;
    }

    @Override
    public long sendCpuPs(Message message) {
      return 50;
    }

    @Override
    public long sendNicPs(Message message) {
      return 20 + message.bytes();
    }

    @Override
    public long wirePs(Message message) {
      return 200;
    }

    @Override
    public long receiveCpuPs(Message message) {
      return 50 + message.bytes() / 4;
    }

    @Override
    public long receiveNicPs(Message message) {
      return 20 + message.bytes();
    }
  }
}
