package org.foretell.model;

import java.util.EnumSet;
import java.util.Set;
import org.foretell.machine.Topology;
import org.jspecify.annotations.Nullable;

/**
 * A model of bandwidth that is shared: messages are flows whose end times change while others come
 * and go. The model owns the flows and knows when the next one ends; the engine owns the protocol
 * and tells when one starts.
 *
 * <p>A send that starts at {@code s} leaves at {@code l = s + sendOverheadPs}. From then on it can
 * be matched. Its flow starts at {@code l} if it is eager and {@link #startsWhenSent}, else when it
 * has left and its receive is posted. An eager sender is done at {@code l}, a rendezvous at the end
 * of the flow. The receive completes {@link #receiveOverheadPs} after the end of the flow, or after
 * it was posted if that is later.
 *
 * <p>Time never goes back from call to call. Of several flows that start at one time the engine
 * names one after the other; it asks {@link #nextChangePs} only when all that happens at that time
 * has happened, so rates need to be computed once for all of them. A model is used for one
 * simulation, by one thread.
 */
public abstract non-sealed class FlowModel extends MpiModel {
  /** Nothing will change. */
  public static final long NEVER = Long.MAX_VALUE;

  /** There is no flow. */
  public static final int NONE = -1;

  /** For subclasses. */
  protected FlowModel() {}

  /**
   * How long a send keeps its caller before the message leaves, picoseconds; by default nothing.
   *
   * @param message a view, to be read during the call and not kept
   * @return picoseconds, at least 0
   */
  public long sendOverheadPs(Message message) {
    return 0;
  }

  /**
   * How long a message that is there takes to be received, picoseconds; by default nothing.
   *
   * @param message a view, to be read during the call and not kept
   * @return picoseconds, at least 0
   */
  public long receiveOverheadPs(Message message) {
    return 0;
  }

  /**
   * {@return the time from when one-sided data are at their target until their source knows,
   * picoseconds; by default nothing}
   *
   * @param back the way back, without payload
   */
  public long acknowledgePs(Message back) {
    return 0;
  }

  /**
   * {@return the part of the time of a flow that is latency, picoseconds; by default what {@link
   * #acknowledgePs} answers}
   *
   * <p>Asked only for the critical path, which counts the rest as bandwidth, and must change
   * nothing.
   *
   * @param message a view, to be read during the call and not kept
   */
  public long latencyPs(Message message) {
    return acknowledgePs(message);
  }

  /**
   * {@return whether an eager message moves as soon as it has left, by default; otherwise it moves
   * when its receive has been posted}
   *
   * @param message a view, to be read during the call and not kept
   */
  public boolean startsWhenSent(Message message) {
    return true;
  }

  /**
   * {@return whether a sendrecv posts its receive only when its message has left, {@link
   * #sendOverheadPs} after it started; by default it posts it when it starts}
   */
  public boolean receivesAfterSending() {
    return false;
  }

  /**
   * Asks the model to tell what its links carry, before anything moves. By default it has no links
   * to tell of.
   *
   * @param observer hears of messages between nodes, not of copies of the model that estimate
   *     collectives
   * @return the network whose links it is told of; null if it will be told nothing
   */
  public @Nullable Topology tellLinks(LinkObserver observer) {
    return null;
  }

  /**
   * A message starts to move.
   *
   * @param flow its number from now on; low numbers are used again when their flow has ended
   * @param message not to be kept
   * @param nowPs when
   */
  public abstract void start(int flow, Message message, long nowPs);

  /**
   * {@return when a flow ends next if none starts before, or earlier if the model wants to be
   * called earlier; {@link #NEVER} if nothing moves} Not before the last time it was told of, and
   * that time again and again only if flows end at it.
   */
  public abstract long nextChangePs();

  /**
   * Takes a flow that has ended. Called when {@link #nextChangePs} has come, again and again until
   * there is none left.
   *
   * @param nowPs what {@link #nextChangePs} answered
   * @return the number of a flow that ends now, of several the one that started first; {@link
   *     #NONE} if none is left
   */
  public abstract int nextFinished(long nowPs);

  @Override
  public Set<ModelTrait> traits() {
    return EnumSet.of(ModelTrait.LINKS_ARE_SHARED, ModelTrait.INTERFACES_COUNT);
  }
}
