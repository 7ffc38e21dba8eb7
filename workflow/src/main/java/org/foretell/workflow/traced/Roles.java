package org.foretell.workflow.traced;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;

/**
 * Which rank is the master, and which are its workers: the master receives from any source, and
 * every other rank that has messages at all has them with the master.
 *
 * @param master the rank
 * @param workers the ranks of the workers, rising
 */
record Roles(int master, IntList workers) {
  private static final int ONE_RANK = 1;

  /**
   * The partners of a rank.
   *
   * @param named the ranks that its calls name
   * @param fromAny whether it receives or probes from any source
   */
  private record Partners(IntOpenHashSet named, boolean fromAny) {
    boolean areOnly(int rank) {
      return named.isEmpty() || (named.size() == ONE_RANK && named.contains(rank));
    }
  }

  /**
   * Reads a trace once.
   *
   * @throws org.foretell.trace.TraceException if there is no master, or more than one could be
   */
  static Roles of(TraceSource trace) {
    int ranks = trace.info().ranks();
    List<Partners> partners = new ArrayList<>(ranks);
    for (int rank = 0; rank < ranks; rank++) {
      partners.add(partners(trace, rank));
    }
    IntArrayList open = new IntArrayList();
    for (int rank = 0; rank < ranks; rank++) {
      if (partners.get(rank).fromAny()) {
        open.add(rank);
      }
    }
    if (open.isEmpty()) {
      throw NoMasterWorker.because("no rank receives from any source (MPI_ANY_SOURCE)");
    }
    int[] masters =
        open.intStream()
            .filter(rank -> others(partners, rank).allMatch(p -> p.areOnly(rank)))
            .toArray();
    if (masters.length == 0 && open.size() == ONE_RANK) {
      throw NoMasterWorker.because(elsewhere(partners, open.getInt(0)));
    }
    if (masters.length != ONE_RANK) {
      throw NoMasterWorker.because(
          "ranks %d and %d both receive from any source, and neither alone has the messages of all others"
              .formatted(open.getInt(0), open.getInt(open.size() - 1)));
    }
    return new Roles(masters[0], workers(partners, masters[0]));
  }

  private static Stream<Partners> others(List<Partners> all, int rank) {
    return IntStream.range(0, all.size()).filter(each -> each != rank).mapToObj(all::get);
  }

  private static IntList workers(List<Partners> partners, int master) {
    IntArrayList workers = new IntArrayList();
    for (int rank = 0; rank < partners.size(); rank++) {
      if (rank != master && !partners.get(rank).named().isEmpty()) {
        workers.add(rank);
      }
    }
    if (workers.isEmpty()) {
      throw NoMasterWorker.because(
          "no rank sends to rank " + master + ", which receives from any source");
    }
    return workers;
  }

  private static String elsewhere(List<Partners> partners, int master) {
    for (int rank = 0; rank < partners.size(); rank++) {
      if (rank != master && !partners.get(rank).areOnly(master)) {
        int other =
            partners
                .get(rank)
                .named()
                .intStream()
                .filter(each -> each != master)
                .min()
                .orElseThrow();
        return "rank %d has messages with rank %d, not only with rank %d, which receives from any source"
            .formatted(rank, other, master);
      }
    }
    throw new AssertionError("all ranks have messages with rank " + master + " only");
  }

  private static Partners partners(TraceSource trace, int rank) {
    IntOpenHashSet named = new IntOpenHashSet();
    boolean fromAny = false;
    OpView op = new OpView();
    try (RankCursor cursor = trace.open(rank)) {
      while (cursor.next(op)) {
        OpCode.Family family = op.code().family();
        if (family == OpCode.Family.PERSISTENT) {
          throw NoMasterWorker.because(
              "rank %d has persistent requests (op %,d), which this does not follow"
                  .formatted(rank, cursor.delivered()));
        }
        if (family == OpCode.Family.POINT_TO_POINT) {
          refuseCommunicator(op, rank, cursor.delivered());
          fromAny |= add(named, op.get(OpField.PEER));
          fromAny |= add(named, op.get(OpField.RECEIVE_PEER));
        }
      }
    }
    return new Partners(named, fromAny);
  }

  /** Adds a partner; returns whether it may be any. */
  private static boolean add(IntOpenHashSet named, long peer) {
    if (peer >= 0) {
      named.add((int) peer);
    }
    return peer == OpView.ANY;
  }

  private static void refuseCommunicator(OpView op, int rank, long number) {
    if (op.get(OpField.COMMUNICATOR) != 0) {
      throw NoMasterWorker.because(
          "rank %d has messages in another communicator than MPI_COMM_WORLD (op %,d)"
              .formatted(rank, number));
    }
  }

  Roles {
    Objects.requireNonNull(workers, "workers");
  }
}
