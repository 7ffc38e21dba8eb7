package org.foretell.engine.message;

import java.util.Arrays;
import org.foretell.engine.kernel.EventTree;
import org.foretell.engine.kernel.PairingHeaps;
import org.foretell.model.OccupancyModel;
import org.foretell.model.QueuedOccupancyModel;
import org.jspecify.annotations.Nullable;

/**
 * CPUs and network interfaces under an occupancy model, and what waits for them: at each CPU the
 * rank's own next event, the messages on their way to it by time, those that are there when it is
 * free by sequence number, and collectives in the background likewise. Each rank has at most one
 * event in the tree, that of whatever comes first, and it is moved when that changes. Where many
 * ranks share an interface they wait for it in {@link InterfaceLines}, and what is not first in its
 * line has no event.
 */
public final class CpuQueues {
  private static final long NONE = EventTree.NONE;

  /** The earliest event had to be put off. */
  static final int NOTHING = Integer.MIN_VALUE;

  private static final int NOBODY = InterfaceLines.NOBODY;

  /**
   * How many ranks share an interface where they wait for it in line. Fewer are rather woken in
   * vain, which costs each of them less than a place in a line.
   */
  private static final int LEAST_IN_LINE = 32;

  /** The own event needs nothing but its time. */
  private static final byte TIME = 0;

  /** It needs the CPU. */
  private static final byte CPU = 1;

  /** It needs the CPU and the sending side of the interface. */
  private static final byte CPU_AND_NIC = 2;

  private final EventTree tree;
  private final MessagePool messages;
  private final boolean sharedNics;
  private final boolean takesInOnArrival;

  /** Added to the numbers of messages that wait to be taken in. */
  private final long takenInLast;

  private final int[] nics;
  private final long[] cpuPs;
  private final long[] outPs;
  private final long[] inPs;
  private final long[] ownPs;
  private final long[] ownSequence;
  private final byte[] ownNeeds;

  /** Messages by their number in the pool; ordered by sequence number alone once they are there. */
  private final PairingHeaps heaps = new PairingHeaps();

  /** By rank the messages that will not be there yet when CPU and interface are free. */
  private final int[] coming;

  /** By rank those that will. */
  private final int[] there;

  /** Collectives that wait. */
  private final PairingHeaps backgrounds = new PairingHeaps();

  /** By rank the collective with the lowest number that waits to send; empty until there is one. */
  private int[] senders = {};

  /** By rank the collective with the lowest number that waits to reduce; as long as the former. */
  private int[] reducers = {};

  /**
   * A rank whose event in the tree may be wrong until the present event is over, or {@link
   * #NOBODY}: mostly several things change for the same rank, and are brought into the tree at
   * once.
   */
  private int unsettled = NOBODY;

  /** Who waits for the sending sides of interfaces; null where few ranks share one. */
  private final @Nullable InterfaceLines sending;

  /** Who waits for the receiving sides; null also where messages need them on match only. */
  private final @Nullable InterfaceLines receiving;

  CpuQueues(OccupancyModel model, int ranks, EventTree tree, MessagePool messages) {
    this.tree = tree;
    this.messages = messages;
    nics = nicsOf(model, ranks);
    int[] sharing = new int[ranks];
    int most = 0;
    for (int nic : nics) {
      most = Math.max(most, ++sharing[nic]);
    }
    takesInOnArrival = model.intake() == OccupancyModel.Intake.ON_ARRIVAL;
    sharedNics = most > 1;
    boolean inLines = most >= LEAST_IN_LINE;
    sending = inLines ? new InterfaceLines(nics) : null;
    receiving = inLines && takesInOnArrival ? new InterfaceLines(nics) : null;
    takenInLast =
        model instanceof QueuedOccupancyModel queued && queued.takesInLast() ? tree.last() : 0;
    cpuPs = new long[ranks];
    outPs = new long[ranks];
    inPs = new long[ranks];
    ownPs = new long[ranks];
    Arrays.fill(ownPs, NONE);
    ownSequence = new long[ranks];
    ownNeeds = new byte[ranks];
    coming = new int[ranks];
    there = new int[ranks];
  }

