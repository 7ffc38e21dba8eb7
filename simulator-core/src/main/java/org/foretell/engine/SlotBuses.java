package org.foretell.engine;

/** The buses of nodes and sites, and who waits for them. */
final class SlotBuses {
  private final SlotTransfers transfers;
  private final SlotWaits waits;
  private final SlotTransfers.Queues queues;
  private final int[] count;
  private final int[] busy;

  /** Whether messages wait for a bus rather than share the bandwidth. */
  private final boolean[] queueing;

  SlotBuses(int groups, SlotTransfers transfers, SlotWaits waits) {
    this.transfers = transfers;
    this.waits = waits;
    queues = transfers.waiting(groups);
    count = new int[groups];
    busy = new int[groups];
    queueing = new boolean[groups];
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
      queues.add(group, transfer);
      waits.starts(transfer);
      return false;
    }
    busy[group]++;
    return true;
  }

  /** The share of the bandwidth that a message gets which has just acquired its bus. */
  double share(int group) {
    return busy[group] <= count[group] ? 1 : (double) count[group] / busy[group];
  }

  /** A message gives back its bus, if there is a limit. */
  void free(int group, SlotLinks.Waker waker) {
    if (count[group] != 0) {
      busy[group]--;
      offerFirst(group, waker);
    }
  }

  private void offerFirst(int group, SlotLinks.Waker waker) {
    int first = queues.first(group);
    if (first == RecordPool.NONE) {
      return;
    }
    if (transfers.kind(first) == SlotTransfers.COLLECTIVE) {
      grab(first, group);
      if (transfers.bytes(first) != count[group]) {
        return;
      }
    }
    waits.endsForBus(first);
    queues.remove(group, first);
    waker.wakes(first);
  }

  /** A collective takes all buses that are free. */
  private void grab(int ticket, int group) {
    transfers.bytes(ticket, transfers.bytes(ticket) + count[group] - busy[group]);
    busy[group] = count[group];
  }

  /** A collective takes all buses; whether it has them, else it waits. */
  boolean acquireAll(int ticket, int group) {
    if (count[group] == 0) {
      return true;
    }
    boolean free = busy[group] == 0;
    grab(ticket, group);
    if (!free) {
      queues.add(group, ticket);
      waits.starts(ticket);
    }
    return free;
  }

  /** A collective gives back all buses. */
  void freeAll(int group, SlotLinks.Waker waker) {
    if (count[group] == 0) {
      return;
    }
    busy[group] = 0;
    for (int left = queues.size(group); left > 0 && busy[group] < count[group]; left--) {
      offerFirst(group, waker);
    }
  }
}
