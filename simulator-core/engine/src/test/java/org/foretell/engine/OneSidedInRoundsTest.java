package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foretell.engine.Ops.op;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.foretell.engine.PartsInRoundsTest.Case;
import org.foretell.engine.reference.LogGopsModel;
import org.foretell.engine.reference.RandomTraces;
import org.foretell.engine.reference.RandomTraces.Feature;
import org.foretell.machine.Placement;
import org.foretell.machine.ShmemSupport;
import org.foretell.model.CommunicationModel;
import org.foretell.model.MpiModel;
import org.foretell.result.Prediction;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.junit.jupiter.api.Test;

/** Nodes that access each other's memory do so on several threads as on one. */
class OneSidedInRoundsTest {
  private static final List<Set<Feature>> FEATURES =
      List.of(
          Set.of(Feature.SHMEM),
          Set.of(Feature.RMA),
          Set.of(Feature.SHMEM, Feature.RMA),
          Set.of(Feature.SHMEM, Feature.RMA, Feature.COMMUNICATORS));

  @Provide
  Arbitrary<Long> seeds() {
    return Arbitraries.longs().dontShrink();
  }

  @Property(tries = 12)
  void replaysAreTheSame(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    int ranksPerNode = 1 + random.nextInt(4);
    int ranks = 8 * ranksPerNode + random.nextInt(10);
    int[] nodes = new int[ranks];
    Arrays.setAll(nodes, rank -> rank / ranksPerNode);
    OpListTrace trace =
        RandomTraces.oneSided(
            seed, ranks, 20 + random.nextInt(150), FEATURES.get(random.nextInt(FEATURES.size())));
    Supplier<MpiModel> mpi = PartsInRoundsTest.model(random, ranks, ranksPerNode);
    new Case(
            trace,
            new Placement("blocks", nodes, new int[ranks]),
            () -> new CommunicationModel("test", mpi.get(), call -> 500),
            support(random))
        .compare(seed);
  }

  private static ShmemSupport support(Random random) {
    return new ShmemSupport(
        random.nextBoolean() ? ShmemSupport.Progress.SOFTWARE : ShmemSupport.Progress.HARDWARE,
        random.nextInt(2) * 3L,
        random.nextBoolean() ? ShmemSupport.Strided.ELEMENTS : ShmemSupport.Strided.WHOLE);
  }

  @Test
  void updatesThatNoWaitTookAreReportedByAll() {
    OpListTrace trace = new OpListTrace(4);
    for (int rank = 0; rank < 4; rank++) {
      for (long tag : new long[] {9, 4, 4, 9}) {
        trace.add(
            rank, op(OpCode.SHMEM_PUT).set(OpField.PEER, (rank + 1) % 4).set(OpField.TAG, tag));
      }
      trace.add(rank, op(OpCode.SHMEM_WAIT_UNTIL).set(OpField.TAG, 9));
      trace.add(rank, op(OpCode.SHMEM_WAIT_UNTIL).set(OpField.TAG, 4));
    }
    Prediction one = replay(trace, 1);
    assertThat(one.problems()).hasSize(8);
    assertThat(replay(trace, 2).problems()).isEqualTo(one.problems());
    assertThat(replay(trace, 4).problems()).isEqualTo(one.problems());
  }

  @Test
  void aLockIsGivenBackOnceThoughItsHomeIsElsewhere() {
    OpListTrace trace = new OpListTrace(4);
    trace.add(0, op(OpCode.SHMEM_SET_LOCK).set(OpField.OBJECT, 3));
    trace.add(0, op(OpCode.SHMEM_CLEAR_LOCK).set(OpField.OBJECT, 3));
    trace.add(0, op(OpCode.SHMEM_CLEAR_LOCK).set(OpField.OBJECT, 3));
    Simulation simulation = simulation(trace, 2);
    Prediction prediction = simulation.run();
    assertThat(simulation.wasInParts()).isFalse();
    assertThat(prediction.problems()).singleElement().asString().contains("does not hold");
  }

  private static Prediction replay(OpListTrace trace, int parts) {
    Simulation simulation = simulation(trace, parts);
    Prediction prediction = simulation.run();
    assertThat(simulation.wasInParts()).isEqualTo(parts > 1);
    return prediction;
  }

  private static Simulation simulation(OpListTrace trace, int parts) {
    Supplier<CommunicationModel> communication =
        () ->
            new CommunicationModel("loggops", new LogGopsModel(5, 1, 1, 1, 0, 64, 1), call -> 500);
    return Replays.simulation(trace, communication.get())
        .threads(parts, () -> new Share(trace, communication.get(), PartsInRoundsTest.BURST))
        .severalThreadsAlways()
        .build();
  }
}
