package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foretell.engine.Ops.*;
import static org.foretell.engine.Replays.finishPs;
import static org.foretell.engine.Replays.trace;
import static org.foretell.trace.OpCode.*;

import java.util.ArrayList;
import java.util.List;
import org.foretell.engine.reference.LogGopsModel;
import org.foretell.engine.reference.SharedLinksModel;
import org.foretell.model.CommunicationModel;
import org.foretell.result.Deadlock;
import org.foretell.result.Prediction;
import org.foretell.result.Problem;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

/**
 * MPI one-sided under the linear model: a message takes 100 ps and 1 ps for each byte, its
 * acknowledgement 10 ps; sending it keeps its caller for 7 ps; a collective takes 1000 ps. So the
 * window is there at 1000 ps.
 */
final class RmaTest {
  private static final int W = 3;

  private static OpView on(OpCode code) {
    return op(code).set(OpField.OBJECT, W);
  }

  private static OpView access(OpCode code, int target, long bytes) {
    return on(code).set(OpField.PEER, target).set(OpField.BYTES, bytes);
  }

  private static OpView access(OpCode code, int target, long bytes, int slot) {
    return access(code, target, bytes).set(OpField.REQUEST, slot);
  }

  private static OpView to(OpCode code, int target) {
    return on(code).set(OpField.PEER, target);
  }

  private static OpView shared(int target) {
    return to(WIN_LOCK, target).set(OpField.FLAGS, 1);
  }

  private static OpView group(OpCode code, long... ranks) {
    return on(code).setList(OpField.RANKS, ranks);
  }

  /** A program that begins with making the window. */
  private static List<OpView> program(OpView... ops) {
    List<OpView> program = new ArrayList<>(List.of(on(WIN_CREATE)));
    program.addAll(List.of(ops));
    return program;
  }

  @Test
  void windowIsMadeAndFreedByAll() {
    assertThat(finishPs(program(compute(50), on(WIN_FREE)), program(on(WIN_FREE))))
        .containsExactly(2050, 2050);
    List<OpView> twice = program(on(WIN_FREE), on(WIN_CREATE), on(WIN_FREE));
    assertThat(finishPs(twice, twice)).containsExactly(4000, 4000);
  }

  @Test
  void fenceCompletesAtOriginAndTargetAndIsABarrier() {
    assertThat(
            finishPs(
                program(on(WIN_FENCE), access(PUT, 1, 8), on(WIN_FENCE)),
                program(on(WIN_FENCE), on(WIN_FENCE))))
        .containsExactly(3118, 3118);
    assertThat(
            finishPs(
                program(on(WIN_FENCE), access(GET, 1, 50), on(WIN_FENCE)),
                program(on(WIN_FENCE), compute(600), on(WIN_FENCE))))
        .containsExactly(3600, 3600);
    assertThat(
            finishPs(
                program(on(WIN_FENCE), access(GET, 1, 50), on(WIN_FREE)),
                program(on(WIN_FENCE), on(WIN_FREE))))
        .containsExactly(3250, 3250);
  }

  @Test
  void observersHearOfDataAndOfWaiting() {
    assertThat(
            Replays.observed(
                trace(
                    program(on(WIN_FENCE), access(PUT, 1, 8), access(GET, 1, 4), on(WIN_FENCE)),
                    program(on(WIN_FENCE), compute(400), on(WIN_FENCE))),
                LinearModel.communication()))
        .containsExactly(
            "0 WIN_CREATE peer -3, 0 bytes, 0 to 1000, waited 0",
            "1 WIN_CREATE peer -3, 0 bytes, 0 to 1000, waited 0",
            "0 WIN_FENCE peer -3, 0 bytes, 1000 to 2000, waited 0",
            "1 WIN_FENCE peer -3, 0 bytes, 1000 to 2000, waited 0",
            "0 PUT peer 1, 8 bytes, 2000 to 2007, waited 0",
            "0 GET peer 1, 4 bytes, 2007 to 2014, waited 0",
            "0 -> 1 variable 0, 8 bytes, sent 2000, arrives 2108",
            "1 -> 0 variable 0, 4 bytes, sent 2107, arrives 2211",
            "0 WIN_FENCE peer -3, 0 bytes, 2014 to 3400, waited 189",
            "1 WIN_FENCE peer -3, 0 bytes, 2400 to 3400, waited 0");
  }

