package org.foretell.engine.message;

import it.unimi.dsi.fastutil.longs.LongHeapPriorityQueue;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The lines of ranks that wait for one side of an interface which they share with others. The first
 * of a line, which has the lowest number, has an event for when the side is free; those behind it
 * have none, since they would be woken in vain.
 */
final class InterfaceLines {
  /** No rank. */
  static final int NOBODY = -1;

  /** How often a rank is put off before it waits in line, which costs more. */
  private static final int PATIENCE = 2;

  private static final long NONE = -1;

  private final int[] nics;
  private final int rankBits;

  /** By interface the first of its line. */
  private final int[] first;

  /** By rank the number with which it waits, followed by the rank; {@link #NONE} if it does not. */
  private final long[] tickets;

  /** By rank how often it was put off since it last did something else than wait. */
  private final byte[] timesPutOff;

  /** By interface the tickets of the others, some of which may be out of date. */
  private final @Nullable LongHeapPriorityQueue[] behind;

  private int moved = NOBODY;

  /**
   * Nobody waits.
   *
   * @param nics by rank its interface
   */
  InterfaceLines(int[] nics) {
    this.nics = nics;
    rankBits = Integer.SIZE - Integer.numberOfLeadingZeros(nics.length - 1);
    first = new int[nics.length];
    Arrays.fill(first, NOBODY);
    tickets = new long[nics.length];
    Arrays.fill(tickets, NONE);
    timesPutOff = new byte[nics.length];
    behind = new LongHeapPriorityQueue[nics.length];
  }

  /**
   * A rank waits, or goes on waiting, for nothing but the side. Another one may thereby come first,
   * or no longer be first, see {@link #takeMoved}.
   *
   * @param number of what the rank will do
   * @return whether it is the first
   */
  boolean waits(int rank, long number) {
    if (timesPutOff[rank] < PATIENCE) {
      return true;
    }
    int nic = nics[rank];
    long ticket = number << rankBits | rank;
    int head = first[nic];
    if (tickets[rank] == ticket) {
      return head == rank;
    }
    tickets[rank] = ticket;
    if (head == NOBODY) {
      first[nic] = rank;
      return true;
    }
    if (head == rank) {
      if (others(nic) && line(nic).firstLong() < ticket) {
        line(nic).enqueue(ticket);
        next(nic);
      }
    } else if (ticket < tickets[head]) {
      line(nic).enqueue(tickets[head]);
      first[nic] = rank;
      moved = head;
    } else {
      line(nic).enqueue(ticket);
    }
    return first[nic] == rank;
  }

  /** A rank has found the side taken. */
  void putOff(int rank) {
    if (timesPutOff[rank] < PATIENCE) {
      timesPutOff[rank]++;
    }
  }

  /** Whether a rank waits, and is not the first. */
  boolean isBehind(int rank) {
    return tickets[rank] != NONE && first[nics[rank]] != rank;
  }

  /** A rank does not wait, or not for the side alone; another one may come first thereby. */
  void leaves(int rank) {
    if (timesPutOff[rank] == 0) {
      return;
    }
    timesPutOff[rank] = 0;
    if (tickets[rank] == NONE) {
      return;
    }
    tickets[rank] = NONE;
    int nic = nics[rank];
    if (first[nic] == rank) {
      first[nic] = NOBODY;
      if (others(nic)) {
        next(nic);
      }
    }
  }

  /** A rank that has become the first of its line, or is so no longer; asked for once. */
  int takeMoved() {
    int rank = moved;
    moved = NOBODY;
    return rank;
  }

  private void next(int nic) {
    moved = rank(line(nic).dequeueLong());
    first[nic] = moved;
  }

  private int rank(long ticket) {
    return (int) ticket & ((1 << rankBits) - 1);
  }

  /** Whether somebody is behind the first; forgets tickets that are out of date. */
  private boolean others(int nic) {
    LongHeapPriorityQueue line = behind[nic];
    if (line == null) {
      return false;
    }
    while (!line.isEmpty()) {
      long ticket = line.firstLong();
      int rank = rank(ticket);
      if (tickets[rank] == ticket && first[nic] != rank) {
        return true;
      }
      line.dequeueLong();
    }
    return false;
  }

  private LongHeapPriorityQueue line(int nic) {
    LongHeapPriorityQueue line = behind[nic];
    if (line == null) {
      line = new LongHeapPriorityQueue();
      behind[nic] = line;
    }
    return line;
  }
}
