package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.foretell.engine.Ops.*;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.foretell.engine.reference.LogGopsModel;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ComputeModel;
import org.foretell.trace.OpListTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts in rounds that their threads leave to the first one. */
class LeftPartsTest {
  private static final int RANKS = 6;
  private static final int ITERATIONS = 3000;

  /**
   * Where each part has a thread: more of them than cores take turns only as the system lets them.
   */
  private static final int FEW_ITERATIONS = 300;

  private static CommunicationModel model() {
    return new CommunicationModel("loggops", new LogGopsModel(5, 1, 1, 1, 0, 64, 1), call -> 100);
  }

  /** Messages around a ring of all ranks but the first ones. */
  private static OpListTrace ring(int first, int iterations) {
    OpListTrace trace = new OpListTrace(RANKS);
    int members = RANKS - first;
    for (int iteration = 0; iteration < iterations; iteration++) {
      for (int member = 0; member < members; member++) {
        int rank = first + member;
        trace.add(rank, isend(first + (member + 1) % members, 0, 8, 0));
        trace.add(rank, recv(first + (member + members - 1) % members, 0));
        trace.add(rank, waitFor(0));
        trace.add(rank, compute((iteration * 7 + rank * 5) % 11));
      }
    }
    return trace;
  }

  private static Simulation.Builder byThree(OpListTrace trace, PartsPay pay, ComputeModel bursts) {
    return Replays.simulation(trace, model())
        .compute(bursts)
        .threads(3, () -> new Share(trace, model(), bursts))
        .severalThreadsFrom(pay);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theFirstThreadExecutesThem(boolean left) {
    Map<Integer, Set<Thread>> threads = new ConcurrentHashMap<>();
    ComputeModel bursts =
        (rank, burst, marker) -> {
          threads.computeIfAbsent(rank, none -> ConcurrentHashMap.newKeySet()).add(thread());
          return burst.durationPs();
        };
    Simulation simulation =
        left
            ? byThree(ring(0, ITERATIONS), PartsPay.IN_TURNS, bursts).build()
            : byThree(ring(0, FEW_ITERATIONS), PartsPay.ALWAYS, bursts).build();
    simulation.run();
    assertThat(simulation.wasInParts()).isTrue();
    assertThat(threads.get(0)).containsExactly(thread());
    Set<Thread> ofOthers = new HashSet<>();
    for (int rank = 2; rank < RANKS; rank++) {
      ofOthers.addAll(threads.get(rank));
    }
    assertThat(ofOthers).hasSize(left ? 3 : 2);
    assertThat(ofOthers.contains(thread())).isEqualTo(left);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aReplayWhoseFirstPartHasEndedIsStopped(boolean left) {
    AtomicInteger asked = new AtomicInteger();
    Simulation simulation =
        byThree(
                ring(2, ITERATIONS),
                left ? PartsPay.IN_TURNS : PartsPay.ALWAYS,
                (rank, burst, marker) -> burst.durationPs())
            .stopWhen(() -> asked.incrementAndGet() == 3)
            .build();
    assertThatThrownBy(simulation::run).isInstanceOf(CancellationException.class);
  }

  @Test
  void aModelThatFailsInThemSaysTheSame() {
    AtomicInteger bursts = new AtomicInteger();
    ComputeModel failing =
        (rank, burst, marker) -> {
          if (rank == 5 && bursts.incrementAndGet() > 100) {
            throw new IllegalStateException("no burst of rank " + rank);
          }
          return burst.durationPs();
        };
    for (PartsPay pay : new PartsPay[] {PartsPay.ALWAYS, PartsPay.IN_TURNS}) {
      bursts.set(0);
      Simulation simulation = byThree(ring(0, ITERATIONS), pay, failing).build();
      assertThatThrownBy(simulation::run)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("no burst of rank 5");
      assertThat(simulation.wasInParts()).isFalse();
    }
  }

  private static Thread thread() {
    return Thread.currentThread();
  }
}
