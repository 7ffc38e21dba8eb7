package org.foretell.engine.buslink;

import org.foretell.engine.kernel.RecordPool;

/** The buses of nodes and sites, and who waits for them. */
public final class BusQueues {
  private final TransferPool transfers;
  private final TransferWaits waits;
  private final TransferPool.Queues queues;
  private final int[] count;

  /** Whether messages wait for a bus rather than share the bandwidth. */
  private final boolean[] queueing;

  /** Buses that are taken; where they are shared the messages under way. */
  private final int[] busy;

  /** Where buses are shared: whether a collective has them. */
  private final boolean[] taken;

  /**
   * Where buses are shared and a collective waits for them: messages that have started since it
   * came, or since another one ended.
   */
  private final int[] started;

  BusQueues(int groups, TransferPool transfers, TransferWaits waits) {
    this.transfers = transfers;
    this.waits = waits;
    queues = transfers.waiting(groups);
    count = new int[groups];
    busy = new int[groups];
    queueing = new boolean[groups];
    taken = new boolean[groups];
    started = new int[groups];
  }

  /** Sets how many buses there are, 0 for no limit. */
  void set(int group, int buses, boolean waitForThem) {
    count[group] = buses;
    queueing[group] = waitForThem;
  }

  boolean isLimited(int group) {
    return count[group] != 0;
  }

  /** Takes a bus if there is a limit; whether the transfer goes on, else it waits. */
  boolean acquire(int transfer, int group) {
    if (count[group] == 0) {
      return true;
    }
    if (queueing[group] && busy[group] >= count[group]) {
      return waitFor(transfer, group);
    }
    busy[group]++;
    started[group]++;
    return true;
  }

  private boolean waitFor(int transfer, int group) {
    queues.add(group, transfer);
    waits.starts(transfer);
    return false;
  }

  /**
   * The share of the bandwidth that a message gets which has just acquired its bus. A collective
   * that waits for shared buses counts as having all, as in Dimemas.
   */
  double share(int group) {
    int all;
    if (!queueing[group] && queues.first(group) != RecordPool.NONE) {
      all = count[group] + started[group];
    } else {
      all = busy[group] + (taken[group] ? count[group] : 0);
    }
    return all <= count[group] ? 1 : (double) count[group] / all;
  }

  /** A message gives back its bus, if there is a limit. */
  void free(int group, LinkQueues.Waker waker, int after) {
    if (count[group] != 0) {
      busy[group]--;
      started[group] = 0;
      offerFirst(group, waker, after);
    }
  }

  private void offerFirst(int group, LinkQueues.Waker waker, int after) {
    int first = queues.first(group);
    if (first != RecordPool.NONE
        && (transfers.kind(first) != TransferPool.COLLECTIVE || takesAll(first, group))) {
      waits.endsForBus(first);
      queues.remove(group, first);
      waker.wakes(first, after);
    }
  }

  /** A collective takes all buses; whether it has them, else it waits. */
  public boolean acquireAll(int ticket, int group) {
    if (count[group] == 0) {
      return true;
    }
    started[group] = 0;
    boolean mayTake = queueing[group] || queues.first(group) == RecordPool.NONE;
    return (mayTake && takesAll(ticket, group)) || waitFor(ticket, group);
  }

  /** A collective takes what buses it can get; whether it has all. */
  private boolean takesAll(int ticket, int group) {
    if (queueing[group]) {
      int held = transfers.heldBuses(ticket) + count[group] - busy[group];
      transfers.heldBuses(ticket, held);
      busy[group] = count[group];
      return held == count[group];
    }
    if (taken[group] || busy[group] > 0) {
      return false;
    }
    taken[group] = true;
    return true;
  }

  /** A collective gives back all buses. */
  void freeAll(int group, LinkQueues.Waker waker, int after) {
    if (count[group] == 0) {
      return;
    }
    if (!queueing[group]) {
      taken[group] = false;
      started[group] = 0;
      offerFirst(group, waker, after);
      return;
    }
    busy[group] = 0;
    for (int left = queues.size(group); left > 0 && busy[group] < count[group]; left--) {
      offerFirst(group, waker, after);
    }
  }
}
