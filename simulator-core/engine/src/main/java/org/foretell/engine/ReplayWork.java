package org.foretell.engine;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import org.foretell.engine.state.RunSettings;
import org.foretell.machine.ShmemSupport;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.MpiModel;
import org.foretell.model.MutableMessage;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;

/**
 * About what a replay will be. The first ops of one rank stand for all.
 *
 * @param steps ops and steps of collectives, of which an op may have hundreds; of a trace whose
 *     number of ops is unknown very many
 * @param rendezvous whether there are sends that wait for their receives
 * @param fences whether there are fences of OpenSHMEM
 */
record ReplayWork(long steps, boolean rendezvous, boolean fences) {
  private static final int SAMPLE = 1 << 11;

  static ReplayWork of(RunSettings settings) {
    ExpandedCollectives expanded = settings.communication().expanded();
    MpiModel mpi = settings.communication().mpi();
    TraceSource trace = settings.trace();
    int rank = trace.info().ranks() / 2;
    Int2IntOpenHashMap sizes = new Int2IntOpenHashMap();
    long ops = 0;
    long steps = 0;
    boolean rendezvous = false;
    boolean fences = false;
    OpView op = new OpView();
    try (RankCursor cursor = trace.open(rank)) {
      while (ops < SAMPLE && cursor.next(op)) {
        ops++;
        OpCode form = op.code().blockingForm();
        rendezvous |= isRendezvous(mpi, rank, op);
        fences |= op.code() == OpCode.SHMEM_FENCE;
        steps +=
            form.isCollective() && expanded != null
                ? steps(form, members(trace, rank, op.communicator(), sizes), expanded.exactUpTo())
                : elements(settings, op);
      }
    }
    long operations = trace.operations().orElse(Long.MAX_VALUE);
    boolean known = ops > 0 && operations < Long.MAX_VALUE;
    return new ReplayWork(
        known ? (long) ((double) operations * steps / ops) : operations, rendezvous, fences);
  }

  /** Messages of an op, if each element of a strided put is one. */
  private static long elements(RunSettings settings, OpView op) {
    return op.code() == OpCode.SHMEM_IPUT
            && settings.shmem().strided() == ShmemSupport.Strided.ELEMENTS
        ? Math.max(1, op.get(OpField.COUNT))
        : 1;
  }

  /** Whether an op sends to another node, as far as it says, and waits for the receive. */
  private static boolean isRendezvous(MpiModel mpi, int rank, OpView op) {
    OpCode code = op.code();
    boolean synchronous = code == OpCode.SSEND || code == OpCode.ISSEND;
    boolean standard = code == OpCode.SEND || code == OpCode.ISEND || code == OpCode.SENDRECV;
    if (op.peer() < 0 || !(synchronous || standard)) {
      return false;
    }
    boolean blocking = code != OpCode.ISEND && code != OpCode.ISSEND;
    MutableMessage view = new MutableMessage();
    view.set(rank, op.peer(), 0, 1, op.get(OpField.BYTES), blocking);
    return synchronous || !mpi.eager(view);
  }

  /**
   * Members of the communicator of an op; of one that the replay will make, as in a square grid.
   */
  private static int members(TraceSource trace, int rank, int id, Int2IntOpenHashMap known) {
    return known.computeIfAbsent(id, unknown -> members(trace, rank, id));
  }

  private static int members(TraceSource trace, int rank, int id) {
    if (id == Communicator.WORLD) {
      return trace.info().ranks();
    }
    for (Communicator listed : trace.tables().communicators()) {
      if (listed.id() == id) {
        for (int member : listed.worldRanks()) {
          if (member == rank) {
            return listed.size();
          }
        }
      }
    }
    return id == Communicator.SELF ? 1 : (int) Math.sqrt(trace.info().ranks());
  }

  /** Steps of one member, by the usual algorithms; 1 if there are too many to execute them. */
  private static long steps(OpCode form, int members, long exactUpTo) {
    if (members < 2) {
      return 1;
    }
    long logarithm = 2L * (Integer.SIZE - Integer.numberOfLeadingZeros(members - 1));
    long each =
        switch (form) {
          case ALLTOALL, ALLTOALLV, ALLTOALLW, SHMEM_ALLTOALL, SHMEM_ALLTOALLS -> members;
          // Any other op has about as many steps as a tree or recursive doubling: an estimate.
          default -> logarithm;
        };
    return each * members > exactUpTo ? 1 : each;
  }
}
