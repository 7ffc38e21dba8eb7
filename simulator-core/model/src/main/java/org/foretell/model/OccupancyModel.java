package org.foretell.model;

import java.util.EnumSet;
import java.util.Set;

/**
 * A model of the LogP family (Culler et al. 1993; LogGOPS: Hoefler et al., HPDC 2010): a message
 * occupies the CPU and the network interface at both ends.
 *
 * <p>A send starts at {@code s} when its rank's CPU and the sending side of its NIC are free. The
 * CPU is busy until {@code s + sendCpuPs}, the NIC until {@code s + sendNicPs}. The message reaches
 * the receiver at {@code s + wirePs}; there it waits until CPU and receiving side of the NIC are
 * free, occupies the CPU for {@code receiveCpuPs} and the NIC for {@code receiveNicPs}, and is
 * complete when the CPU is free again. A burst occupies the CPU; a message that arrives meanwhile
 * waits. See {@code docs/semantics.md} for the order among several waiting messages.
 *
 * <p>All results are picoseconds, at least 0, and depend on the message alone. A model whose
 * results also depend on time, as with noise, overrides the forms with a time; the engine calls
 * these, once for each message and in the order of time.
 */
public abstract non-sealed class OccupancyModel extends MpiModel {
  /** When an arrived message occupies CPU and NIC of its receiver. */
  public enum Intake {
    /**
     * As soon as both are free, whether a receive is posted or not. The CPU and NIC of a task graph
     * are those with the sender's numbers.
     */
    ON_ARRIVAL,
    /**
     * When it is matched with a receive, and at once: with {@code m} the time of the match the NIC
     * is busy until {@code n = max(m, free) + receiveNicPs}, then the CPU until {@code max(n, free)
     * + receiveCpuPs}, when the receive completes. A rendezvous send is released only then. The CPU
     * and NIC of a task graph are those of the receive.
     */
    ON_MATCH
  }

  /** For subclasses. */
  protected OccupancyModel() {}

  /**
   * {@return the model itself, since its results depend on the message alone; callers first ask for
   * a model without noise}
   */
  @Override
  public MpiModel forAnotherReplay() {
    return this;
  }

  /**
   * {@return how long a send occupies the CPU of the sender}
   *
   * @param message a view, to be read during the call and not kept
   */
  public abstract long sendCpuPs(Message message);

  /**
   * {@return by default {@link #sendCpuPs(Message)}}
   *
   * @param message a view, to be read during the call and not kept
   * @param startPs when the send starts
   */
  public long sendCpuPs(Message message, long startPs) {
    return sendCpuPs(message);
  }

  /**
   * {@return how long a send occupies the sending side of the sender's NIC}
   *
   * @param message a view, to be read during the call and not kept
   */
  public abstract long sendNicPs(Message message);

  /**
   * {@return the time from the start of a send until its first byte is at the receiver}
   *
   * @param message a view, to be read during the call and not kept
   */
  public abstract long wirePs(Message message);

  /**
   * {@return by default {@link #wirePs(Message)}} Messages from one rank to another are matched in
   * the order of arrival, so a model with varying results must ensure that no message overtakes
   * another that MPI matches first.
   *
   * @param message a view, to be read during the call and not kept
   * @param startPs when the send starts
   */
  public long wirePs(Message message, long startPs) {
    return wirePs(message);
  }

  /**
   * {@return how long an arriving message occupies the CPU of the receiver}
   *
   * @param message a view, to be read during the call and not kept
   */
  public abstract long receiveCpuPs(Message message);

  /**
   * {@return by default {@link #receiveCpuPs(Message)}}
   *
   * @param message a view, to be read during the call and not kept
   * @param startPs when the CPU begins to take the message in
   */
  public long receiveCpuPs(Message message, long startPs) {
    return receiveCpuPs(message);
  }

  /**
   * {@return how long an arriving message occupies the receiving side of the receiver's NIC}
   *
   * @param message a view, to be read during the call and not kept
   */
  public abstract long receiveNicPs(Message message);

  /**
   * {@return the time from when the receiving side of a NIC begins to take in a one-sided message
   * until its last byte arrives, and it takes effect; by default as long as it occupies the NIC} No
   * CPU is needed.
   *
   * @param message a view, to be read during the call and not kept
   */
  public long lastBytePs(Message message) {
    return receiveNicPs(message);
  }

  /**
   * {@return the time from when one-sided data reach their target until their source is notified;
   * by default the time of an empty message on the wire}
   *
   * @param back the way back, without payload
   */
  public long acknowledgePs(Message back) {
    return wirePs(back);
  }

  /** {@return when messages are taken in; by default on arrival} */
  public Intake intake() {
    return Intake.ON_ARRIVAL;
  }

  /**
   * {@return whether, of tasks of a graph that become ready together, sends come first, then
   * receives, then bursts; otherwise they keep their own order} By default sends come first.
   */
  public boolean sendsFirst() {
    return true;
  }

  /**
   * Returns the NIC of a rank; ranks with equal NICs share one. By default each rank has its own.
   *
   * @param rank world rank
   * @return 0 to {@code ranks - 1}
   */
  public int nicOf(int rank) {
    return rank;
  }

  /**
   * {@return a lower bound of {@link #wirePs} for messages from one node to another, or, if
   * interfaces queue, of {@link QueuedOccupancyModel#leastInjectPs} and {@link
   * QueuedOccupancyModel#flightPs} together; 0 by default} Only a model that returns more may be
   * replayed by several threads: each has the ranks of some nodes, and a model of its own, and none
   * is ahead of another by more than this. Such a model keeps no state, and its NICs and ports
   * belong to one node each. If {@link #acknowledgePs} is less between nodes, one thread replays
   * traces that put data.
   */
  public long leastFlightPs() {
    return 0;
  }

  @Override
  public Set<ModelTrait> traits() {
    return EnumSet.of(
        ModelTrait.COSTS_BY_MESSAGE, ModelTrait.ENDS_TAKE_TURNS, ModelTrait.INTERFACES_COUNT);
  }
}
