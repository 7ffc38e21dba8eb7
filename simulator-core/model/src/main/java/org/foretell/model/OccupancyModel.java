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
 * free, keeps the CPU for {@code receiveCpuPs} and the NIC for {@code receiveNicPs}, and is
 * complete when the CPU is free again. A burst keeps the CPU; a message that arrives meanwhile
 * waits. See {@code docs/semantics.md} for the order among several that wait.
 *
 * <p>All answers are picoseconds, at least 0, and depend on the message alone. A model whose
 * answers depend on the time as well, as noise does, overrides the forms that are told when; they
 * are what the engine asks, once for each message and in the order of time.
 */
public abstract non-sealed class OccupancyModel extends MpiModel {
  /** When a message that has reached its receiver keeps CPU and NIC there. */
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
   * {@return the model itself, since answers depend on the message alone; one without noise is
   * asked for first}
   */
  @Override
  public MpiModel forAnotherReplay() {
    return this;
  }

  /**
   * {@return how long a send keeps the CPU of the sender}
   *
   * @param message a view, to be read during the call and not kept
   */
  public abstract long sendCpuPs(Message message);

  /**
   * {@return the same as {@link #sendCpuPs(Message)} by default}
   *
   * @param message a view, to be read during the call and not kept
   * @param startPs when the send starts
   */
  public long sendCpuPs(Message message, long startPs) {
    return sendCpuPs(message);
  }

  /**
   * {@return how long a send keeps the sending side of the sender's NIC}
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
   * {@return the same as {@link #wirePs(Message)} by default} Messages from one rank to another are
   * matched in the order in which they arrive, so a model whose answers vary has to see to it that
   * none overtakes another that MPI wants matched first.
   *
   * @param message a view, to be read during the call and not kept
   * @param startPs when the send starts
   */
  public long wirePs(Message message, long startPs) {
    return wirePs(message);
  }

  /**
   * {@return how long an arriving message keeps the CPU of the receiver}
   *
   * @param message a view, to be read during the call and not kept
   */
  public abstract long receiveCpuPs(Message message);

  /**
   * {@return the same as {@link #receiveCpuPs(Message)} by default}
   *
   * @param message a view, to be read during the call and not kept
   * @param startPs when the CPU begins to take the message in
   */
  public long receiveCpuPs(Message message, long startPs) {
    return receiveCpuPs(message);
  }

  /**
   * {@return how long an arriving message keeps the receiving side of the receiver's NIC}
   *
   * @param message a view, to be read during the call and not kept
   */
  public abstract long receiveNicPs(Message message);

  /**
   * {@return the time from when the receiving side of a NIC begins to take a one-sided message in
   * until its last byte is there, and it takes effect; by default as long as it keeps the NIC} No
   * CPU is needed.
   *
   * @param message a view, to be read during the call and not kept
   */
  public long lastBytePs(Message message) {
    return receiveNicPs(message);
  }

  /**
   * {@return the time from when one-sided data are at their target until their source knows; by
   * default the time that an empty message is on the wire}
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
   * {@return whether of the tasks of a graph that become ready together sends come first, then
   * receives, then bursts; otherwise they come in their own order} By default sends come first.
   */
  public boolean sendsFirst() {
    return true;
  }

  /**
   * The NIC that a rank uses; ranks with equal answers share one. By default each rank has its own.
   *
   * @param rank world rank
   * @return 0 to {@code ranks - 1}
   */
  public int nicOf(int rank) {
    return rank;
  }

  @Override
  public Set<ModelTrait> traits() {
    return EnumSet.of(
        ModelTrait.COSTS_BY_MESSAGE, ModelTrait.ENDS_TAKE_TURNS, ModelTrait.INTERFACES_COUNT);
  }
}