  @Test
  void lockIsARequestAndItsAnswer() {
    // Lock 1200, put leaves 1200, there 1308, acknowledged 1318, unlock sent 1318.
    assertThat(finishPs(program(to(WIN_LOCK, 1), access(PUT, 1, 8), to(WIN_UNLOCK, 1)), program()))
        .containsExactly(1325, 1000);
  }

  @Test
  void exclusiveLocksAreGivenOneAfterTheOther() {
    OpView[] section = {to(WIN_LOCK, 2), compute(500), to(WIN_UNLOCK, 2)};
    // The first has it 1200 to 1700, given back at 1800; the second has it from 1900.
    assertThat(finishPs(program(section), program(section), program()))
        .containsExactly(1707, 2407, 1000);
    assertThat(
            Replays.observed(
                trace(program(section), program(section), program()), LinearModel.communication()))
        .contains("1 WIN_LOCK peer 2, 0 bytes, 1000 to 1900, waited 800");
    OpView[] reading = {shared(2), compute(500), to(WIN_UNLOCK, 2)};
    assertThat(finishPs(program(reading), program(reading), program()))
        .containsExactly(1707, 1707, 1000);
  }

  @Test
  void aSharedLockDoesNotOvertakeAnExclusiveOne() {
    List<OpView> reader = program(shared(3), compute(500), to(WIN_UNLOCK, 3));
    List<OpView> writer = program(compute(1), to(WIN_LOCK, 3), compute(500), to(WIN_UNLOCK, 3));
    List<OpView> late = program(compute(2), shared(3), compute(500), to(WIN_UNLOCK, 3));
    assertThat(finishPs(reader, writer, late, program())).containsExactly(1707, 2407, 3107, 1000);
  }

  @Test
  void lockAllAsksWithTheFirstMessage() {
    assertThat(
            finishPs(program(on(WIN_LOCK_ALL), access(PUT, 1, 8), on(WIN_UNLOCK_ALL)), program()))
        .containsExactly(1125, 1000);
    // Rank 0 has locked rank 2 from 1200 to 1700, which is unlocked at 1800: then the put of rank 1
    // takes effect. It is acknowledged at 1810; two messages unlock ranks 0 and 2.
    assertThat(
            finishPs(
                program(to(WIN_LOCK, 2), compute(500), to(WIN_UNLOCK, 2)),
                program(
                    compute(150),
                    on(WIN_LOCK_ALL),
                    access(PUT, 2, 8),
                    access(ACCUMULATE, 0, 8),
                    on(WIN_UNLOCK_ALL)),
                program()))
        .containsExactly(1707, 1824, 1000);
  }

  @Test
  void flushesWaitForTheTargetOrForTheOriginOnly() {
    assertThat(flushed(to(WIN_FLUSH, 1))).isEqualTo(1518);
    assertThat(flushed(to(WIN_FLUSH_LOCAL, 1))).isEqualTo(1508);
    assertThat(flushed(to(WIN_FLUSH, 2))).isEqualTo(1411);
    assertThat(flushed(to(WIN_FLUSH_LOCAL, 2))).isEqualTo(1401);
    assertThat(flushed(on(WIN_FLUSH_ALL))).isEqualTo(1518);
    assertThat(flushed(on(WIN_FLUSH_LOCAL_ALL))).isEqualTo(1508);
    assertThat(flushed(on(WIN_SYNC))).isEqualTo(1021);
  }

  /** Two puts and a get are under way; they are complete at 1518, 1411 and 1314. */
  private static long flushed(OpView flush) {
    OpView toSecond = access(PUT, 2, 294);
    return finishPs(
        program(on(WIN_LOCK_ALL), access(PUT, 1, 408), toSecond, access(GET, 2, 100), flush),
        program(),
        program())[0];
  }

  @Test
  void atomicsBringBackWhatWasThere() {
    for (OpCode code : List.of(GET_ACCUMULATE, FETCH_AND_OP, COMPARE_AND_SWAP)) {
      // A compare-and-swap sends a condition and a value.
      int sent = code == COMPARE_AND_SWAP ? 16 : 8;
      assertThat(
              finishPs(
                  program(on(WIN_LOCK_ALL), access(code, 1, 8), to(WIN_FLUSH_LOCAL, 1)), program()))
          .containsExactly(1200 + sent + 8, 1000);
    }
  }

