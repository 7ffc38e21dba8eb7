package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foretell.engine.Ops.*;
import static org.foretell.engine.Replays.finishPs;
import static org.foretell.engine.Replays.trace;
import static org.foretell.trace.OpCode.*;

import java.util.List;
import org.foretell.engine.reference.SharedLinksModel;
import org.foretell.machine.ShmemSupport;
import org.foretell.model.CommunicationModel;
import org.foretell.result.Prediction;
import org.foretell.result.Problem;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

/**
 * OpenSHMEM under the linear model: a message takes 100 ps and 1 ps for each byte, its
 * acknowledgement 10 ps; a put for later keeps its caller for 7 ps.
 */
final class ShmemTest {
  private static OpView put(OpCode code, int peer, long bytes, int variable) {
    return op(code).set(OpField.PEER, peer).set(OpField.BYTES, bytes).set(OpField.TAG, variable);
  }

  private static OpView get(OpCode code, int peer, long bytes) {
    return op(code).set(OpField.PEER, peer).set(OpField.BYTES, bytes);
  }

  private static OpView waitUntil(int variable, long updates, int peer) {
    return op(SHMEM_WAIT_UNTIL)
        .set(OpField.TAG, variable)
        .set(OpField.COUNT, updates)
        .set(OpField.MATCHED_PEER, peer);
  }

  private static OpView lock(OpCode code, int lock) {
    return op(code).set(OpField.OBJECT, lock);
  }

  @Test
  void putLastsUntilItsBufferIsFreeAndQuietUntilItIsAcknowledged() {
    assertThat(finishPs(List.of(put(SHMEM_PUT, 1, 8, 0)), List.of())).containsExactly(108, 0);
    assertThat(finishPs(List.of(put(SHMEM_PUT, 1, 8, 0), op(SHMEM_QUIET)), List.of()))
        .containsExactly(118, 0);
    assertThat(
            finishPs(List.of(put(SHMEM_PUT_NBI, 1, 8, 0), compute(5), op(SHMEM_QUIET)), List.of()))
        .containsExactly(118, 0);
    assertThat(
            finishPs(
                List.of(put(SHMEM_PUT_NBI, 1, 8, 0), compute(500), op(SHMEM_QUIET)), List.of()))
        .containsExactly(507, 0);
  }

  @Test
  void quietWaitsForItsOwnContextOnly() {
    OpView elsewhere = put(SHMEM_PUT_NBI, 1, 800, 0).set(OpField.OBJECT, 5);
    OpView quiet = op(SHMEM_QUIET).set(OpField.OBJECT, 5);
    assertThat(finishPs(List.of(elsewhere, op(SHMEM_QUIET)), List.of())).containsExactly(7, 0);
    assertThat(finishPs(List.of(elsewhere, quiet), List.of())).containsExactly(910, 0);
    OpView destroy = op(SHMEM_CTX_DESTROY).set(OpField.OBJECT, 5);
    assertThat(finishPs(List.of(elsewhere, destroy), List.of())).containsExactly(910, 0);
  }

  @Test
  void getIsARequestAndItsAnswer() {
    assertThat(finishPs(List.of(get(SHMEM_GET, 1, 50)), List.of())).containsExactly(250, 0);
    assertThat(finishPs(List.of(get(SHMEM_GET_NBI, 1, 50), compute(3), op(SHMEM_QUIET)), List.of()))
        .containsExactly(250, 0);
    assertThat(finishPs(List.of(get(SHMEM_ATOMIC_FETCH, 1, 8)), List.of())).containsExactly(216, 0);
    OpView comparesAndSwaps =
        get(SHMEM_ATOMIC_FETCH, 1, 8).set(OpField.FLAGS, OpCode.ATOMIC_COMPARES);
    assertThat(finishPs(List.of(comparesAndSwaps), List.of())).containsExactly(224, 0);
  }

