package org.foretell.engine.message;

/**
 * What an event list is to messages under an occupancy model: which CPUs and interfaces they need,
 * until when these are in use, and what happens next. A rank has one CPU, which has its number; of
 * a rank that is a task graph each stream is one.
 */
public abstract class OccupancyEvents {
  /** Time of the event that is being executed. */
  public abstract long nowPs();

  /** The CPU that a message needs at one of its ends, where interfaces queue. */
  protected abstract int cpuOf(int rank, int message);

  /** When a CPU is free next. */
  protected abstract long cpuPs(int cpu);

  /** When the receiving side of an interface is free next. */
  protected abstract long inPs(int nic);

  /** A message that is taken in keeps a CPU and the receiving side of its interface. */
  protected abstract void takeIn(int cpu, int nic, long cpuUntilPs, long nicUntilPs);

  /** A CPU is in use until a time and moment. */
  protected abstract void keepCpu(int cpu, long untilPs, int until);

  /** Gives out the number of a message that has several events, which follows from a moment. */
  protected abstract long number(int message, int after);

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

  /**
   * A message with a number sets out for another node, where order may be by another number.
   *
   * @param after the moment from which that follows
   */
  protected abstract void crosses(int message, int source, long arrivePs, long number, int after);
}