  @Test
  void requestsCompleteAtTheOrigin() {
    assertThat(requested(RPUT)).isEqualTo(1108);
    assertThat(requested(RACCUMULATE)).isEqualTo(1108);
    assertThat(requested(RGET)).isEqualTo(1208);
    assertThat(requested(RGET_ACCUMULATE)).isEqualTo(1216);
    OpView free = request(REQUEST_FREE, 0);
    assertThat(
            finishPs(
                program(on(WIN_LOCK_ALL), access(RGET, 1, 8, 0), free, to(WIN_FLUSH, 1)),
                program()))
        .containsExactly(1208, 1000);
  }

  private static long requested(OpCode code) {
    return finishPs(program(on(WIN_LOCK_ALL), access(code, 1, 8, 0), waitFor(0)), program())[0];
  }

  @Test
  void startWaitsForPostsAndWaitForCompletes() {
    // Rank 2 posts at 1000 and 1007, rank 0 may start at 1100, completes 1218 to 1225; rank 1 from
    // 1307 on, since it computes.
    assertThat(
            finishPs(
                program(group(WIN_START, 2), access(PUT, 2, 8), on(WIN_COMPLETE)),
                program(compute(307), group(WIN_START, 2), on(WIN_COMPLETE)),
                program(group(WIN_POST, 0, 1), on(WIN_WAIT))))
        .containsExactly(1225, 1314, 1407);
    assertThat(
            Replays.observed(
                trace(
                    program(group(WIN_START, 1), on(WIN_COMPLETE)),
                    program(compute(40), group(WIN_POST, 0), on(WIN_WAIT))),
                LinearModel.communication()))
        .contains(
            "0 WIN_START peer -3, 0 bytes, 1000 to 1140, waited 40",
            "1 WIN_POST peer -3, 0 bytes, 1040 to 1047, waited 0",
            "0 WIN_COMPLETE peer -3, 0 bytes, 1140 to 1147, waited 0",
            "1 WIN_WAIT peer -3, 0 bytes, 1047 to 1240, waited 93");
  }

  @Test
  void aTestedEpochEndsIfTheTraceStatesIt() {
    List<OpView> origin = program(group(WIN_START, 1), on(WIN_COMPLETE));
    OpView no = on(WIN_TEST).set(OpField.OUTCOME, 0);
    OpView yes = on(WIN_TEST).set(OpField.OUTCOME, 1);
    OpView open = on(WIN_TEST);
    OpView post = group(WIN_POST, 0);
    assertThat(finishPs(origin, program(post, no, yes))).containsExactly(1107, 1200);
    assertThat(finishPs(origin, program(post, open, on(WIN_WAIT)))).containsExactly(1107, 1200);
    assertThat(finishPs(origin, program(post, compute(500), open, post)))
        .containsExactly(1107, 1514);
    List<OpView> twice = program(group(WIN_POST, 1), compute(500), open, open);
    assertThat(problem(twice, program(group(WIN_START, 0), on(WIN_COMPLETE))))
        .endsWith("ends an epoch that no win_post began");
  }

  @Test
  void ranksAreThoseOfTheWindow() {
    OpView split = op(COMM_SPLIT).set(OpField.KEY, 1).set(OpField.NEW_COMMUNICATOR, 5);
    OpView first = op(COMM_SPLIT).set(OpField.KEY, 0).set(OpField.NEW_COMMUNICATOR, 5);
    OpView create = on(WIN_CREATE).set(OpField.COMMUNICATOR, 5);
    OpView free = op(COMM_FREE).set(OpField.COMMUNICATOR, 5);
    assertThat(
            Replays.observed(
                trace(
                    List.of(split, create, free, on(WIN_LOCK_ALL), access(PUT, 0, 8)),
                    List.of(first, create, free)),
                LinearModel.communication()))
        .contains("0 -> 1 variable 0, 8 bytes, sent 2000, arrives 2108");
  }

