package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.foretell.engine.Ops.*;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.foretell.machine.Placements;
import org.foretell.model.ComputeModel;
import org.foretell.observe.SimObserver;
import org.foretell.observe.Statistics;
import org.foretell.result.Prediction;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.junit.jupiter.api.Test;

/** Replays by several threads are watched, stopped and fail as those by one thread. */
class PartsOfLongReplaysTest {
  private static final int RANKS = 8;
  private static final int ROUNDS = 20_000;

  /** Messages round a ring. */
  private static OpListTrace ring() {
    OpListTrace trace = new OpListTrace(RANKS);
    for (int round = 0; round < ROUNDS; round++) {
      for (int rank = 0; rank < RANKS; rank++) {
        trace.add(rank, isend((rank + 1) % RANKS, 0, 8, 0));
        trace.add(rank, recv((rank + RANKS - 1) % RANKS, 0));
        trace.add(rank, waitFor(0));
      }
    }
    return trace;
  }

  private static Simulation.Builder byThreads(OpListTrace trace, int threads) {
    return byThreads(trace, threads, (rank, burst, marker) -> burst.durationPs());
  }

  private static Simulation.Builder byThreads(OpListTrace trace, int threads, ComputeModel bursts) {
    return Replays.simulation(trace, LinearModel.communication())
        .compute(bursts)
        .threads(threads, () -> new Share(trace, LinearModel.communication(), bursts))
        .severalThreadsAlways();
  }