  @Test
  void waitEndsWithTheUpdateOfItsVariable() {
    assertThat(
            finishPs(
                List.of(put(SHMEM_PUT, 1, 1, 2), put(SHMEM_PUT_SIGNAL, 1, 9, 3)),
                List.of(waitUntil(3, NONE, NONE))))
        .containsExactly(210, 210);
    assertThat(
            Replays.observed(
                trace(
                    List.of(compute(30), put(SHMEM_PUT_SIGNAL, 1, 8, 3)),
                    List.of(waitUntil(3, NONE, 0))),
                LinearModel.communication()))
        .containsExactly(
            "0 SHMEM_PUT_SIGNAL peer 1, 8 bytes, 30 to 138, waited 0",
            "0 -> 1 variable 3, 8 bytes, sent 30, arrives 138",
            "1 SHMEM_WAIT_UNTIL peer -3, 0 bytes, 0 to 138, waited 30");
  }

  @Test
  void waitMayNeedSeveralUpdatesAndTakesThem() {
    List<OpView> adds = List.of(put(SHMEM_ATOMIC, 3, 8, 1), put(SHMEM_ATOMIC, 3, 8, 1));
    List<OpView> late = List.of(compute(1000), put(SHMEM_ATOMIC, 3, 8, 1));
    assertThat(finishPs(adds, adds, late, List.of(waitUntil(1, 5, NONE))))
        .containsExactly(216, 216, 1108, 1108);
    assertThat(
            finishPs(
                adds,
                adds,
                late,
                List.of(waitUntil(1, 2, 0), waitUntil(1, 2, 1), waitUntil(1, 1, 2))))
        .containsExactly(216, 216, 1108, 1108);
    assertThat(finishPs(adds, adds, late, List.of(waitUntil(1, 4, NONE), waitUntil(1, 1, NONE))))
        .containsExactly(216, 216, 1108, 1108);
  }

  @Test
  void waitThatNeedsNothingHasLookedOnly() {
    List<OpView> puts = List.of(put(SHMEM_P, 1, 8, 4));
    List<OpView> twice = List.of(waitUntil(4, NONE, NONE), waitUntil(4, 0, NONE));
    assertThat(finishPs(puts, twice)).containsExactly(108, 108);
    assertThat(finishPs(puts, List.of(waitUntil(4, 0, NONE), waitUntil(4, 1, NONE))))
        .containsExactly(108, 108);
    assertThat(finishPs(List.of(), List.of(waitUntil(4, 0, NONE)))).containsExactly(0, 0);
  }

  @Test
  void testTakesAnUpdateIfTheTraceStatesIt() {
    OpView yes = op(SHMEM_TEST).set(OpField.TAG, 0).set(OpField.OUTCOME, 1);
    OpView no = op(SHMEM_TEST).set(OpField.TAG, 0).set(OpField.OUTCOME, 0);
    List<OpView> puts = List.of(put(SHMEM_P, 1, 8, 0));
    assertThat(finishPs(puts, List.of(yes))).containsExactly(108, 108);
    assertThat(finishPs(puts, List.of(no))).containsExactly(108, 0);
    OpView unknown = op(SHMEM_TEST).set(OpField.TAG, 0);
    OpView next = waitUntil(0, 1, NONE);
    assertThat(finishPs(puts, List.of(unknown, next))).containsExactly(108, 108);
    assertThat(finishPs(puts, List.of(compute(200), unknown, next))).containsExactly(108, 200);
  }

  private static OpView vector(OpCode code, long... variables) {
    return op(code).setList(OpField.VARIABLES, variables);
  }

  @Test
  void waitForSeveralVariables() {
    List<OpView> first = List.of(compute(50), put(SHMEM_P, 2, 8, 1));
    List<OpView> second = List.of(put(SHMEM_P, 2, 8, 2));
    assertThat(finishPs(first, second, List.of(vector(SHMEM_WAIT_UNTIL_ALL, 1, 2))))
        .containsExactly(158, 108, 158);
    assertThat(finishPs(first, second, List.of(vector(SHMEM_WAIT_UNTIL_ANY, 1, 2))))
        .containsExactly(158, 108, 108);
    OpView recorded = vector(SHMEM_WAIT_UNTIL_ANY, 1, 2).set(OpField.OUTCOME, 0);
    assertThat(finishPs(first, second, List.of(recorded))).containsExactly(158, 108, 158);
    OpView some = vector(SHMEM_WAIT_UNTIL_SOME, 1, 2);
    assertThat(finishPs(first, second, List.of(compute(200), some, compute(1))))
        .containsExactly(158, 108, 201);
    OpView found = vector(SHMEM_TEST_SOME, 1, 2).setList(OpField.OUTCOMES, 1);
    OpView nothing = vector(SHMEM_TEST_ANY, 1, 2).set(OpField.OUTCOME, -2);
    assertThat(finishPs(first, second, List.of(nothing, found))).containsExactly(158, 108, 108);
    OpView all = vector(SHMEM_TEST_ALL, 1, 2).set(OpField.OUTCOME, 1);
    assertThat(finishPs(first, second, List.of(all))).containsExactly(158, 108, 158);
  }

