package org.foretell.analysis.path;

import java.util.ArrayList;
import java.util.List;
import org.foretell.observe.PathLeg.Kind;

/**
 * The critical path as a list of pieces that does not grow without limit. Legs that follow each
 * other at a rank and are of a kind are one piece. When there are too many pieces, those that are
 * shorter than some span are put together with those after them until they are not, and the span
 * grows until half of the room is free.
 */
final class LaneList {
  private static final Kind[] KINDS = Kind.values();

  private final int most;
  private final int[] ranks;
  private final byte[] kinds;
  private final long[] endsPs;

  /** Of a piece, how much of it is of its rank and kind, as far as is known. */
  private final long[] ownPs;

  private int size;
  private long spanPs;

  /**
   * An empty path.
   *
   * @param most how many pieces there may be, at least 2
   */
  LaneList(int most) {
    this.most = most;
    ranks = new int[most];
    kinds = new byte[most];
    endsPs = new long[most];
    ownPs = new long[most];
  }

  /** Adds the next leg. */
  void add(int rank, Kind kind, long startPs, long endPs) {
    if (size == most) {
      spanPs = Math.max(spanPs, Math.max(1, endPs / most));
      while (size > most / 2) {
        putTogether();
        spanPs = 2 * spanPs;
      }
    }
    append(rank, (byte) kind.ordinal(), endPs, endPs - startPs);
  }

  private void append(int rank, byte kind, long endPs, long own) {
    int last = size - 1;
    if (last >= 0 && ranks[last] == rank && kinds[last] == kind) {
      endsPs[last] = endPs;
      ownPs[last] += own;
      return;
    }
    ranks[size] = rank;
    kinds[size] = kind;
    endsPs[size] = endPs;
    ownPs[size] = own;
    size++;
  }

  private void putTogether() {
    int before = size;
    size = 0;
    long startPs = 0;
    for (int piece = 0; piece < before; ) {
      int longest = piece;
      int next = piece + 1;
      while (next < before && endsPs[next - 1] - startPs < spanPs) {
        longest = ownPs[next] > ownPs[longest] ? next : longest;
        next++;
      }
      startPs = endsPs[next - 1];
      append(ranks[longest], kinds[longest], startPs, ownPs[longest]);
      piece = next;
    }
  }

  /** The pieces so far, from time 0 on. */
  List<PathLane> lanes() {
    List<PathLane> lanes = new ArrayList<>(size);
    long startPs = 0;
    for (int piece = 0; piece < size; piece++) {
      lanes.add(
          new PathLane(ranks[piece], KINDS[kinds[piece]], startPs, endsPs[piece], ownPs[piece]));
      startPs = endsPs[piece];
    }
    return List.copyOf(lanes);
  }
}
