package org.foretell.engine;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import org.foretell.engine.state.RunSettings;
import org.foretell.model.ExpandedCollectives;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;

/**
 * About how long a replay will be: ops, and steps of collectives, of which an op may have hundreds.
 * The first ops of one rank stand for all.
 */
final class ReplayWork {
  private static final int SAMPLE = 1 << 11;

  private ReplayWork() {}

  /** Ops and steps of all ranks; without a known number of ops very many. */
  static long of(RunSettings settings, long operations) {
    ExpandedCollectives expanded = settings.communication().expanded();
    if (expanded == null || operations == Long.MAX_VALUE) {
      return operations;
    }
    TraceSource trace = settings.trace();
    int rank = trace.info().ranks() / 2;
    Int2IntOpenHashMap known = new Int2IntOpenHashMap();
    long ops = 0;
    long steps = 0;
    OpView op = new OpView();
    try (RankCursor cursor = trace.open(rank)) {
      while (ops < SAMPLE && cursor.next(op)) {
        ops++;
        OpCode form = op.code().blockingForm();
        steps +=
            form.isCollective()
                ? steps(form, members(trace, rank, op.communicator(), known), expanded.exactUpTo())
                : 1;
      }
    }
    return ops == 0 ? operations : (long) ((double) operations * steps / ops);
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
