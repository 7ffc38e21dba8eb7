package org.foretell.model;

import java.util.EnumSet;
import java.util.Set;

/**
 * A model in which the time of a message is known when it starts. A minimal model implements {@link
 * #transferPs} only.
 *
 * <p>Timing, for a send that its rank starts at time {@code s} and a receive that its rank posts at
 * {@code r}:
 *
 * <ul>
 *   <li>eager: the data move from {@code s}; the message has arrived at {@code a = s + transferPs}.
 *       A blocking sender continues at {@code s + blockingSendPs}, a non-blocking one at {@code s +
 *       nonBlockingSendPs}, which is also when its request completes. The receive completes at
 *       {@code max(r, a)}.
 *   <li>rendezvous: the data move from {@code m = max(s, r)}; the receive and the send both
 *       complete at {@code m + transferPs}. A non-blocking sender continues at {@code s +
 *       nonBlockingSendPs} and its request completes at the later of the two.
 * </ul>
 *
 * <p>Here {@code r} is the time at which the receive was posted. Posting a non-blocking receive
 * takes {@link #postReceivePs} of its caller's time.
 */
public abstract non-sealed class DirectModel extends MpiModel {
  /** For subclasses. */
  protected DirectModel() {}

  /**
   * {@return the time from the start of the transfer until the message has arrived, picoseconds}
   *
   * <p>Called once for each message: for an eager message when the send starts, for a rendezvous
   * when both ends are ready. Calls come in non-decreasing time unless {@link #independent()}.
   *
   * @param message a view, to be read during the call and not kept
   * @param startPs when the transfer starts; a model that reserves resources may use it
   */
  public abstract long transferPs(Message message, long startPs);

  /**
   * {@return how long a blocking eager send keeps its caller, picoseconds; by default the whole
   * transfer}
   *
   * @param message a view, to be read during the call and not kept
   * @param transferPs the result of {@link #transferPs} for this message
   */
  public long blockingSendPs(Message message, long transferPs) {
    return transferPs;
  }

  /**
   * {@return how long a non-blocking send keeps its caller, picoseconds; by default nothing}
   *
   * @param message a view, to be read during the call and not kept
   */
  public long nonBlockingSendPs(Message message) {
    return 0;
  }

  /**
   * {@return how long posting a non-blocking receive keeps its caller, picoseconds; by default
   * nothing} Called once for each simulation.
   */
  public long postReceivePs() {
    return 0;
  }

  /**
   * {@return the time from the start of a send until a wildcard receive or a probe at the receiver
   * can see the message, picoseconds} Must not depend on the size, so that messages do not overtake
   * each other; by default 0.
   *
   * @param message a view, to be read during the call and not kept
   */
  public long envelopePs(Message message) {
    return 0;
  }

  /**
   * {@return the time from when one-sided data reach their target until their source is notified,
   * picoseconds; by default {@link #envelopePs}}
   *
   * @param back the way back, without payload
   */
  public long acknowledgePs(Message back) {
    return envelopePs(back);
  }

  /**
   * {@return the part of {@link #transferPs} that is latency, picoseconds: the time of an empty
   * message that waits for no other}
   *
   * <p>Called only for the critical path, which counts the rest as bandwidth; it must not change
   * any state. By default the result of {@link #transferPs} if the model is {@link #independent()},
   * else {@link #envelopePs}.
   *
   * @param empty the message without its bytes, to be read during the call and not kept
   * @param startPs when the transfer starts
   */
  public long latencyPs(Message empty, long startPs) {
    return independent() ? transferPs(empty, startPs) : envelopePs(empty);
  }

  /**
   * {@return whether the results depend on their arguments alone} Then ranks may run ahead of each
   * other, and calls come in any order; the result is the same, much faster. By default false,
   * which is always safe.
   */
  public boolean independent() {
    return false;
  }

  /**
   * {@return whether the costs of a message follow from its size, its protocol, whether its sender
   * blocks, and, if it stays within a node, from that node} Then {@link #eager}, {@link
   * #transferPs}, {@link #blockingSendPs} and {@link #nonBlockingSendPs} need not be called for
   * each message. By default false, which is always safe.
   */
  public boolean costsBySize() {
    return false;
  }

  @Override
  public Set<ModelTrait> traits() {
    return independent()
        ? EnumSet.of(ModelTrait.KNOWN_AT_START, ModelTrait.COSTS_BY_MESSAGE)
        : EnumSet.of(ModelTrait.KNOWN_AT_START);
  }
}
