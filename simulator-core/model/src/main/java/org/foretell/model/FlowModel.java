package org.foretell.model;

import java.util.EnumSet;
import java.util.Set;
import org.foretell.machine.Topology;
import org.jspecify.annotations.Nullable;

/**
 * A model of shared bandwidth: messages are flows whose end times change as other flows start and
 * end. The model owns the flows and knows when the next one ends; the engine owns the protocol and
 * starts the flows.
 *
 * <p>A send that starts at {@code s} leaves at {@code l = s + sendOverheadPs}. From then on it can
 * be matched. Its flow starts at {@code l} if it is eager and {@link #startsWhenSent}, else once it
 * has left and its receive is posted. An eager sender is done at {@code l}, a rendezvous sender at
 * the end of the flow. The receive completes {@link #receiveOverheadPs} after the end of the flow,
 * or after it was posted if that is later.
 *
 * <p>Time never decreases from call to call. The engine starts flows of the same time one by one;
 * it calls {@link #nextChangePs} only when everything at that time has happened, so rates need to
 * be computed only once for all of them. A model is used for one simulation, by one thread.
 */
public abstract non-sealed class FlowModel extends MpiModel {
  /** The time of no change. */
  public static final long NEVER = Long.MAX_VALUE;

  /** The number of no flow. */
  public static final int NONE = -1;

  /** For subclasses. */
  protected FlowModel() {}

  /**
   * Returns how long a send keeps its caller before the message leaves, picoseconds; by default 0.
   *
   * @param message a view, to be read during the call and not kept
   * @return picoseconds, at least 0
   */
  public long sendOverheadPs(Message message) {
    return 0;
  }

  /**
   * Returns how long the receiver takes for a message that has arrived, picoseconds; by default 0.
   *
   * @param message a view, to be read during the call and not kept
   * @return picoseconds, at least 0
   */
  public long receiveOverheadPs(Message message) {
    return 0;
  }

  /**
   * {@return the time from when one-sided data reach their target until their source is notified,
   * picoseconds; by default 0}
   *
   * @param back the way back, without payload
   */
  public long acknowledgePs(Message back) {
    return 0;
  }

  /**
   * {@return the part of the time of a flow that is latency, picoseconds; by default the result of
   * {@link #acknowledgePs}}
   *
   * <p>Called only for the critical path, which counts the rest as bandwidth; it must not change
   * any state.
   *
   * @param message a view, to be read during the call and not kept
   */
  public long latencyPs(Message message) {
    return acknowledgePs(message);
  }

  /**
   * {@return whether an eager message moves as soon as it has left, which is the default; otherwise
   * it moves once its receive has been posted}
   *
   * @param message a view, to be read during the call and not kept
   */
  public boolean startsWhenSent(Message message) {
    return true;
  }

  /**
   * {@return whether a sendrecv posts its receive only when its message has left, {@link
   * #sendOverheadPs} after its start; by default it posts it at its start}
   */
  public boolean receivesAfterSending() {
    return false;
  }

  /**
   * Sets an observer for the load of the model's links, before anything moves. By default the model
   * has no links to report.
   *
   * @param observer called for messages between nodes, but not by copies of the model that estimate
   *     collectives
   * @return the network whose links are reported; null if the observer will not be called
   */
  public @Nullable Topology tellLinks(LinkObserver observer) {
    return null;
  }

  /**
   * Starts the flow of a message.
   *
   * @param flow its number from now on; low numbers are used again when their flow has ended
   * @param message not to be kept
   * @param nowPs when
   */
  public abstract void start(int flow, Message message, long nowPs);

  /**
   * {@return when a flow ends next if none starts before, or earlier if the model wants to be
   * called earlier; {@link #NEVER} if nothing moves} Not before the time of the last call, and
   * repeatedly that time only if flows end at it.
   */
  public abstract long nextChangePs();

  /**
   * Removes a flow that has ended. Called at the time of {@link #nextChangePs}, repeatedly until
   * none is left.
   *
   * @param nowPs the result of {@link #nextChangePs}
   * @return the number of a flow that ends now, the first started of several; {@link #NONE} if none
   *     is left
   */
  public abstract int nextFinished(long nowPs);

  @Override
  public Set<ModelTrait> traits() {
    return EnumSet.of(ModelTrait.LINKS_ARE_SHARED, ModelTrait.INTERFACES_COUNT);
  }
}
