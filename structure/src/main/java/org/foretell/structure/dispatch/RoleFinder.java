package org.foretell.structure.dispatch;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceSource;

/** Finds the roles of ranks from the partners of each. */
public final class RoleFinder {
  private final TraceSource trace;
  private final boolean toTheEnd;
  private final List<RankPartners> partners = new ArrayList<>();

  private RoleFinder(TraceSource trace, boolean toTheEnd) {
    this.trace = trace;
    this.toTheEnd = toTheEnd;
  }

  /**
   * Reads all ops of a trace, once.
   *
   * @param trace stays open; has programs that are sequences of ops
   * @return the roles of its ranks, or why they have none
   * @throws org.foretell.trace.TraceException if the trace is damaged
   */
  public static Roles of(TraceSource trace) {
    return new RoleFinder(trace, true).roles();
  }

  /**
   * The same, but faster where there is no master: nothing is read if the structure of the trace
   * shows that no rank can receive from any source, and no more ranks are read once two of them
   * have several partners each. The reason is short.
   *
   * @param trace stays open; has programs that are sequences of ops
   * @return the roles of its ranks, or that they have none
   * @throws org.foretell.trace.TraceException if the trace is damaged
   */
  public static Roles quickly(TraceSource trace) {
    return OpenReceives.mayBeIn(trace)
        ? new RoleFinder(trace, false).roles()
        : new Roles.None("no rank receives from any source");
  }

  private Roles roles() {
    int several = 0;
    for (int rank = 0; rank < trace.info().ranks(); rank++) {
      RankPartners own = RankPartners.of(trace, rank);
      String other = own.otherProgram(rank);
      if (other != null) {
        return new Roles.None(other);
      }
      several += own.areSeveral() ? 1 : 0;
      if (several > 1 && !toTheEnd) {
        return new Roles.None("several ranks have several partners");
      }
      partners.add(own);
    }
    BitSet copies = new BitSet();
    partners.forEach(each -> copies.or(each.fromAny()));
    return copies.isEmpty() ? noneIsOpen() : in(copies.nextSetBit(0));
  }

  private Roles noneIsOpen() {
    for (int rank = 0; rank < partners.size(); rank++) {
      String elsewhere = partners.get(rank).elsewhere(rank);
      if (elsewhere != null) {
        return new Roles.None(elsewhere);
      }
    }
    return new Roles.None(
        "no rank receives from any source (MPI_ANY_SOURCE), or from whichever of several ranks is"
            + " first (MPI_Waitany)");
  }

  private Roles in(int copy) {
    IntArrayList open = new IntArrayList();
    for (int rank = 0; rank < partners.size(); rank++) {
      if (partners.get(rank).fromAny().get(copy)) {
        open.add(rank);
      }
    }
    int[] masters = open.intStream().filter(rank -> isPartnerOfAll(copy, rank)).toArray();
    if (masters.length == 0 && open.size() == 1) {
      return new Roles.None(elsewhere(copy, open.getInt(0)));
    }
    if (masters.length != 1) {
      return new Roles.None(
          "ranks %d and %d both receive from any source, and neither alone has the messages of all others"
              .formatted(open.getInt(0), open.getInt(open.size() - 1)));
    }
    return withWorkers(copy, masters[0]);
  }

  private boolean isPartnerOfAll(int copy, int master) {
    for (int rank = 0; rank < partners.size(); rank++) {
      if (rank != master && !partners.get(rank).areOnly(copy, master)) {
        return false;
      }
    }
    return true;
  }

  private Roles withWorkers(int copy, int master) {
    IntArrayList workers = new IntArrayList();
    for (int rank = 0; rank < partners.size(); rank++) {
      if (rank != master && !partners.get(rank).named(copy).isEmpty()) {
        workers.add(rank);
      }
    }
    return workers.isEmpty()
        ? new Roles.None("no rank sends to rank " + master + ", which receives from any source")
        : new Roles.Found(master, RankSet.ofSorted(workers.toIntArray()), copy);
  }

  private String elsewhere(int copy, int master) {
    for (int rank = 0; rank < partners.size(); rank++) {
      RankPartners own = partners.get(rank);
      if (rank != master && !own.areOnly(copy, master)) {
        int other = own.named(copy).intStream().filter(each -> each != master).min().orElseThrow();
        return "rank %d has messages with rank %d, not only with rank %d, which receives from any source"
            .formatted(rank, other, master);
      }
    }
    throw new AssertionError("all ranks have messages with rank " + master + " only");
  }
}