  @Test
  void putMayUpdateSeveralVariables() {
    OpView put =
        op(SHMEM_PUT).set(OpField.PEER, 1).set(OpField.BYTES, 8).setList(OpField.VARIABLES, 3, 5);
    assertThat(finishPs(List.of(put), List.of(waitUntil(5, 1, NONE), waitUntil(3, 1, NONE))))
        .containsExactly(108, 108);
  }

  @Test
  void pollsWaitWhereTheVariableIs() {
    OpView poll = get(SHMEM_POLL, 0, 8).set(OpField.TAG, 2);
    OpView release = put(SHMEM_ATOMIC, 0, 8, 2);
    // The request is there at 100, the update at 1108; the answer takes 108.
    assertThat(finishPs(List.of(), List.of(compute(1000), release), List.of(poll)))
        .containsExactly(0, 1108, 1216);
    // Each rank counts what it has seen itself.
    OpView second = get(SHMEM_POLL, 0, 8).set(OpField.TAG, 2).set(OpField.COUNT, 2);
    assertThat(
            finishPs(
                List.of(),
                List.of(compute(1000), release, release),
                List.of(poll),
                List.of(second)))
        .containsExactly(0, 1216, 1216, 1324);
  }

  @Test
  void fenceKeepsTheOrderOfWhatIsWrittenToOneTarget() {
    OpView data = put(SHMEM_PUT_NBI, 1, 500, 0);
    OpView flag = put(SHMEM_PUT_NBI, 1, 8, 3);
    List<OpView> waits = List.of(waitUntil(3, 1, NONE));
    assertThat(finishPs(List.of(data, flag), waits)).containsExactly(14, 115);
    assertThat(finishPs(List.of(data, op(SHMEM_FENCE), flag), waits)).containsExactly(14, 600);
    OpView elsewhere = put(SHMEM_PUT_NBI, 2, 500, 0);
    assertThat(finishPs(List.of(elsewhere, op(SHMEM_FENCE), flag), waits, List.of()))
        .containsExactly(14, 115, 0);
  }

  @Test
  void fencesMakeGroupsThatTakeEffectOneAfterTheOther() {
    OpView fence = op(SHMEM_FENCE);
    List<OpView> writer =
        List.of(
            put(SHMEM_PUT_NBI, 1, 500, 1),
            fence,
            put(SHMEM_PUT_NBI, 1, 300, 2),
            put(SHMEM_PUT_NBI, 1, 10, 3),
            fence,
            fence,
            put(SHMEM_PUT_NBI, 1, 20, 4),
            op(SHMEM_QUIET),
            put(SHMEM_PUT_NBI, 1, 30, 5));
    assertThat(finishPs(writer, List.of(waitUntil(4, 1, NONE)))).containsExactly(617, 600);
    assertThat(finishPs(writer, List.of(waitUntil(5, 1, NONE)))).containsExactly(617, 740);
  }

  @Test
  void locksAreGrantedInTheOrderOfTheirRequests() {
    List<OpView> first = List.of(lock(SHMEM_SET_LOCK, 3), compute(1000), lock(SHMEM_CLEAR_LOCK, 3));
    List<OpView> second = List.of(compute(1), lock(SHMEM_SET_LOCK, 3));
    // Home is rank 1 of 2: asks at 0, has it at 200, gives it back at 1200, at home 1300.
    Prediction kept = Replays.run(trace(first, second));
    assertThat(kept.finishPs()).containsExactly(1300, 1400);
    assertThat(kept.problems().get(0).message())
        .isEqualTo(
            "lock 3 is still held at the end, taken by rank 1, op 1 (shmem_set_lock object=3)");
    assertThat(Replays.observed(trace(first, second), LinearModel.communication()))
        .contains("1 SHMEM_SET_LOCK peer 1, 0 bytes, 1 to 1400, waited 1299");
  }

