package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.foretell.machine.Placements;
import org.foretell.result.InputException;
import org.foretell.trace.Capability;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;
import org.foretell.trace.TraceTables;
import org.junit.jupiter.api.Test;

/** Traces with ops that they say they do not have. */
class LyingCapabilitiesTest {
  /** A trace that says it has nothing special but this. */
  private record Lying(TraceSource trace, Set<Capability> capabilities) implements TraceSource {

    @Override
    public TraceInfo info() {
      return trace.info();
    }

    @Override
    public TraceTables tables() {
      return trace.tables();
    }

    @Override
    public OptionalLong operations() {
      return trace.operations();
    }

    @Override
    public OptionalInt requestSlots() {
      return trace.requestSlots();
    }

    @Override
    public RankCursor open(int rank) {
      return trace.open(rank);
    }

    @Override
    public void describe(TraceSink sink) {
      trace.describe(sink);
    }

    @Override
    public void close() {
      trace.close();
    }
  }

  private static void assertRefused(String message, OpView op, Capability... said) {
    assertRefused(message, op, "the file is damaged or was written wrongly", said);
  }

  private static void assertRefused(String message, OpView op, String advice, Capability... said) {
    OpView send = new OpView().reset(OpCode.IRECV).set(OpField.PEER, 0);
    OpListTrace trace = new OpListTrace(1).add(0, send.set(OpField.REQUEST, 0)).add(0, op);
    Simulation simulation =
        Simulation.builder()
            .trace(new Lying(trace, Set.of(said)))
            .placement(Placements.oneRankPerNode(1))
            .communication(LinearModel.communication())
            .compute((rank, burst, marker) -> burst.durationPs())
            .build();
    assertThatThrownBy(simulation::run)
        .isInstanceOf(InputException.class)
        .hasMessageContaining("rank 0, op 1 " + message)
        .hasMessageContaining(advice);
  }

  @Test
  void aWaitWithoutItsOutcomeIsRefused() {
    assertRefused(
        "waits or tests without a recorded outcome, but the trace says that it has no such op",
        new OpView().reset(OpCode.WAITANY).setList(OpField.REQUESTS, new long[] {0}));
  }

  @Test
  void anOrderedOpOfOpenShmemIsRefused() {
    for (OpView op :
        List.of(
            new OpView().reset(OpCode.SHMEM_FENCE),
            new OpView().reset(OpCode.SHMEM_PUT).set(OpField.PEER, 0).set(OpField.TAG, 0),
            new OpView()
                .reset(OpCode.SHMEM_PUT)
                .set(OpField.PEER, 0)
                .setList(OpField.VARIABLES, new long[] {0}))) {
      assertRefused(
          "depends on which rank is first, but the trace says that none of OpenSHMEM does",
          op,
          Capability.SHMEM,
          Capability.UNORDERED_SHMEM);
    }
  }

  /** Without the announcement there are no tables for them. */
  @Test
  void oneSidedOpsWithoutTheirAnnouncementAreRefused() {
    for (OpCode code : OpCode.values()) {
      OpView op = new OpView().reset(code);
      boolean shmem = code.family() == OpCode.Family.SHMEM;
      if (shmem || code.family() == OpCode.Family.RMA) {
        String message =
            "is one of "
                + (shmem ? "OpenSHMEM" : "MPI's one-sided ones")
                + ", but the trace does not announce any";
        assertRefused(message, op, "announce");
        assertRefused(message, op, "announce", shmem ? Capability.RMA : Capability.SHMEM);
      }
    }
  }

  @Test
  void aWildcardWithoutItsMatchIsRefused() {
    assertRefused(
        "is a wildcard whose match is not recorded, but the trace says that it has none",
        new OpView().reset(OpCode.RECV).set(OpField.PEER, OpView.ANY));
  }
}
