package org.foretell.engine.state;

/**
 * When strands have a CPU. A strand executes ops, or steps of collectives, one after the other: a
 * rank, or a collective in the background of one. It has a number, which is that of the rank; those
 * in the background have numbers after the ranks.
 *
 * <p>There are three kinds. CPUs may be free at any time, so that a step is executed when its event
 * comes. Each rank may have its own, for which its strands and the messages to it compete; a step
 * that finds it busy waits and is executed again. Or strands take turns on the CPUs of their node,
 * and have paid for each step with a burst before it is executed.
 */
public abstract class CpuPolicy implements RankTable.Scheduler {
  /** The CPU is not free. */
  public static final long NOT_YET = -1;

  /**
   * Whether strands and messages compete for the CPU of their rank: a step may have to wait when it
   * is executed, and the CPU may be busy after the last op of its rank.
   */
  public boolean competes() {
    return false;
  }

  /**
   * Whether startups and reductions keep the CPU before their step is executed, so that executing
   * it takes no time, and each step comes at a turn of its own.
   */
  public boolean paysAhead() {
    return false;
  }

  /** Whether a step has to wait before it sends; if so it is executed again when it need not. */
  public abstract boolean waitsToSend(int strand);

  /**
   * From when a strand can keep its CPU with a burst or reduction.
   *
   * @param clockPs what the strand has come to
   * @return {@link #NOT_YET} if it has to wait; its step is executed again when it need not
   */
  public abstract long computesFromPs(int strand, long clockPs);

  /** A burst or reduction keeps the CPU of a strand, which has just been found free. */
  public abstract void computes(int strand, long untilPs);

  /** A collective begins in the background of a rank; it has not been told to go on. */
  public abstract void joins(int strand, int rank);

  /**
   * A collective goes on: it has just begun in the background, or a step has ended in which it was
   * blocked.
   *
   * @param strand which executes its steps
   */
  public abstract void collectiveGoesOn(int strand, long timePs);

  /**
   * When a rank is finished.
   *
   * @param clockPs after its last op
   */
  public long finishedPs(int rank, long clockPs) {
    return clockPs;
  }
}
