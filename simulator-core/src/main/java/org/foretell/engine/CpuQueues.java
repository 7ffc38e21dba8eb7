package org.foretell.engine;

import java.util.Arrays;
import org.foretell.model.OccupancyModel;

/**
 * CPUs and network interfaces under an occupancy model, and what waits for them: at each CPU the
 * rank's own next event, the messages that have arrived, and collectives in the background, the
 * latter ones in pairing heaps by sequence number. Each rank has one event in the tree, that of
 * whatever comes first, and it is moved when that changes; nothing is woken in vain, except where
 * ranks share an interface that another one has taken.
 */
final class CpuQueues {
  private static final long NONE = EventTree.NONE;

  private static final int NOBODY = -1;

  /** The own event needs nothing but its time. */
  private static final byte TIME = 0;

  /** It needs the CPU. */
  private static final byte CPU = 1;

  /** It needs the CPU and the sending side of the interface. */
  private static final byte CPU_AND_NIC = 2;

  private final EventTree tree;
  private final MessagePool messages;
  private final boolean sharedNics;
  private final int[] nics;
  private final long[] cpuPs;
  private final long[] outPs;
  private final long[] inPs;
  private final long[] ownPs;
  private final long[] ownSequence;
  private final byte[] ownNeeds;

  /** By rank the arrived message with the lowest sequence number. */
  private final int[] roots;

  /** By rank the collective with the lowest number that waits to send; empty until there is one. */
  private int[] senders = {};

  /** By rank the collective with the lowest number that waits to reduce; as long as the former. */
  private int[] reducers = {};

  /**
   * The rank whose own event has just been taken and still stands in the tree, or {@link #NOBODY}:
   * mostly its next one takes that place at once.
   */
  private int unsettled = NOBODY;

  private int[] children = new int[1024];
  private int[] siblings = new int[1024];
  private long[] sequences = new long[1024];

  CpuQueues(OccupancyModel model, int ranks, EventTree tree, MessagePool messages) {
    this.tree = tree;
    this.messages = messages;
    nics = nicsOf(model, ranks);
    boolean[] taken = new boolean[ranks];
    boolean shared = false;
    for (int nic : nics) {
      shared |= taken[nic];
      taken[nic] = true;
    }
    sharedNics = shared;
    cpuPs = new long[ranks];
    outPs = new long[ranks];
    inPs = new long[ranks];
    ownPs = new long[ranks];
    Arrays.fill(ownPs, NONE);
    ownSequence = new long[ranks];
    ownNeeds = new byte[ranks];
    roots = new int[ranks];
  }

  /** By rank the interface that the model gives it. */
  static int[] nicsOf(OccupancyModel model, int ranks) {
    int[] nics = new int[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      int nic = model.nicOf(rank);
      if (nic < 0 || nic >= ranks) {
        throw new IllegalStateException(
            "the model gives rank " + rank + " the NIC " + nic + " of " + ranks);
      }
      nics[rank] = nic;
    }
    return nics;
  }

  int nic(int rank) {
    return nics[rank];
  }

  /** When the CPU of a rank is free next. */
  long cpuPs(int rank) {
    return cpuPs[rank];
  }

  boolean canCompute(int rank, long nowPs) {
    return cpuPs[rank] <= nowPs;
  }

  boolean canSend(int rank, long nowPs) {
    return cpuPs[rank] <= nowPs && outPs[nics[rank]] <= nowPs;
  }

  /** The own next event of a rank. */
  void own(int rank, long timePs, long sequence) {
    ownPs[rank] = timePs;
    ownSequence[rank] = sequence;
    ownNeeds[rank] = TIME;
    place(rank);
  }

  /** The rank goes on without an event; its op gets the number that the event would have had. */
  void ownInline(int rank, long sequence) {
    ownSequence[rank] = sequence;
  }

  /** The own event, which has come, waits on until the CPU is free. */
  void waitToCompute(int rank, long nowPs) {
    waitOn(rank, nowPs, CPU);
  }

  /** The own event, which has come, waits on until CPU and interface are free. */
  void waitToSend(int rank, long nowPs) {
    waitOn(rank, nowPs, CPU_AND_NIC);
  }

  private void waitOn(int rank, long nowPs, byte needs) {
    ownPs[rank] = nowPs;
    ownNeeds[rank] = needs;
    place(rank);
  }

  /** A burst keeps the CPU. */
  void compute(int rank, long untilPs) {
    keepCpu(rank, untilPs);
  }

  /** A send keeps the CPU and the sending side. */
  void send(int rank, long cpuUntilPs, long nicUntilPs) {
    outPs[nics[rank]] = nicUntilPs;
    keepCpu(rank, cpuUntilPs);
  }

  /** A message that is taken in keeps the CPU and the receiving side. */
  void takeIn(int rank, long cpuUntilPs, long nicUntilPs) {
    inPs[nics[rank]] = nicUntilPs;
    keepCpu(rank, cpuUntilPs);
  }

  private void keepCpu(int rank, long untilPs) {
    cpuPs[rank] = untilPs;
    if (roots[rank] != RecordPool.NONE || ownPs[rank] != NONE || senders.length > 0) {
      place(rank);
    }
  }

  /**
   * A message reaches its receiver.
   *
   * @return its complement if it can be taken in now, else {@link Agenda#NOTHING}: it waits
   */
  int arrive(long sequence, int message, long nowPs) {
    int rank = messages.destination(message);
    if (cpuPs[rank] <= nowPs && inPs[nics[rank]] <= nowPs) {
      return ~message;
    }
    wait(rank, message, sequence);
    return Agenda.NOTHING;
  }