  @Test
  void nothingHappensToNobody() {
    assertThat(
            finishPs(
                program(
                    to(WIN_LOCK, PROC_NULL),
                    on(WIN_LOCK_ALL),
                    access(PUT, PROC_NULL, 8),
                    access(RGET, PROC_NULL, 8, 0),
                    waitFor(0),
                    to(WIN_FLUSH, PROC_NULL),
                    on(WIN_UNLOCK_ALL),
                    to(WIN_UNLOCK, PROC_NULL),
                    group(WIN_POST),
                    group(WIN_START),
                    on(WIN_COMPLETE),
                    on(WIN_WAIT))))
        .containsExactly(1000);
  }

  /** L = 100, o = 10, g = 5, G = 1; an acknowledgement takes L + o. */
  @Test
  void underAnOccupancyModelMessagesKeepCpuAndInterface() {
    CommunicationModel loggops =
        new CommunicationModel("test", new LogGopsModel(100, 10, 5, 1, 0, 1000, 1), call -> 1000);
    // On its way at 1000, there at 1110, with its last byte at 1117.
    assertThat(flushedUnder(loggops, access(PUT, 1, 8))).isEqualTo(1227);
    // The answer leaves at 1110, is there at 1220, with its last byte at 1227.
    assertThat(flushedUnder(loggops, access(GET, 1, 8))).isEqualTo(1227);
    // The second put leaves when its CPU, at 1010, and its interface, at 1012, are free.
    assertThat(flushedUnder(loggops, access(PUT, 1, 8), access(PUT, 1, 8))).isEqualTo(1239);
    Prediction posts =
        Replays.simulation(trace(program(group(WIN_POST, 0, 1)), program()), loggops).build().run();
    assertThat(posts.finishPs()).containsExactly(1020, 1000);
  }

  private static long flushedUnder(CommunicationModel model, OpView... accesses) {
    List<OpView> program = program(on(WIN_LOCK_ALL));
    program.addAll(List.of(accesses));
    program.add(on(WIN_FLUSH_ALL));
    return Replays.simulation(trace(program, program()), model).build().run().finishPs()[0];
  }

  @Test
  void underAFlowModelPutsShareLinks() {
    CommunicationModel flows =
        new CommunicationModel("test", new SharedLinksModel(100, 1, 1000, 0, 0, true), call -> 10);
    List<OpView> writer = program(on(WIN_LOCK_ALL), access(PUT, 2, 50), on(WIN_FLUSH_ALL));
    Prediction prediction =
        Replays.simulation(trace(writer, writer, program()), flows).build().run();
    assertThat(prediction.finishPs()).containsExactly(210, 210, 10);
  }

  @Test
  void saysWhatABlockedRankWaitsFor() {
    assertThat(reason(1, program(to(WIN_LOCK, 0)), program(compute(9), shared(0))))
        .isEqualTo("waits for the lock of rank 0 on window 3 from rank 0, which has finished");
    assertThat(reason(0, program(group(WIN_START, 1)), program(recv(0, 0))))
        .isEqualTo("waits for win_post on window 3 from rank 1, which is itself blocked in recv");
    assertThat(reason(0, program(group(WIN_POST, 1), on(WIN_WAIT)), program()))
        .isEqualTo("waits for win_complete on window 3 from rank 1, which has finished");
    assertThat(reason(0, program(on(WIN_FENCE)), program()))
        .isEqualTo(
            "1 of 2 ranks have called win_fence number 0 on this communicator; missing: rank 1"
                + " (finished)");
    List<OpView> holder = program(to(WIN_LOCK, 0));
    String held =
        "waits until its ops may take effect on rank 0, whose part of window 3 is locked; to be"
            + " unlocked from rank 0, which has finished";
    assertThat(
            reason(
                1,
                holder,
                program(compute(9), on(WIN_LOCK_ALL), access(PUT, 0, 1), on(WIN_FLUSH_ALL))))
        .isEqualTo(held);
    assertThat(
            reason(
                1,
                holder,
                program(compute(9), on(WIN_LOCK_ALL), access(RGET, 0, 1, 0), waitFor(0))))
        .isEqualTo(held);
  }

