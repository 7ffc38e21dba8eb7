package org.foretell.model;

import java.util.EnumSet;
import java.util.Set;

/**
 * An occupancy model whose network interfaces queue: a send occupies only its caller's CPU, and its
 * message waits at the interface independently. This is how the interfaces of today's nodes work,
 * which several ranks share (W. Gropp, L. Olson, P. Samfass: <i>Modeling MPI communication
 * performance on SMP nodes: is it time to retire the ping pong test</i>, EuroMPI 2016).
 *
 * <p>A message reaches its ports at {@code r}, the first time from {@code s + injectPs} on, with
 * {@code s} the start of its send, when, between nodes, the sending side of its rank is free; it
 * occupies that side until {@code r + streamPs}. It is <em>injected</em> at {@code i}, when the
 * sending sides of all its ports are free, and occupies them until {@code i + sendNicPs}. Its first
 * byte arrives at {@code i + flightPs}. Between nodes the ports and the rank's side of the receiver
 * then take it in, one after the other, and the receiver's CPU may begin {@code receiveFromPs}
 * later. Ports serve messages in the order in which these reach them. A rendezvous consists of
 * three messages: an empty one to the receiver, an empty one back once a receive has been matched,
 * and the data. See {@code docs/semantics.md}.
 *
 * <p>All results are picoseconds, at least 0. {@code injectPs} is at most {@code sendCpuPs}, {@code
 * receiveFromPs} at most {@code streamPs}, and {@code flightPs} the same for all messages from one
 * node to another: so messages do not overtake.
 */
public abstract class QueuedOccupancyModel extends OccupancyModel {
  /** For subclasses. */
  protected QueuedOccupancyModel() {}

  /** {@return the number of ports; each has a sending and a receiving side} */
  public abstract int ports();

  /**
   * {@return the first of the ports through which a message leaves}
   *
   * @param message a view, to be read during the call and not kept
   */
  public abstract int firstSendPort(Message message);

  /**
   * {@return the number of consecutive ports through which a message leaves; 0 for none}
   *
   * @param message a view, to be read during the call and not kept
   */
  public abstract int sendPorts(Message message);

  /**
   * {@return the first of the ports through which a message from another node arrives}
   *
   * @param message a view, to be read during the call and not kept
   */
  public abstract int firstReceivePort(Message message);

  /**
   * {@return the number of ports through which a message from another node arrives; 0 for none}
   *
   * @param message a view, to be read during the call and not kept
   */
  public abstract int receivePorts(Message message);

  /**
   * {@return the number of ranks that send through the first port of a message, at least 1; for
   * estimates}
   *
   * @param message a view, to be read during the call and not kept
   */
  public abstract int ranksOfPort(Message message);

  /**
   * {@return the time from the start of a send until its message may be injected}
   *
   * @param message a view, to be read during the call and not kept
   */
  public abstract long injectPs(Message message);

  /**
   * {@return a lower bound of {@link #injectPs} for the messages that share a port with a message;
   * 0 by default} The engine looks at the ports this long before a message reaches them. If it is
   * the same for all messages, that is when the message is sent, which saves an event.
   *
   * @param message a view, to be read during the call and not kept
   */
  public long leastInjectPs(Message message) {
    return 0;
  }

  /**
   * {@return the time from the injection until the first byte is at the receiver's node}
   *
   * @param message a view, to be read during the call and not kept
   */
  public abstract long flightPs(Message message);

  /**
   * {@return by default {@link #flightPs(Message)}}
   *
   * @param message a view, to be read during the call and not kept
   * @param injectedPs when the message is injected
   */
  public long flightPs(Message message, long injectedPs) {
    return flightPs(message);
  }

  /**
   * {@return the time from the first byte to the last on an otherwise idle network}
   *
   * @param message a view, to be read during the call and not kept
   */
  public abstract long streamPs(Message message);

  /**
   * {@return the time from the first byte of a message from another node until a CPU may begin to
   * take it in}
   *
   * @param message a view, to be read during the call and not kept
   */
  public abstract long receiveFromPs(Message message);

  /**
   * {@return whether a CPU takes a message in only after all else that happens at that time; false
   * by default} Then a rank's next op goes before messages that have come during its last one. So
   * an MPI library works that looks for messages only in calls that wait for them.
   */
  public boolean takesInLast() {
    return false;
  }

  @Override
  public final long wirePs(Message message) {
    return injectPs(message) + flightPs(message);
  }

  @Override
  public final long lastBytePs(Message message) {
    return streamPs(message);
  }

  @Override
  public final Intake intake() {
    return Intake.ON_ARRIVAL;
  }

  /** {@return the rank itself: ranks share ports instead} */
  @Override
  public final int nicOf(int rank) {
    return rank;
  }

  @Override
  public Set<ModelTrait> traits() {
    return EnumSet.of(
        ModelTrait.COSTS_BY_MESSAGE,
        ModelTrait.ENDS_TAKE_TURNS,
        ModelTrait.INTERFACES_COUNT,
        ModelTrait.INTERFACES_QUEUE);
  }
}
