package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foretell.engine.Ops.*;
import static org.foretell.engine.Replays.finishPs;
import static org.foretell.engine.Replays.trace;

import java.util.ArrayList;
import java.util.List;
import org.foretell.model.CollectiveCall;
import org.foretell.model.CommunicationModel;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

/** Collectives take 1000 ps and 1 ps for each byte of their vector. */
final class CollectiveTest {
  private static OpView on(int communicator, OpView op) {
    return op.set(OpField.COMMUNICATOR, communicator);
  }

  private static OpView split(int color, int key, int id) {
    return op(OpCode.COMM_SPLIT)
        .set(OpField.COLOR, color)
        .set(OpField.KEY, key)
        .set(OpField.NEW_COMMUNICATOR, id);
  }

  @Test
  void nonBlockingCollectiveCompletesItsRequest() {
    OpView iallreduce = op(OpCode.IALLREDUCE).set(OpField.BYTES, 8).set(OpField.REQUEST, 0);
    assertThat(
            finishPs(
                List.of(iallreduce, compute(500), waitFor(0)),
                List.of(compute(100), iallreduce, compute(5000), waitFor(0))))
        .containsExactly(1108, 5100);
  }

  @Test
  void severalNonBlockingCollectivesMayBeOpen() {
    List<OpView> program = new ArrayList<>();
    for (int slot = 0; slot < 40; slot++) {
      program.add(op(OpCode.IBARRIER).set(OpField.REQUEST, slot));
    }
    for (int slot = 39; slot >= 0; slot--) {
      program.add(waitFor(slot));
    }
    List<OpView> late = new ArrayList<>(program);
    late.add(0, compute(77));
    assertThat(finishPs(program, late)).containsExactly(1077, 1077);
  }

  @Test
  void splitRanksAreOrderedByKeyThenByOldRank() {
    assertThat(
            finishPs(
                List.of(split(1, 5, 2), on(2, send(0, 0, 50))),
                List.of(split(1, 5, 3), compute(10), on(3, ssend(0, 0, 60))),
                List.of(split(1, 4, 2), on(2, recv(1, 0)), on(2, recv(2, 0))),
                List.of(split(NONE, 0, NONE))))
        .as("rank 2 is 0 in the new communicator, ranks 0 and 1 are 1 and 2")
        .containsExactly(1150, 1310, 1310, 1000);
  }

  @Test
  void duplicateIsAWorldOfItsOwn() {
    OpView dup = op(OpCode.COMM_DUP).set(OpField.NEW_COMMUNICATOR, 2);
    assertThat(
            finishPs(
                List.of(dup, isend(1, 0, 900, 0), on(2, isend(1, 0, 0, 1)), waitall(0, 1)),
                List.of(dup, on(2, recv(0, 0)), compute(1), recv(0, 0))))
        .containsExactly(1014, 2000);
  }

  @Test
  void createdCommunicatorHasTheListedRanksInTheirOrder() {
    OpView create =
        op(OpCode.COMM_CREATE).setList(OpField.RANKS, 2, 0).set(OpField.NEW_COMMUNICATOR, 9);
    assertThat(
            finishPs(
                List.of(create, on(9, recv(0, 0))),
                List.of(create),
                List.of(create, on(9, send(1, 0, 5)))))
        .containsExactly(1105, 1000, 1105);
  }

  @Test
  void groupCreationConcernsItsRanksOnly() {
    OpView create =
        op(OpCode.COMM_CREATE_GROUP).setList(OpField.RANKS, 2, 0).set(OpField.NEW_COMMUNICATOR, 9);
    assertThat(
            finishPs(
                List.of(create, on(9, barrier())),
                List.of(compute(5)),
                List.of(compute(30), create, on(9, barrier()))))
        .containsExactly(2030, 5, 2030);
  }

  @Test
  void freedNameMayBeGivenAgain() {
    OpView dup = op(OpCode.COMM_DUP).set(OpField.NEW_COMMUNICATOR, 2);
    OpView free = on(2, op(OpCode.COMM_FREE));
    List<OpView> program = List.of(dup, free, dup, on(2, barrier()), free);
    assertThat(finishPs(program, program)).containsExactly(3000, 3000);
  }