  private void wait(int rank, int message, long sequence) {
    add(message, sequence);
    roots[rank] = meld(roots[rank], message);
    place(rank);
  }

  private void add(int event, long sequence) {
    if (event >= children.length) {
      int length = Math.max(event + 1, 2 * children.length);
      children = Arrays.copyOf(children, length);
      siblings = Arrays.copyOf(siblings, length);
      sequences = Arrays.copyOf(sequences, length);
    }
    children[event] = RecordPool.NONE;
    siblings[event] = RecordPool.NONE;
    sequences[event] = sequence;
  }

  /** A collective in the background, whose event has come, waits until its CPU is free. */
  void backgroundWaits(int rank, int event, long sequence, boolean sends) {
    if (senders.length == 0) {
      senders = new int[roots.length];
      reducers = new int[roots.length];
    }
    add(event, sequence);
    int[] waiting = sends ? senders : reducers;
    waiting[rank] = meld(waiting[rank], event);
    place(rank);
  }

  /**
   * Takes what the tree's earliest event stands for.
   *
   * @return the rank, or the complement of a message that can be taken in, or {@link
   *     Agenda#NOTHING} if that had to be put off
   */
  int poll() {
    int rank = tree.rank();
    long time = tree.time();
    long sequence = tree.sequence();
    if (sharedNics) {
      place(rank);
      if (tree.time() != time || tree.sequence() != sequence) {
        return Agenda.NOTHING;
      }
    }
    int root = roots[rank];
    if (root != RecordPool.NONE && sequences[root] == sequence) {
      roots[rank] = meldPairs(children[root]);
      place(rank);
      return ~root;
    }
    if (senders.length > 0) {
      if (takes(senders, rank, sequence)) {
        return takeBackground(senders, rank);
      }
      if (takes(reducers, rank, sequence)) {
        return takeBackground(reducers, rank);
      }
    }
    ownPs[rank] = NONE;
    unsettled = rank;
    return rank;
  }

  private boolean takes(int[] waiting, int rank, long sequence) {
    return waiting[rank] != RecordPool.NONE && sequences[waiting[rank]] == sequence;
  }

  private int takeBackground(int[] waiting, int rank) {
    int event = waiting[rank];
    waiting[rank] = meldPairs(children[event]);
    place(rank);
    return ~event;
  }

  /** Whether the tree still holds an event that has been taken. */
  boolean isUnsettled() {
    return unsettled != NOBODY;
  }

  /** Brings the tree up to date. */
  void settle() {
    if (unsettled != NOBODY) {
      place(unsettled);
    }
  }

  /** Puts into the tree what comes first at a rank. */
  private void place(int rank) {
    if (rank == unsettled) {
      unsettled = NOBODY;
    }
    long own = ownPs[rank];
    if (own != NONE && ownNeeds[rank] != TIME) {
      own = Math.max(own, cpuPs[rank]);
      if (ownNeeds[rank] == CPU_AND_NIC) {
        own = Math.max(own, outPs[nics[rank]]);
      }
    }
    if (senders.length > 0 && (senders[rank] | reducers[rank]) != RecordPool.NONE) {
      placeAll(rank, own);
      return;
    }
    int root = roots[rank];
    if (root != RecordPool.NONE) {
      long intake = Math.max(cpuPs[rank], inPs[nics[rank]]);
      if (intake < own || (intake == own && sequences[root] < ownSequence[rank])) {
        tree.set(rank, intake, sequences[root]);
        return;
      }
    }
    if (own == NONE) {
      tree.clear(rank);
    } else {
      tree.set(rank, own, ownSequence[rank]);
    }
  }

  /** As {@link #place} where collectives wait too. */
  private void placeAll(int rank, long own) {
    long time = own;
    long sequence = ownSequence[rank];
    for (int queue = 0; queue < 3; queue++) {
      int root = (queue == 0 ? roots : queue == 1 ? senders : reducers)[rank];
      if (root != RecordPool.NONE) {
        long free = cpuPs[rank];
        if (queue < 2) {
          free = Math.max(free, (queue == 0 ? inPs : outPs)[nics[rank]]);
        }
        if (free < time || (free == time && sequences[root] < sequence)) {
          time = free;
          sequence = sequences[root];
        }
      }
    }
    tree.set(rank, time, sequence);
  }

  private int meld(int one, int other) {
    if (one == RecordPool.NONE || other == RecordPool.NONE) {
      return one | other;
    }
    int parent = sequences[one] < sequences[other] ? one : other;
    int child = one ^ other ^ parent;
    siblings[child] = children[parent];
    children[parent] = child;
    return parent;
  }

  /** Melds a list of siblings in pairs from the left, then the results from the right. */
  private int meldPairs(int first) {
    int pairs = RecordPool.NONE;
    int rest = first;
    while (rest != RecordPool.NONE) {
      int one = rest;
      int other = siblings[one];
      rest = other == RecordPool.NONE ? RecordPool.NONE : siblings[other];
      siblings[one] = RecordPool.NONE;
      if (other != RecordPool.NONE) {
        siblings[other] = RecordPool.NONE;
      }
      int pair = meld(one, other);
      siblings[pair] = pairs;
      pairs = pair;
    }
    int root = RecordPool.NONE;
    while (pairs != RecordPool.NONE) {
      int next = siblings[pairs];
      siblings[pairs] = RecordPool.NONE;
      root = meld(root, pairs);
      pairs = next;
    }
    return root;
  }
}
