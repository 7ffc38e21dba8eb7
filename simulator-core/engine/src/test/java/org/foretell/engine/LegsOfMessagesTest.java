package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foretell.engine.Ops.compute;
import static org.foretell.engine.Ops.isend;
import static org.foretell.engine.Ops.op;
import static org.foretell.engine.Ops.recv;
import static org.foretell.engine.Ops.waitFor;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.foretell.engine.reference.BusModel;
import org.foretell.engine.reference.LinearModel;
import org.foretell.engine.reference.LogGopsModel;
import org.foretell.engine.reference.LogGopsVariant;
import org.foretell.engine.reference.SharedInterfacesModel;
import org.foretell.engine.reference.SharedLinksModel;
import org.foretell.model.CallCosts;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.MpiModel;
import org.foretell.model.OccupancyModel.Intake;
import org.foretell.model.TestSchedules;
import org.foretell.observe.PathLeg;
import org.foretell.observe.PathLeg.Kind;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a message does on the critical path belongs to the op that sent it, not to a later one. */
class LegsOfMessagesTest {
  private static final Set<Kind> ON_THE_WAY =
      Set.of(Kind.LATENCY, Kind.BANDWIDTH, Kind.INTERFACE_QUEUE, Kind.LINK_QUEUE, Kind.BUS_QUEUE);

  private record Leg(Kind kind, int rank, int peer, OpCode code, long operation) {
    static Leg of(PathLeg leg) {
      return new Leg(leg.kind(), leg.rank(), leg.peer(), leg.code(), leg.operation());
    }
  }

  private record Named(String name, MpiModel model) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** Some let messages of 40 bytes wait for their receives, others do not. */
  static Stream<Named> models() {
    LogGopsModel logGops = new LogGopsModel(5, 1, 1, 1, 0, 64, 1);
    return Stream.of(
        new Named("times, eager", new LinearModel(5, 1, 64)),
        new Named("times, rendezvous", new LinearModel(5, 1, 10)),
        new Named("LogGOPS, eager", logGops),
        new Named("LogGOPS, rendezvous", new LogGopsModel(5, 1, 1, 1, 0, 10, 1)),
        new Named("LogGOPS, on match", new LogGopsVariant(logGops, Intake.ON_MATCH, false)),
        new Named("queues, eager", queues(64)),
        new Named("queues, rendezvous", queues(10)),
        new Named("flows, eager", new SharedLinksModel(5, 1, 64, 1, 1, true)),
        new Named("flows, rendezvous", new SharedLinksModel(5, 1, 10, 1, 1, true)),
        new Named("bus, eager", new BusModel(5, 1, 64)),
        new Named("bus, rendezvous", new BusModel(5, 1, 10)));
  }

  private static SharedInterfacesModel queues(long eagerBytes) {
    return new SharedInterfacesModel(3, 1, 5, 1, 1, 1, 0, eagerBytes, 100, false, 1, false);
  }

  /** Two ranks send to a third one, and compute while their messages are under way. */
  @ParameterizedTest
  @MethodSource("models")
  void theyBelongToTheSend(Named model) {
    OpListTrace trace = new OpListTrace(3);
    for (int rank : new int[] {0, 2}) {
      trace.add(rank, isend(1, rank, 40, 0));
      for (int burst = 0; burst < 9; burst++) {
        trace.add(rank, compute(1));
      }
      trace.add(rank, waitFor(0));
      trace.add(1, recv(rank, rank));
    }
    List<Leg> legs = new ArrayList<>();
    CommunicationModel communication = new CommunicationModel("test", model.model, call -> 1);
    Replays.simulation(trace, communication)
        .criticalPath(leg -> legs.add(Leg.of(leg)))
        .build()
        .run();
    List<Leg> onTheWay =
        legs.stream().filter(leg -> leg.peer == 1 && ON_THE_WAY.contains(leg.kind)).toList();
    assertThat(onTheWay).as(legs.toString()).isNotEmpty();
    assertThat(onTheWay)
        .allSatisfy(
            leg -> {
              assertThat(leg.code).isEqualTo(OpCode.ISEND);
              assertThat(leg.operation).isZero();
            });
    assertThat(legs.stream().filter(leg -> leg.rank == 1))
        .as("what the receiver does")
        .allSatisfy(leg -> assertThat(leg.code).isEqualTo(OpCode.RECV));
  }

  /** Under the other one a message that clears a rendezvous belongs to what the receiver does. */
  static Stream<Named> withoutClearing() {
    return models().filter(model -> !model.name.equals("queues, rendezvous"));
  }

  /** Its steps go on while the ranks compute, and while they wait. */
  @ParameterizedTest
  @MethodSource("withoutClearing")
  void stepsInTheBackgroundBelongToTheirCollective(Named model) {
    OpListTrace trace = new OpListTrace(3);
    for (int rank = 0; rank < 3; rank++) {
      trace.add(rank, op(OpCode.IALLREDUCE).set(OpField.BYTES, 40).set(OpField.REQUEST, 0));
      for (int burst = 0; burst < 3; burst++) {
        trace.add(rank, compute(1));
      }
      trace.add(rank, waitFor(0));
    }
    List<Leg> legs = new ArrayList<>();
    CommunicationModel communication =
        new CommunicationModel(
            "test",
            model.model,
            call -> 1,
            new ExpandedCollectives(TestSchedules.usual(), 0, Long.MAX_VALUE),
            CallCosts.NONE);
    Replays.simulation(trace, communication)
        .criticalPath(leg -> legs.add(Leg.of(leg)))
        .build()
        .run();
    List<Leg> onTheWay = legs.stream().filter(leg -> ON_THE_WAY.contains(leg.kind)).toList();
    assertThat(onTheWay).as(legs.toString()).isNotEmpty();
    assertThat(onTheWay)
        .as(legs.toString())
        .allSatisfy(
            leg -> {
              assertThat(leg.code).isEqualTo(OpCode.IALLREDUCE);
              assertThat(leg.operation).isZero();
            });
  }

  /** The source of a put has gone on when its data arrive. */
  @Test
  void thoseOfAPutBelongToIt() {
    OpListTrace trace = new OpListTrace(2);
    trace.add(
        0, op(OpCode.SHMEM_PUT).set(OpField.PEER, 1).set(OpField.BYTES, 40).set(OpField.TAG, 7));
    trace.add(0, compute(1));
    trace.add(1, op(OpCode.SHMEM_WAIT_UNTIL).set(OpField.TAG, 7));
    List<Leg> legs = new ArrayList<>();
    CommunicationModel communication =
        new CommunicationModel("test", new LogGopsModel(5, 1, 1, 1, 0, 64, 1), call -> 1);
    Replays.simulation(trace, communication)
        .criticalPath(leg -> legs.add(Leg.of(leg)))
        .build()
        .run();
    List<Leg> onTheWay = legs.stream().filter(leg -> ON_THE_WAY.contains(leg.kind)).toList();
    assertThat(onTheWay).extracting(Leg::kind).contains(Kind.LATENCY, Kind.BANDWIDTH);
    assertThat(onTheWay).extracting(Leg::code).containsOnly(OpCode.SHMEM_PUT);
  }
}