  @Test
  void lockIsGivenBackWhenWhatWasWrittenIsComplete() {
    List<OpView> first =
        List.of(lock(SHMEM_SET_LOCK, 0), put(SHMEM_PUT_NBI, 1, 500, 0), lock(SHMEM_CLEAR_LOCK, 0));
    assertThat(finishPs(first, List.of())).containsExactly(910, 0);
  }

  @Test
  void triedLocks() {
    OpView got = lock(SHMEM_TEST_LOCK, 0).set(OpField.OUTCOME, 1);
    OpView not = lock(SHMEM_TEST_LOCK, 0).set(OpField.OUTCOME, 0);
    OpView open = lock(SHMEM_TEST_LOCK, 0);
    List<OpView> holder = List.of(lock(SHMEM_SET_LOCK, 0), compute(500), lock(SHMEM_CLEAR_LOCK, 0));
    assertThat(finishPs(holder, List.of(compute(150), not))).containsExactly(800, 350);
    assertThat(finishPs(holder, List.of(compute(150), open))).containsExactly(800, 350);
    List<OpView> both = List.of(compute(150), got, lock(SHMEM_CLEAR_LOCK, 0));
    assertThat(finishPs(holder, both)).containsExactly(800, 1000);
    assertThat(finishPs(List.of(open, lock(SHMEM_CLEAR_LOCK, 0)))).containsExactly(300);
  }

  @Test
  void barrierFirstCompletesWhatWasWritten() {
    assertThat(
            finishPs(
                List.of(put(SHMEM_PUT_NBI, 1, 400, 0), op(SHMEM_BARRIER)),
                List.of(op(SHMEM_BARRIER))))
        .containsExactly(1510, 1510);
    assertThat(
            finishPs(
                List.of(put(SHMEM_PUT_NBI, 1, 400, 0), op(SHMEM_SYNC)), List.of(op(SHMEM_SYNC))))
        .containsExactly(1007, 1007);
  }

  @Test
  void collectivesAreThoseOfMpi() {
    for (OpCode code : List.of(SHMEM_BROADCAST, SHMEM_COLLECT, SHMEM_FCOLLECT, SHMEM_REDUCE)) {
      OpView call = op(code).set(OpField.BYTES, 64);
      assertThat(finishPs(List.of(call), List.of(compute(10), call))).containsExactly(1074, 1074);
    }
    OpView exchange = op(SHMEM_ALLTOALL).set(OpField.BYTES, 64);
    assertThat(finishPs(List.of(exchange), List.of(exchange))).containsExactly(1064, 1064);
    OpView data = put(SHMEM_PUT_NBI, 1, 400, 0);
    assertThat(finishPs(List.of(data, op(SHMEM_FREE)), List.of(op(SHMEM_FREE))))
        .containsExactly(1510, 1510);
    OpView elsewhere = put(SHMEM_PUT_NBI, 1, 400, 0).set(OpField.OBJECT, 3);
    assertThat(finishPs(List.of(elsewhere, op(SHMEM_FREE)), List.of(op(SHMEM_FREE))))
        .containsExactly(1007, 1007);
    assertThat(finishPs(List.of(elsewhere, op(SHMEM_FINALIZE)), List.of(op(SHMEM_FINALIZE))))
        .containsExactly(1510, 1510);
    OpView allocate = op(SHMEM_MALLOC).set(OpField.BYTES, 1 << 20);
    assertThat(finishPs(List.of(allocate), List.of(compute(5), allocate)))
        .containsExactly(1005, 1005);
  }

  @Test
  void collectivesOfMpiAndShmemAreNumberedApart() {
    assertThat(
            finishPs(
                List.of(ibarrier(0), op(SHMEM_SYNC), await(0)),
                List.of(op(SHMEM_SYNC), ibarrier(0), await(0))))
        .containsExactly(2000, 2000);
  }

  private static OpView ibarrier(int request) {
    return op(IBARRIER).set(OpField.REQUEST, request);
  }

  private static OpView await(int request) {
    return op(WAIT).set(OpField.REQUEST, request);
  }