  @Test
  void communicatorOfTheRankAloneAndKnownOnes() {
    OpListTrace trace =
        trace(
            List.of(on(1, barrier()), on(7, bcast(30, 1))),
            List.of(on(1, barrier())),
            List.of(on(7, bcast(30, 1)), on(7, recv(PROC_NULL, 0))));
    trace.define(new Communicator(7, new int[] {2, 0}));
    assertThat(Replays.run(trace).finishPs()).containsExactly(2030, 1000, 2030);
  }

  @Test
  void modelSeesTheArgumentsOfTheMembers() {
    List<String> calls = new ArrayList<>();
    CommunicationModel model =
        new CommunicationModel(
            "spy",
            new LinearModel(true),
            call -> {
              calls.add(describe(call));
              return 0;
            });
    OpView gatherv = op(OpCode.GATHERV).set(OpField.BYTES, 3).set(OpField.ROOT, 1);
    OpView root =
        op(OpCode.GATHERV)
            .set(OpField.BYTES, 4)
            .set(OpField.ROOT, 1)
            .setList(OpField.RECEIVE_BYTES_BY_RANK, 3, 4);
    OpView ialltoall =
        op(OpCode.IALLTOALL)
            .set(OpField.BYTES, 8)
            .set(OpField.RECEIVE_BYTES, 8)
            .set(OpField.REQUEST, 0);
    OpListTrace trace = trace(List.of(gatherv, ialltoall), List.of(root, ialltoall));
    Replays.simulation(trace, model).build().run();
    assertThat(calls)
        .containsExactly(
            "GATHERV of 2 on 2 nodes, root 1, vector 4, sent 4, received 7, all 7",
            "ALLTOALL of 2 on 2 nodes, root 0, vector 8, sent 16, received 16, all 32");
  }

  @Test
  void totalsOfATraceReplaceWhatACallImplies() {
    List<String> calls = new ArrayList<>();
    CommunicationModel model =
        new CommunicationModel(
            "spy",
            new LinearModel(true),
            call -> {
              calls.add(describe(call));
              return 0;
            });
    OpView bcast = bcast(8, 0).setList(OpField.RECEIVE_BYTES_BY_RANK, 9);
    OpView barrier = barrier().setList(OpField.SEND_BYTES_BY_RANK, 5);
    OpView alltoallv =
        op(OpCode.ALLTOALLV)
            .setList(OpField.SEND_BYTES_BY_RANK, 7)
            .setList(OpField.RECEIVE_BYTES_BY_RANK, 7);
    OpView reduceScatter =
        op(OpCode.REDUCE_SCATTER)
            .setList(OpField.SEND_BYTES_BY_RANK, 6)
            .setList(OpField.RECEIVE_BYTES_BY_RANK, 3);
    List<OpView> ops = List.of(bcast, barrier, alltoallv, reduceScatter);
    OpListTrace trace = trace(ops, ops);
    assertThat(Replays.simulation(trace, model).build().run().problems()).isEmpty();
    assertThat(calls)
        .containsExactly(
            "BCAST of 2 on 2 nodes, root 0, vector 8, sent 8, received 9, all 8",
            "BARRIER of 2 on 2 nodes, root 0, vector 0, sent 5, received 0, all 10",
            "ALLTOALLV of 2 on 2 nodes, root 0, vector 4, sent 7, received 7, all 14",
            "REDUCE_SCATTER of 2 on 2 nodes, root 0, vector 6, sent 6, received 3, all 12");
  }

  private static String describe(CollectiveCall call) {
    return "%s of %d on %d nodes, root %d, vector %d, sent %d, received %d, all %d"
        .formatted(
            call.code(),
            call.participants(),
            call.nodes(),
            call.root(),
            call.vectorBytes(),
            call.maxSentBytes(),
            call.maxReceivedBytes(),
            call.totalSentBytes());
  }
}