  private static String reason(int rank, List<OpView> first, List<OpView> second) {
    Prediction prediction = Replays.run(trace(first, second));
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.DEADLOCKED);
    return prediction.deadlock().orElseThrow().blocked().stream()
        .filter(blocked -> blocked.position().rank() == rank)
        .map(Deadlock.Blocked::reason)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void refusesWhatCannotBe() {
    assertThat(problem(access(PUT, 1, 8)))
        .isEqualTo(
            "rank 0, op 1 (put peer=1 bytes=8 object=3) accesses a target outside of an epoch for"
                + " it (win_fence, win_lock, win_lock_all or win_start)");
    assertThat(problem(access(PUT, 1, 8).set(OpField.OBJECT, 4)))
        .endsWith("uses window 4, which the rank has not (win_create)");
    assertThat(problem(to(WIN_LOCK, 2))).endsWith("names rank 2, but the window has 2 ranks");
    assertThat(problem(to(WIN_UNLOCK, 1)))
        .endsWith("unlocks what the rank has not locked (win_lock)");
    assertThat(problem(on(WIN_UNLOCK_ALL)))
        .endsWith("unlocks what the rank has not locked (win_lock_all)");
    assertThat(problem(shared(1), shared(1))).endsWith("locks what the rank has locked already");
    assertThat(problem(shared(1), on(WIN_LOCK_ALL)))
        .endsWith("is inside of an epoch that begins with win_lock; end that first");
    assertThat(problem(on(WIN_LOCK_ALL), on(WIN_FREE)))
        .endsWith("is inside of an epoch that begins with win_lock_all; end that first");
    assertThat(problem(group(WIN_POST), on(WIN_FENCE)))
        .endsWith("is inside of an epoch that begins with win_post; end that first");
    assertThat(problem(shared(1), access(GET, 0, 8)))
        .contains("accesses a target outside of an epoch for it");
    assertThat(problem(to(WIN_FLUSH, 1)))
        .endsWith("flushes a target that the rank has not locked (win_lock, win_lock_all)");
    assertThat(problem(on(WIN_FLUSH_ALL))).contains("flushes a window of which the rank has");
    assertThat(problem(group(WIN_POST), group(WIN_POST)))
        .endsWith("follows another win_post without win_wait in between");
    assertThat(problem(on(WIN_COMPLETE))).endsWith("ends an epoch that no win_start began");
    assertThat(problem(on(WIN_WAIT))).endsWith("ends an epoch that no win_post began");
    assertThat(problem(group(WIN_POST, 1, 1))).endsWith("lists a rank twice");
    assertThat(problem(on(WIN_CREATE))).endsWith("calls a window 3, a name that is in use");
    assertThat(problem(op(WIN_CREATE).set(OpField.OBJECT, 1L << 30)))
        .endsWith("calls a window 1073741824; names are 0 to 2^30 - 1");
  }

  private static String problem(OpView... wrong) {
    return problem(program(wrong), program());
  }

  private static String problem(List<OpView> wrong, List<OpView> other) {
    Prediction prediction = Replays.run(trace(wrong, other));
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.INVALID_TRACE);
    return prediction.problems().get(0).message();
  }

  @Test
  void makingAWindowIsNoOtherCollective() {
    OpView other = op(COMM_DUP).set(OpField.NEW_COMMUNICATOR, 10);
    OpView create = op(WIN_CREATE).set(OpField.OBJECT, 3).set(OpField.BYTES, 8);
    Prediction prediction = Replays.run(trace(List.of(create), List.of(other)));
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.INVALID_TRACE);
    assertThat(prediction.problems().get(0).kind()).isEqualTo(Problem.Kind.MISMATCHED_COLLECTIVE);
  }

  @Test
  void collectivesOfAWindowMustBeTheSame() {
    Prediction prediction = Replays.run(trace(program(on(WIN_FENCE)), program(on(WIN_FREE))));
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.INVALID_TRACE);
    assertThat(prediction.problems().get(0).kind()).isEqualTo(Problem.Kind.MISMATCHED_COLLECTIVE);
    assertThat(prediction.problems().get(0).message())
        .isEqualTo(
            "collective number 0 on a window is not the same for all: rank 1, op 1 (win_free"
                + " object=3), but rank 0, op 1 (win_fence object=3)");
  }
}
