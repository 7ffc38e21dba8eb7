package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.foretell.engine.Ops.op;

import org.foretell.engine.reference.LogGopsModel;
import org.foretell.engine.reference.LogGopsVariant;
import org.foretell.engine.reference.SharedInterfacesModel;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.MpiModel;
import org.foretell.model.OccupancyModel;
import org.foretell.model.TestSchedules;
import org.foretell.result.Prediction;
import org.foretell.result.Problem;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.junit.jupiter.api.Test;

/** Collectives with more steps than are executed, against the execution of all of them. */
final class LargeCollectivesTest {
  private static final boolean LONG = Boolean.getBoolean("foretell.long");
  private static final int[] LARGE = LONG ? new int[] {256, 512} : new int[] {64, 256};
  private static final int[] SMALLER = LONG ? new int[] {64, 256} : new int[] {64, 128};

  /** Of the most ranks, which take longest, one size is enough. */
  private static long[] sizes(int ranks) {
    return LONG || ranks == 64 ? new long[] {8, 5000} : new long[] {5000};
  }

  private static Prediction run(
      MpiModel mpi, OpCode code, CollectiveSchedule schedule, int ranks, long bytes, long upTo) {
    OpListTrace trace = new OpListTrace(ranks);
    for (int rank = 0; rank < ranks; rank++) {
      trace.add(rank, op(code).set(OpField.BYTES, bytes).set(OpField.RECEIVE_BYTES, bytes));
    }
    CommunicationModel model =
        new CommunicationModel("test", mpi, call -> 0)
            .with(new ExpandedCollectives(new TestSchedules().with(code, schedule), 0, upTo));
    return Replays.simulation(trace, model).build().run();
  }

  /** By how much the estimate is off, of 1. */
  private static double error(
      MpiModel mpi, OpCode code, CollectiveSchedule schedule, int ranks, long bytes) {
    Prediction exact = run(mpi, code, schedule, ranks, bytes, Long.MAX_VALUE);
    Prediction about = run(mpi, code, schedule, ranks, bytes, 0);
    assertThat(exact.problems()).isEmpty();
    assertThat(about.problems())
        .extracting(Problem::kind)
        .containsExactly(Problem.Kind.LARGE_COLLECTIVE);
    double error = (double) about.makespanPs() / exact.makespanPs() - 1;
    return error;
  }

  private static LogGopsModel logGops(long eagerBytes) {
    return new LogGopsModel(2_500_000, 1_500_000, 2_000_000, 600, 10, eagerBytes, 1);
  }

  @Test
  void symmetricAlgorithmsAreExactUnderADirectModel() {
    for (int ranks : LARGE) {
      for (long bytes : sizes(ranks)) {
        MpiModel direct = new LinearModel(true);
        assertThat(error(direct, OpCode.ALLTOALL, TestSchedules.PAIRWISE, ranks, bytes)).isZero();
        assertThat(error(direct, OpCode.ALLGATHER, TestSchedules.RING, ranks, bytes)).isZero();
        assertThat(error(direct, OpCode.ALLTOALLV, TestSchedules.LINEAR_ALLTOALL, ranks, bytes))
            .isZero();
      }
    }
  }

  @Test
  void theyAreCloseUnderLogGops() {
    for (int ranks : LARGE) {
      for (long bytes : sizes(ranks)) {
        for (long eagerBytes : new long[] {0, 1L << 40}) {
          MpiModel loggops = logGops(eagerBytes);
          assertThat(error(loggops, OpCode.ALLTOALL, TestSchedules.PAIRWISE, ranks, bytes))
              .isZero();
          assertThat(error(loggops, OpCode.ALLGATHER, TestSchedules.RING, ranks, bytes)).isZero();
          assertThat(error(loggops, OpCode.ALLTOALLV, TestSchedules.LINEAR_ALLTOALL, ranks, bytes))
              .isCloseTo(0, within(0.01));
        }
      }
    }
  }

  @Test
  void theyAreCloseWhereInterfacesQueue() {
    for (int ranks : SMALLER) {
      for (long bytes : sizes(ranks)) {
        for (long eagerBytes : new long[] {0, 1L << 40}) {
          // A port for each node; each rank is on a node of its own.
          MpiModel queued =
              new SharedInterfacesModel(
                  ranks,
                  1,
                  2_500_000,
                  1_500_000,
                  2_000_000,
                  600,
                  10,
                  eagerBytes,
                  1L << 40,
                  false,
                  1,
                  false);
          assertThat(error(queued, OpCode.ALLTOALL, TestSchedules.PAIRWISE, ranks, bytes))
              .isCloseTo(0, within(0.05));
          assertThat(error(queued, OpCode.ALLGATHER, TestSchedules.RING, ranks, bytes))
              .isCloseTo(0, within(0.05));
          assertThat(error(queued, OpCode.ALLTOALLV, TestSchedules.LINEAR_ALLTOALL, ranks, bytes))
              .isCloseTo(0, within(0.1));
        }
      }
    }
  }

  /** Messages that are taken in on match are taken in by the interface first, then by the CPU. */
  @Test
  void theyAreCloseWhereMessagesAreTakenInOnMatch() {
    for (int ranks : SMALLER) {
      for (long bytes : sizes(ranks)) {
        for (long eagerBytes : new long[] {0, 1L << 40}) {
          MpiModel onMatch =
              new LogGopsVariant(logGops(eagerBytes), OccupancyModel.Intake.ON_MATCH, false);
          double off = eagerBytes > 0 ? 1e-12 : 0.21;
          assertThat(error(onMatch, OpCode.ALLTOALL, TestSchedules.PAIRWISE, ranks, bytes))
              .isCloseTo(0, within(off));
          assertThat(error(onMatch, OpCode.ALLGATHER, TestSchedules.RING, ranks, bytes))
              .isCloseTo(0, within(off));
          assertThat(error(onMatch, OpCode.ALLTOALLV, TestSchedules.LINEAR_ALLTOALL, ranks, bytes))
              .isCloseTo(0, within(0.06));
        }
      }
    }
  }
}
