package org.foretell.engine.message;

/**
 * The ends of messages, as costs see them: which CPUs and interfaces a message needs there, until
 * when these are in use, and what happens next. Both event lists are such: that of ranks that are
 * sequences of ops, which have one CPU each, with the number of the rank, and that of task graphs,
 * of which each stream is one.
 */
public abstract class MessageEnds {
  /** Time of the event that is being executed. */
  public abstract long nowPs();

  /** The CPU at one end of a message with the same number of a stream as the CPU that sends it. */
  protected abstract int cpuOf(int rank, int message);

  /** Likewise the interface, where interfaces do not queue. */
  protected abstract int nicOf(int rank, int message);

  /** The CPU of a receive, given the number of its op. */
  protected abstract int receivingCpu(int rank, long operation);

  /** Likewise the interface, where interfaces do not queue. */
  protected abstract int receivingNic(int rank, long operation);

  /** When a CPU is free next. */
  protected abstract long cpuPs(int cpu);

  /** When the receiving side of an interface is free next. */
  protected abstract long inPs(int nic);

  /** A CPU is in use until a time and moment, if not longer. */
  protected abstract void keepCpu(int cpu, long untilPs, int until);

  /**
   * The sending side of an interface is in use until a time, if not longer. {@link #keepCpu} has to
   * follow for its rank, whose event may come later thereby.
   */
  protected abstract void keepOut(int nic, long untilPs);

  /** Likewise the receiving side. */
  protected abstract void keepIn(int nic, long untilPs);

  /**
   * A rank begins to take in a message that has not met its receive.
   *
   * @param free the moment from which on all is free that it needs
   * @return the moment at which it begins, which is now
   */
  protected abstract int begins(int rank, int free);

  /** A message that was sent reaches its receiver, which follows from a moment. */
  protected abstract void messageComes(int message, long timePs, int after);

  /** As {@link #messageComes}, of one for another node, where order may be by another number. */
  protected abstract void crosses(int message, int source, long arrivePs, int after);

  /** Gives out the number of a message that has several events, which follows from a moment. */
  protected abstract long number(int message, int after);

  /** The number of the message whose event has been taken last, if it has several. */
  protected abstract long takenNumber();

  /** As {@link #crosses(int, int, long, int)}, of a message that has a number. */
  protected abstract void crosses(int message, int source, long arrivePs, long number, int after);

  /**
   * A message goes on at a time before all that is no such event.
   *
   * @param timePs in the future
   */
  protected abstract void goesOnFirst(int message, long timePs, long number);

  /**
   * A message comes to the CPU of a rank.
   *
   * @param timePs not in the past
   */
  protected abstract void comesToCpu(int message, int rank, long timePs, long number);
}