  private static void noThreadIsLeft() {
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().startsWith("replay, part"));
  }

  @Test
  void aReplayIsStopped() {
    AtomicInteger asked = new AtomicInteger();
    Simulation simulation =
        byThreads(ring(), 3).stopWhen(() -> asked.incrementAndGet() == 3).build();
    assertThatThrownBy(simulation::run)
        .isInstanceOf(CancellationException.class)
        .hasMessage("the replay was stopped");
    noThreadIsLeft();
  }

  @Test
  void progressCountsTheOpsOfAllThreads() {
    AtomicLong latest = new AtomicLong();
    List<Long> all = new ArrayList<>();
    Simulation simulation =
        byThreads(ring(), 2)
            .progress(
                (timePs, operations, total) -> {
                  all.add(operations);
                  latest.set(operations);
                },
                1000)
            .build();
    Prediction prediction = simulation.run();
    assertThat(simulation.wasInParts()).isTrue();
    assertThat(prediction.operations()).isEqualTo(3L * RANKS * ROUNDS);
    assertThat(all).isSorted();
    assertThat(latest.get()).isBetween(prediction.operations() / 2, prediction.operations());
  }

  @Test
  void anObserverThatCannotBeDividedIsCalledByOneThread() {
    Thread caller = Thread.currentThread();
    AtomicInteger calls = new AtomicInteger();
    SimObserver observer =
        new SimObserver() {
          @Override
          public void finished(int rank, long timePs) {
            assertThat(Thread.currentThread()).isSameAs(caller);
            calls.incrementAndGet();
          }
        };
    Simulation simulation = byThreads(ring(), 2).observer(observer).build();
    simulation.run();
    assertThat(simulation.wasInParts()).isFalse();
    assertThat(calls).hasValue(RANKS);
  }

  @Test
  void statisticsOfSeveralObserversAddUp() {
    Statistics one = new Statistics(Placements.oneRankPerNode(RANKS));
    Statistics other = new Statistics(Placements.oneRankPerNode(RANKS));
    Simulation simulation = byThreads(ring(), 2).observer(one).observer(other).build();
    simulation.run();
    assertThat(simulation.wasInParts()).isTrue();
    assertThat(one.ranks()).isEqualTo(other.ranks());
    assertThat(one.ranks().get(5).sentOffNode().messages()).isEqualTo(ROUNDS);
  }

  @Test
  void aModelThatFailsSaysTheSame() {
    OpListTrace trace = ring();
    trace.add(6, compute(5));
    ComputeModel failing =
        (rank, burst, marker) -> {
          throw new IllegalStateException("no burst of rank " + rank);
        };
    for (int threads : new int[] {1, 2, 5}) {
      Simulation simulation = byThreads(trace, threads, failing).build();
      assertThatThrownBy(simulation::run)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("no burst of rank 6");
      noThreadIsLeft();
    }
  }

  @Test
  void aDeadlockIsDescribed() {
    OpListTrace trace = ring();
    trace.add(7, recv(0, 77));
    Prediction one = byThreads(trace, 1).build().run();
    Simulation several = byThreads(trace, 4).build();
    Prediction prediction = several.run();
    assertThat(several.wasInParts()).isFalse();
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.DEADLOCKED);
    assertThat(prediction.deadlock()).isEqualTo(one.deadlock());
    noThreadIsLeft();
  }

  @Test
  void messagesLeftOverAreDescribedAtOnce() {
    OpListTrace trace = ring();
    trace.add(2, isend(6, 9, 8, 0));
    trace.add(2, waitFor(0));
    Prediction one = byThreads(trace, 1).build().run();
    Simulation several = byThreads(trace, 4).build();
    Prediction prediction = several.run();
    assertThat(several.wasInParts()).isTrue();
    assertThat(prediction.problems()).hasSize(1).isEqualTo(one.problems());
  }

  /** Models may keep state, and those of the first attempt have been used. */
  @Test
  void aReplayByOneThreadAfterwardsBeginsWithFreshModels() {
    OpListTrace trace = ring();
    for (int rank = 0; rank < RANKS; rank++) {
      trace.add(rank, compute(5));
    }
    trace.add(3, send(4, 8, 800));
    trace.add(4, recv(3, 8).set(OpField.RECEIVE_BYTES, 8));
    Prediction one =
        Replays.simulation(trace, LinearModel.communication()).compute(growing()).build().run();
    Simulation several =
        Replays.simulation(trace, LinearModel.communication())
            .compute(growing())
            .threads(2, () -> new Share(trace, LinearModel.communication(), growing()))
            .severalThreadsAlways()
            .build();
    Prediction prediction = several.run();
    assertThat(several.wasInParts()).isFalse();
    assertThat(prediction.problems()).hasSize(1).isEqualTo(one.problems());
    assertThat(prediction.finishPs()).isEqualTo(one.finishPs());
  }

  /** Bursts of which each takes longer than the one before. */
  private static ComputeModel growing() {
    long[] bursts = new long[RANKS];
    return (rank, burst, marker) -> burst.durationPs() * ++bursts[rank];
  }

  /** The second half never answers, so that the first half could run far ahead. */
  @Test
  void messagesInOneDirectionDoNotPileUp() {
    OpListTrace trace = new OpListTrace(2);
    for (int round = 0; round < 10 * ROUNDS; round++) {
      trace.add(0, send(1, round % 7, 8));
      trace.add(1, compute(3));
      trace.add(1, recv(0, round % 7));
    }
    Simulation simulation = byThreads(trace, 2).build();
    Prediction prediction = simulation.run();
    assertThat(simulation.wasInParts()).isTrue();
    assertThat(prediction.finishPs()).isEqualTo(byThreads(trace, 1).build().run().finishPs());
  }

  /** Each names communicators of its own, which come and go. */
  @Test
  void communicatorsComeAndGo() {
    OpListTrace trace = new OpListTrace(RANKS);
    for (int round = 0; round < 300; round++) {
      for (int rank = 0; rank < RANKS; rank++) {
        trace.add(
            rank,
            op(OpCode.COMM_SPLIT)
                .set(OpField.COLOR, (rank + round) % 3)
                .set(OpField.KEY, -rank)
                .set(OpField.NEW_COMMUNICATOR, 5));
        trace.add(
            rank,
            op(OpCode.IALLREDUCE)
                .set(OpField.BYTES, 8)
                .set(OpField.COMMUNICATOR, 5)
                .set(OpField.REQUEST, 0));
        trace.add(rank, op(OpCode.COMM_FREE).set(OpField.COMMUNICATOR, 5));
        trace.add(rank, waitFor(0));
      }
    }
    Simulation simulation = byThreads(trace, 3).build();
    Prediction prediction = simulation.run();
    assertThat(prediction.problems()).isEmpty();
    assertThat(simulation.wasInParts()).isTrue();
    assertThat(prediction.finishPs()).isEqualTo(byThreads(trace, 1).build().run().finishPs());
  }
}