  @Test
  void membersMustCallTheSameOp() {
    assertThat(mismatch(op(SHMEM_BARRIER), op(SHMEM_SYNC)))
        .isEqualTo(
            "collective number 0 on a communicator is not the same for all: rank 1, op 0"
                + " (shmem_sync), but rank 0, op 0 (shmem_barrier)");
    mismatch(op(SHMEM_MALLOC), op(SHMEM_FREE));
    mismatch(op(SHMEM_MALLOC).set(OpField.BYTES, 8), op(SHMEM_MALLOC).set(OpField.BYTES, 16));
    Prediction apart = Replays.run(trace(List.of(op(BARRIER)), List.of(op(SHMEM_SYNC))));
    assertThat(apart.outcome()).isEqualTo(Prediction.Outcome.DEADLOCKED);
  }

  private static String mismatch(OpView first, OpView second) {
    Prediction prediction = Replays.run(trace(List.of(first), List.of(second)));
    assertThat(prediction.problems().get(0).kind()).isEqualTo(Problem.Kind.MISMATCHED_COLLECTIVE);
    return prediction.problems().get(0).message();
  }

  @Test
  void strideOfATeamMayBeNegative() {
    OpView split =
        op(SHMEM_TEAM_SPLIT).setList(OpField.RANKS, 2, -2, 2).set(OpField.NEW_COMMUNICATOR, 7);
    OpView outside = op(SHMEM_TEAM_SPLIT).setList(OpField.RANKS, 2, -2, 2);
    OpView bcast = op(SHMEM_BROADCAST).set(OpField.COMMUNICATOR, 7).set(OpField.ROOT, 0);
    assertThat(finishPs(List.of(split, bcast), List.of(outside), List.of(split, bcast)))
        .containsExactly(2000, 1000, 2000);
  }

  @Test
  void contextsComeAndGo() {
    OpView create = op(SHMEM_CTX_CREATE).set(OpField.OBJECT, 3);
    OpView destroy = op(SHMEM_CTX_DESTROY).set(OpField.OBJECT, 3);
    OpView data = put(SHMEM_PUT_NBI, 1, 400, 0).set(OpField.OBJECT, 3);
    assertThat(finishPs(List.of(create, data, destroy, create, data, destroy), List.of()))
        .containsExactly(1020, 0);
    assertThat(problem(destroy, destroy)).contains("names context 3, which the rank has destroyed");
    assertThat(problem(op(SHMEM_CTX_DESTROY))).contains("destroys the default context, which");
  }

  @Test
  void teamsAreCommunicators() {
    OpView split =
        op(SHMEM_TEAM_SPLIT).setList(OpField.RANKS, 0, 2, 2).set(OpField.NEW_COMMUNICATOR, 7);
    OpView outside = op(SHMEM_TEAM_SPLIT).setList(OpField.RANKS, 0, 2, 2);
    OpView sync = op(SHMEM_SYNC).set(OpField.COMMUNICATOR, 7);
    OpView leave = op(SHMEM_TEAM_DESTROY).set(OpField.COMMUNICATOR, 7);
    assertThat(
            finishPs(
                List.of(split, sync, leave),
                List.of(outside),
                List.of(split, compute(4), sync, leave)))
        .containsExactly(2004, 1000, 2004);
  }

  @Test
  void saysWhatABlockedRankWaitsFor() {
    Prediction lost =
        Replays.run(trace(List.of(waitUntil(9, 2, 1)), List.of(put(SHMEM_P, 0, 8, 9), recv(0, 0))));
    assertThat(lost.deadlock().orElseThrow().blocked().get(0).reason())
        .isEqualTo(
            "waits for an update of its variable 9 (1 of 2 have come) from rank 1, which is itself"
                + " blocked in recv");
    assertThat(lost.deadlock().orElseThrow().cycle()).containsExactly(0, 1);
    Prediction kept =
        Replays.run(
            trace(List.of(lock(SHMEM_SET_LOCK, 4)), List.of(compute(9), lock(SHMEM_SET_LOCK, 4))));
    assertThat(kept.deadlock().orElseThrow().blocked().get(0).reason())
        .isEqualTo("waits for lock 4 from rank 0, which has finished");
  }