  /** By rank the interface that the model gives it. */
  public static int[] nicsOf(OccupancyModel model, int ranks) {
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
  public long cpuPs(int rank) {
    return cpuPs[rank];
  }

  /** When the sending side of an interface is free next. */
  long outPs(int nic) {
    return outPs[nic];
  }

  /** When the receiving side of an interface is free next. */
  long inPs(int nic) {
    return inPs[nic];
  }

  public boolean canCompute(int rank, long nowPs) {
    return cpuPs[rank] <= nowPs;
  }

  public boolean canSend(int rank, long nowPs) {
    return cpuPs[rank] <= nowPs && outPs[nics[rank]] <= nowPs;
  }

  /** The own next event of a rank. */
  void own(int rank, long timePs, long sequence) {
    ownPs[rank] = timePs;
    ownSequence[rank] = sequence;
    ownNeeds[rank] = TIME;
    changed(rank);
  }

  /** The rank goes on without an event; its op gets the number that the event would have had. */
  void ownInline(int rank, long sequence) {
    ownSequence[rank] = sequence;
  }

  /** The own event of a rank, which has a number. */
  void ownAgain(int rank, long timePs) {
    own(rank, timePs, ownSequence[rank]);
  }

  /** The own event, which has come, waits on until the CPU is free. */
  public void waitToCompute(int rank, long nowPs) {
    waitOn(rank, nowPs, CPU);
  }

  /** The own event, which has come, waits on until CPU and interface are free. */
  public void waitToSend(int rank, long nowPs) {
    waitOn(rank, nowPs, CPU_AND_NIC);
  }

  private void waitOn(int rank, long nowPs, byte needs) {
    ownPs[rank] = nowPs;
    ownNeeds[rank] = needs;
    changed(rank);
  }

  /** A burst or a message keeps the CPU, no shorter than it is kept. */
  public void keepCpu(int rank, long untilPs) {
    cpuPs[rank] = Math.max(cpuPs[rank], untilPs);
    if ((coming[rank] | there[rank]) != PairingHeaps.NONE
        || ownPs[rank] != NONE
        || senders.length > 0) {
      changed(rank);
    }
  }

  /**
   * Likewise the sending side of an interface. Then the CPU must be kept, which moves the event.
   */
  void keepOut(int nic, long untilPs) {
    outPs[nic] = Math.max(outPs[nic], untilPs);
  }

  /** Likewise the receiving side of an interface. */
  void keepIn(int nic, long untilPs) {
    inPs[nic] = Math.max(inPs[nic], untilPs);
  }

  /** A message has been sent, with the highest number so far. */
  void sent(int message, long arrivePs, long sequence) {
    int rank = messages.destination(message);
    // What is there already goes before it, whenever it arrives; so does what comes before. Only if
    // what is there stands behind others in line, the rank's event is that of the first to arrive.
    if (isFirst(message, rank, arrivePs, sequence)
        && arrivePs < tree.time(rank)
        && (there[rank] == PairingHeaps.NONE || (receiving != null && receiving.isBehind(rank)))) {
      changed(rank);
    }
  }

  /** A message, with any number, comes to the CPU of a rank. */
  void comes(int message, int rank, long arrivePs, long sequence) {
    if (isFirst(message, rank, arrivePs, sequence + takenInLast)) {
      changed(rank);
    }
  }

  /** A message that was {@link #sent} in another part of the replay, with any number. */
  void sentElsewhere(int message, long arrivePs, long sequence) {
    int rank = messages.destination(message);
    isFirst(message, rank, arrivePs, sequence);
    changed(rank); // it may have a lower number than those that are there
    settle();
  }

  /** Added to the numbers of messages, it puts them into the order in which CPUs serve them. */
  long takenInLast() {
    return takenInLast;
  }

  /** Puts a message among those that come, and answers whether it is the first of them. */
  private boolean isFirst(int message, int rank, long arrivePs, long sequence) {
    int number = message / MessagePool.STRIDE;
    int first = heaps.meld(coming[rank], heaps.single(number, arrivePs, sequence));
    coming[rank] = first;
    return first == number;
  }

  /** A collective in the background, whose event has come, waits until its CPU is free. */
  public void backgroundWaits(int rank, int event, long sequence, boolean sends) {
    if (senders.length == 0) {
      senders = new int[there.length];
      reducers = new int[there.length];
    }
    int[] waiting = sends ? senders : reducers;
    waiting[rank] = backgrounds.meld(waiting[rank], backgrounds.single(event, 0, sequence));
    changed(rank);
  }

  /**
   * Takes what the tree's earliest event stands for.
   *
   * @return the rank, or the complement of a message that can be taken in, or {@link #NOTHING} if
   *     that had to be put off
   */
  int poll() {
    int rank = tree.rank();
    long time = tree.time();
    long sequence = tree.sequence();
    if (firstIs(heaps, there, rank, sequence)) {
      return isTaken(receiving, inPs, rank, time) ? NOTHING : takeMessage(there, rank);
    }
    if (firstIs(heaps, coming, rank, sequence)) {
      return isTaken(receiving, inPs, rank, time) ? NOTHING : takeMessage(coming, rank);
    }
    if (senders.length > 0) {
      if (firstIs(backgrounds, senders, rank, sequence)) {
        return isTaken(sending, outPs, rank, time) ? NOTHING : ~take(backgrounds, senders, rank);
      }
      if (firstIs(backgrounds, reducers, rank, sequence)) {
        return ~take(backgrounds, reducers, rank);
      }
    }
    if (ownNeeds[rank] == CPU_AND_NIC && isTaken(sending, outPs, rank, time)) {
      return NOTHING;
    }
    ownPs[rank] = NONE;
    unsettled = rank;
    return rank;
  }

  private int takeMessage(int[] waiting, int rank) {
    return ~(take(heaps, waiting, rank) * MessagePool.STRIDE);
  }

  /**
   * Whether another rank has taken the side of an interface that the rank's event needs; if so the
   * event is put off. A CPU is nobody else's, and what was first stays so while it need not wait
   * longer.
   */
  private boolean isTaken(@Nullable InterfaceLines side, long[] sidePs, int rank, long timePs) {
    if (!sharedNics || sidePs[nics[rank]] <= timePs || (sidePs == inPs && !takesInOnArrival)) {
      return false;
    }
    if (side != null) {
      side.putOff(rank);
    }
    place(rank);
    return true;
  }

  private static boolean firstIs(PairingHeaps heaps, int[] waiting, int rank, long sequence) {
    return waiting[rank] != PairingHeaps.NONE && heaps.sequence(waiting[rank]) == sequence;
  }

  private int take(PairingHeaps from, int[] waiting, int rank) {
    int first = waiting[rank];
    waiting[rank] = from.withoutFirst(first);
    changed(rank);
    return first;
  }

  /** What comes first at a rank may have changed. */
  private void changed(int rank) {
    if (unsettled == NOBODY) {
      unsettled = rank;
    } else if (unsettled != rank) {
      place(rank);
    }
  }

  /** Whether the tree is not up to date. */
  boolean isUnsettled() {
    return unsettled != NOBODY;
  }

  /** Brings the tree up to date. */
  void settle() {
    if (unsettled != NOBODY) {
      place(unsettled);
      unsettled = NOBODY;
    }
  }

  /** Puts into the tree what comes first at a rank. */
  private void place(int rank) {
    if (sending != null) {
      placeInLine(sending, rank);
      return;
    }
    // The same without lines, as under most models; each event comes here, so it stands apart.
    long time = ownPs[rank];
    if (time != NONE && ownNeeds[rank] != TIME) {
      time = Math.max(time, cpuPs[rank]);
      if (ownNeeds[rank] == CPU_AND_NIC) {
        time = Math.max(time, outPs[nics[rank]]);
      }
    }
    long sequence = ownSequence[rank];
    if ((coming[rank] | there[rank]) != PairingHeaps.NONE) {
      long free = takesInOnArrival ? Math.max(cpuPs[rank], inPs[nics[rank]]) : 0;
      int message = firstToTakeIn(rank, free);
      if (there[rank] == PairingHeaps.NONE) {
        free = heaps.time(message);
      }
      if (free < time || (free == time && heaps.sequence(message) < sequence)) {
        time = free;
        sequence = heaps.sequence(message);
      }
    }
    placeWithBackgrounds(rank, time, sequence);
  }

  private void placeInLine(InterfaceLines line, int rank) {
    long time = ownTurnPs(line, rank);
    long sequence = ownSequence[rank];
    if ((coming[rank] | there[rank]) != PairingHeaps.NONE) {
      long free = takesInOnArrival ? Math.max(cpuPs[rank], inPs[nics[rank]]) : 0;
      int message = firstToTakeIn(rank, free);
      if (there[rank] != PairingHeaps.NONE) {
        free = messageTurnPs(rank, free, heaps.sequence(message));
        message = free == NONE ? coming[rank] : message;
      } else if (receiving != null) {
        receiving.leaves(rank);
      }
      if (message == coming[rank]) {
        free = message == PairingHeaps.NONE ? NONE : heaps.time(message);
      }
      if (free < time || (free == time && heaps.sequence(message) < sequence)) {
        time = free;
        sequence = heaps.sequence(message);
      }
    } else if (receiving != null) {
      receiving.leaves(rank);
    }
    placeWithBackgrounds(rank, time, sequence);
    placeMoved(line);
  }

  /** Puts into the tree what has a time, or the collective in the background that comes before. */
  private void placeWithBackgrounds(int rank, long firstPs, long firstSequence) {
    long time = firstPs;
    long sequence = firstSequence;
    if (senders.length > 0) {
      int sender = senders[rank];
      long free = Math.max(cpuPs[rank], outPs[nics[rank]]);
      if (sender != PairingHeaps.NONE && isBefore(free, sender, time, sequence)) {
        time = free;
        sequence = backgrounds.sequence(sender);
      }
      int reducer = reducers[rank];
      if (reducer != PairingHeaps.NONE && isBefore(cpuPs[rank], reducer, time, sequence)) {
        time = cpuPs[rank];
        sequence = backgrounds.sequence(reducer);
      }
    }
    if (time == NONE) {
      tree.clear(rank);
    } else {
      tree.set(rank, time, sequence);
    }
  }

  /** Others may have come first in the lines of a rank that has been placed, or have lost that. */
  private void placeMoved(InterfaceLines line) {
    int toSend = line.takeMoved();
    int toReceive = receiving == null ? NOBODY : receiving.takeMoved();
    if (toSend != NOBODY) {
      placeInLine(line, toSend);
    }
    if (toReceive != NOBODY) {
      placeInLine(line, toReceive);
    }
  }

  /** When the own event of a rank comes, {@link #NONE} if another rank's has to come before. */
  private long ownTurnPs(InterfaceLines line, int rank) {
    long own = ownPs[rank];
    byte needs = ownNeeds[rank];
    if (own == NONE || needs != CPU_AND_NIC) {
      line.leaves(rank);
      return own == NONE || needs == TIME ? own : Math.max(own, cpuPs[rank]);
    }
    long ready = Math.max(own, cpuPs[rank]);
    return turnPs(line, rank, ready, outPs[nics[rank]], ownSequence[rank]);
  }

  /** Likewise when the first message that is there can be taken in. */
  private long messageTurnPs(int rank, long freePs, long number) {
    return receiving == null
        ? freePs
        : turnPs(receiving, rank, cpuPs[rank], inPs[nics[rank]], number);
  }

  private static long turnPs(
      InterfaceLines side, int rank, long readyPs, long freePs, long number) {
    if (readyPs > freePs) {
      side.leaves(rank);
      return readyPs;
    }
    return side.waits(rank, number) ? freePs : NONE;
  }

  private boolean isBefore(long free, int background, long time, long sequence) {
    return free < time || (free == time && backgrounds.sequence(background) < sequence);
  }

  /**
   * The message that is taken in next.
   *
   * @param freePs when CPU and interface are free, which never becomes earlier; 0 where messages
   *     cost nothing until they are matched
   */
  private int firstToTakeIn(int rank, long freePs) {
    int next = coming[rank];
    if (next == PairingHeaps.NONE || heaps.time(next) > freePs) {
      return there[rank] == PairingHeaps.NONE ? next : there[rank];
    }
    int ready = there[rank];
    do {
      int rest = heaps.withoutFirst(next);
      ready = heaps.meld(ready, heaps.single(next, 0, heaps.sequence(next)));
      next = rest;
    } while (next != PairingHeaps.NONE && heaps.time(next) <= freePs);
    coming[rank] = next;
    there[rank] = ready;
    return ready;
  }
}
