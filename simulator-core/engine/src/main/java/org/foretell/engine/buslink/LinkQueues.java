package org.foretell.engine.buslink;

import org.foretell.engine.kernel.RecordPool;
import org.foretell.machine.BusNodes;

/**
 * The links into and out of nodes, ranks, sites and dedicated connections, and who waits for them.
 *
 * <p>The queue of those that wait for a link out of port {@code p} is {@code 2 p}, into it {@code 2
 * p + 1}.
 */
public final class LinkQueues {
  private static final int UNLIMITED = -1;

  private final TransferPool transfers;
  private final TransferWaits waits;
  private final BusLinkEvents events;
  private final TransferPool.Queues queues;

  /** By port those that hold a link out of it, in the order in which the links were taken. */
  private final TransferPool.Queues holders;

  private final boolean[] halfDuplex;

  /** {@link #UNLIMITED} where nobody waits. */
  private final int[] freeOut;

  /** Likewise. Not used by half-duplex ports, whose links count as free out. */
  private final int[] freeIn;

  LinkQueues(int ports, TransferPool transfers, TransferWaits waits, BusLinkEvents events) {
    this.transfers = transfers;
    this.waits = waits;
    this.events = events;
    queues = transfers.waiting(2 * ports);
    holders = transfers.holders(ports);
    halfDuplex = new boolean[ports];
    freeOut = new int[ports];
    freeIn = new int[ports];
  }

  /** Sets how many links a port has; the counts mean what those of {@link BusNodes} mean. */
  void set(int port, int in, int out) {
    boolean half = BusNodes.isHalfDuplex(in, out);
    halfDuplex[port] = half;
    freeOut[port] = half ? Math.max(in, out) : out > 0 ? out : UNLIMITED;
    freeIn[port] = half || in > 0 ? in : UNLIMITED;
  }

  boolean isHalfDuplex(int port) {
    return halfDuplex[port];
  }

  /** Whether a transfer needs a link out of a port that it has not got yet. */
  private boolean needsOut(int transfer, int port) {
    return freeOut[port] != UNLIMITED && !transfers.holds(transfer, TransferPool.OUT);
  }

  /** Likewise into a port. */
  private boolean needsIn(int transfer, int port) {
    return freeIn[port] != UNLIMITED && !transfers.holds(transfer, TransferPool.IN);
  }

  private boolean canTakeIn(int port) {
    return (halfDuplex[port] ? freeOut : freeIn)[port] > 0;
  }

  private void takeOut(int transfer, int port) {
    freeOut[port]--;
    holders.add(port, transfer);
    transfers.holds(transfer, TransferPool.OUT, true);
    transfers.outSincePs(transfer, events.nowPs());
  }

  private void takeIn(int transfer, int port) {
    (halfDuplex[port] ? freeOut : freeIn)[port]--;
    transfers.holds(transfer, TransferPool.IN, true);
    transfers.inSincePs(transfer, events.nowPs());
  }

  private boolean waitFor(int transfer, int queue) {
    queues.add(queue, transfer);
    transfers.queue(transfer, queue);
    waits.starts(transfer);
    return false;
  }

  private boolean waitForOut(int transfer, int port) {
    return waitFor(transfer, 2 * port);
  }

  private boolean waitForIn(int transfer, int port) {
    return waitFor(transfer, 2 * port + 1);
  }

  /** Takes a link out unless the transfer has one; whether it has one now, else it waits. */
  public boolean acquireOut(int transfer, int port) {
    if (!needsOut(transfer, port)) {
      return true;
    }
    if (freeOut[port] == 0) {
      return waitForOut(transfer, port);
    }
    takeOut(transfer, port);
    return true;
  }

  /** Takes a link in unless the transfer has one; whether it has one now, else it waits. */
  public boolean acquireIn(int transfer, int port) {
    if (!needsIn(transfer, port)) {
      return true;
    }
    if (!canTakeIn(port)) {
      return waitForIn(transfer, port);
    }
    takeIn(transfer, port);
    return true;
  }

  /**
   * Takes a link out of one port and one into another. If there is none to take, it borrows that of
   * a transfer that has a link out but waits for one in: that goes back to the head of the queue
   * for links out. It does so only if the transfer then has all its links.
   *
   * @return whether it has both, else it waits
   */
  boolean acquireOrBorrow(int transfer, int out, int in) {
    boolean borrowOut = false;
    if (needsOut(transfer, out)) {
      if (freeOut[out] > 0) {
        takeOut(transfer, out);
      } else if (idleHolder(out) != RecordPool.NONE) {
        borrowOut = true;
      } else {
        return waitForOut(transfer, out);
      }
    }
    boolean needsIn = needsIn(transfer, in);
    boolean borrowIn = false;
    if (needsIn && !canTakeIn(in)) {
      borrowIn = halfDuplex[in] && idleHolder(in) != RecordPool.NONE;
      if (!borrowIn) {
        return borrowOut ? waitForOut(transfer, out) : waitForIn(transfer, in);
      }
    }
    if (borrowOut) {
      int holder = idleHolder(out);
      giveUp(holder, out);
      holders.replace(out, holder, transfer);
      transfers.holds(transfer, TransferPool.OUT, true);
      transfers.outSincePs(transfer, events.nowPs());
    }
    if (borrowIn) {
      int holder = idleHolder(in);
      giveUp(holder, in);
      holders.remove(in, holder);
      freeOut[in]++;
    }
    if (needsIn) {
      takeIn(transfer, in);
    }
    return true;
  }

  /** The first that holds a link out of a port and waits for one into another. */
  private int idleHolder(int port) {
    int holder = holders.first(port);
    while (holder != RecordPool.NONE && transfers.queue(holder) % 2 != 1) {
      holder = holders.next(holder);
    }
    return holder;
  }

  /** The transfer goes back to where it waits for a link out. */
  private void giveUp(int holder, int port) {
    queues.remove(transfers.queue(holder), holder);
    transfers.holds(holder, TransferPool.OUT, false);
    queues.addFirst(2 * port, holder);
    transfers.queue(holder, 2 * port);
    waits.starts(holder);
  }

  /** Who tries again when a link is free. */
  @FunctionalInterface
  public interface Waker {
    /**
     * A transfer goes on.
     *
     * @param after the moment from which that follows
     */
    void wakes(int transfer, int after);
  }

  /** Frees the link out of a port that a transfer holds. */
  void freeOut(int transfer, int port, Waker waker, int after) {
    transfers.holds(transfer, TransferPool.OUT, false);
    holders.remove(port, transfer);
    freeOut[port]++;
    if (halfDuplex[port]) {
      wakeFirst(2 * port + 1, waker, after);
    }
    wakeFirst(2 * port, waker, after);
  }

  /** Frees the link into a port that a transfer holds. */
  void freeIn(int transfer, int port, Waker waker, int after) {
    transfers.holds(transfer, TransferPool.IN, false);
    if (halfDuplex[port]) {
      freeOut[port]++;
      wakeFirst(2 * port, waker, after);
    } else {
      freeIn[port]++;
    }
    wakeFirst(2 * port + 1, waker, after);
  }

  private void wakeFirst(int queue, Waker waker, int after) {
    int transfer = queues.first(queue);
    if (transfer != RecordPool.NONE) {
      queues.remove(queue, transfer);
      transfers.queue(transfer, TransferPool.NOT_QUEUED);
      waits.endsForLink(transfer);
      waker.wakes(transfer, after);
    }
  }
}