  @Test
  void refusesWhatCannotBe() {
    assertThat(problem(put(SHMEM_PUT, 7, 8, 0)))
        .isEqualTo("rank 0, op 0 (shmem_put peer=7 bytes=8 tag=0) has target 7 of 2 ranks");
    assertThat(problem(lock(SHMEM_CLEAR_LOCK, 3)))
        .isEqualTo(
            "rank 0, op 0 (shmem_clear_lock object=3) releases lock 3, which the rank does not"
                + " hold");
    assertThat(problem(op(SHMEM_PUT).set(OpField.BYTES, 8))).contains("names no target");
    assertThat(problem(put(SHMEM_PUT, PROC_NULL, 8, 0))).contains("has nobody as target");
    assertThat(problem(get(SHMEM_PUT_SIGNAL, 1, 8))).contains("names no variable (tag)");
    assertThat(problem(op(SHMEM_WAIT_UNTIL))).contains("names no variable (tag)");
    assertThat(problem(op(SHMEM_TEST))).contains("names no variable (tag)");
    assertThat(problem(op(SHMEM_WAIT_UNTIL_ANY))).contains("names no variables");
    assertThat(problem(op(SHMEM_SET_LOCK))).contains("names no lock (object)");
    assertThat(problem(op(SHMEM_TEST).set(OpField.TAG, 1).set(OpField.OUTCOME, 2)))
        .contains("has the outcome 2; expected 0 (false), 1 (true) or none");
    assertThat(problem(waitUntil(1, 1, 7))).contains("waits for rank 7 of 2 ranks");
    assertThat(problem(put(SHMEM_P, 0, 8, 1), waitUntil(1, 1, 0), waitUntil(1, 1, NONE)))
        .contains(
            "takes updates of variable 1 by any rank, but an earlier wait took those of one rank");
    assertThat(problem(op(SHMEM_TEAM_SPLIT).setList(OpField.RANKS, 0, 2, 2)))
        .isEqualTo(
            "rank 0, op 0 (shmem_team_split ranks=[0,2,2]) makes a team of start, stride and size"
                + " [0, 2, 2] from a team of 2");
    assertThat(problem(op(SHMEM_TEAM_SPLIT).setList(OpField.RANKS, 0, 1)))
        .isEqualTo(
            "rank 0, op 0 (shmem_team_split ranks=[0,1]) lists 2 numbers, expected three: start,"
                + " stride and size of the team");
  }

  @Test
  void targetsMayServeBySoftwareAndAtomicsTakeTime() {
    ShmemSupport support =
        new ShmemSupport(ShmemSupport.Progress.SOFTWARE, 30, ShmemSupport.Strided.ELEMENTS);
    OpView fetch = get(SHMEM_ATOMIC_FETCH, 1, 8);
    // Both requests are there at 108, in a burst that ends at 400; the second is done at 460.
    assertThat(supported(support, List.of(fetch), List.of(compute(400)), List.of(fetch)))
        .containsExactly(538, 400, 568);
    OpView strided = put(SHMEM_IPUT, 1, 11, 4).set(OpField.COUNT, 3);
    // Elements of 3, 3 and 5 bytes, one after the other: 103, 206, 311.
    assertThat(supported(support, List.of(strided), List.of(waitUntil(4, 1, NONE))))
        .containsExactly(311, 311);
  }

  @SafeVarargs
  private static long[] supported(ShmemSupport support, List<OpView>... programs) {
    return Replays.simulation(trace(programs), LinearModel.communication())
        .shmem(support)
        .build()
        .run()
        .finishPs();
  }

  private static String problem(OpView... wrong) {
    Prediction prediction = Replays.run(trace(List.of(wrong), List.of()));
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.INVALID_TRACE);
    return prediction.problems().get(0).message();
  }

  @Test
  void underAFlowModelPutsShareLinks() {
    CommunicationModel flows =
        new CommunicationModel("test", new SharedLinksModel(100, 1, 1000, 0, 0, true), call -> 10);
    OpView data = put(SHMEM_PUT_NBI, 2, 50, 1);
    Prediction prediction =
        Replays.simulation(
                trace(
                    List.of(data, op(SHMEM_QUIET)),
                    List.of(data, op(SHMEM_QUIET)),
                    List.of(waitUntil(1, 2, NONE))),
                flows)
            .build()
            .run();
    assertThat(prediction.finishPs()).containsExactly(200, 200, 200);
  }
}
