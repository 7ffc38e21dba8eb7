package org.foretell.structure.dispatch;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/** The partners of one rank in each copy of the world, and where it receives from any of them. */
final class RankPartners {
  private static final long NO_RECEIVE = -1;

  private final WorldCopies copies = new WorldCopies();

  /** By copy the ranks that the rank's calls name. */
  private final List<IntOpenHashSet> named = new ArrayList<>();

  private final BitSet fromAny = new BitSet();

  /** The copy and the sender by slot of the receives that are under way. */
  private final Int2LongOpenHashMap receives = new Int2LongOpenHashMap();

  /** The copy and the sender of the last poll if it found nothing, and no message came since. */
  private long missed = NO_RECEIVE;

  private long persistent;
  private long openElsewhere;

  private RankPartners() {
    receives.defaultReturnValue(NO_RECEIVE);
  }

  /** Reads a rank from its first op to its last. */
  static RankPartners of(TraceSource trace, int rank) {
    RankPartners partners = new RankPartners();
    OpView op = new OpView();
    try (RankCursor cursor = trace.open(rank)) {
      while (cursor.next(op)) {
        partners.take(op, cursor.delivered());
      }
    }
    return partners;
  }

  private void take(OpView op, long number) {
    copies.take(op);
    OpCode code = op.code();
    switch (code) {
      case WAITANY, WAITSOME -> oneOf(op);
      case TESTANY, TESTSOME -> oneOf(op);
      case TEST ->
          polled(receives.get((int) op.get(OpField.REQUEST)), op.get(OpField.OUTCOME) != 0);
      // Any other op has partners or none, which its family tells.
      default -> {
        if (code.family() == OpCode.Family.PERSISTENT && persistent == 0) {
          persistent = number;
        }
        if (code.family() == OpCode.Family.POINT_TO_POINT) {
          message(op, number);
        }
      }
    }
  }

  private void message(OpView op, long number) {
    int copy = copies.of(op);
    long peer = op.get(OpField.PEER);
    boolean isOpen = peer == OpView.ANY || op.get(OpField.RECEIVE_PEER) == OpView.ANY;
    if (op.code().has(OpField.REQUEST)) {
      receives.remove((int) op.get(OpField.REQUEST));
    }
    if (copy == WorldCopies.NONE) {
      openElsewhere = isOpen && openElsewhere == 0 ? number : openElsewhere;
      return;
    }
    add(copy, peer);
    add(copy, op.get(OpField.RECEIVE_PEER));
    if (isOpen) {
      fromAny.set(copy);
    }
    switch (op.code()) {
      case IPROBE -> polled(place(copy, peer), op.get(OpField.OUTCOME) != 0);
      case IRECV -> receives.put((int) op.get(OpField.REQUEST), place(copy, peer));
      // Any other op with a partner is a message, after which a rank may ask whomever it likes.
      default -> missed = NO_RECEIVE;
    }
  }

  private static long place(int copy, long sender) {
    return sender < 0 ? NO_RECEIVE : (long) copy << Integer.SIZE | sender;
  }

  private static int copyOf(long place) {
    return (int) (place >> Integer.SIZE);
  }

  private void add(int copy, long peer) {
    while (named.size() <= copy) {
      named.add(new IntOpenHashSet());
    }
    if (peer >= 0) {
      named.get(copy).add((int) peer);
    }
  }

  private void polled(long place, boolean found) {
    if (place != NO_RECEIVE && missed != NO_RECEIVE && place != missed) {
      several(missed, place);
    }
    missed = found ? NO_RECEIVE : place;
  }

  private void several(long one, long other) {
    if (copyOf(one) == copyOf(other)) {
      fromAny.set(copyOf(one));
    }
  }

  /** A call that completes any of its requests. */
  private void oneOf(OpView op) {
    long first = NO_RECEIVE;
    for (int i = 0; i < op.listLength(OpField.REQUESTS); i++) {
      long place = receives.get((int) op.listElement(OpField.REQUESTS, i));
      if (place != NO_RECEIVE && first != NO_RECEIVE && place != first) {
        several(first, place);
      }
      first = place == NO_RECEIVE ? first : place;
    }
  }

  /** The partners in a copy. */
  IntOpenHashSet named(int copy) {
    return copy < named.size() ? named.get(copy) : new IntOpenHashSet();
  }

  /** Whether the rank has no other partners in a copy than one. */
  boolean areOnly(int copy, int rank) {
    IntOpenHashSet partners = named(copy);
    return partners.isEmpty() || (partners.size() == 1 && partners.contains(rank));
  }

  /** Whether it has several partners in each copy in which it has any. */
  boolean areSeveral() {
    return named.stream().anyMatch(each -> each.size() > 1)
        && named.stream().noneMatch(each -> each.size() == 1);
  }

  /** The copies in which the rank receives from any source. */
  BitSet fromAny() {
    return fromAny;
  }

  /** Why it is no rank of a master and its workers, null if that is open. */
  @Nullable String otherProgram(int rank) {
    return persistent == 0
        ? null
        : "rank %d has persistent requests (op %,d), which this does not follow"
            .formatted(rank, persistent);
  }

  /** That it receives from any source where that does not count, null if it does not. */
  @Nullable String elsewhere(int rank) {
    return openElsewhere == 0
        ? null
        : ("rank %d receives from any source in another communicator than MPI_COMM_WORLD and its"
                + " duplicates (op %,d)")
            .formatted(rank, openElsewhere);
  }
}
