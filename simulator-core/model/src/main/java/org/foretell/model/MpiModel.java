package org.foretell.model;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The cost of two-sided messages. The engine owns the protocol (matching, eager and rendezvous,
 * completion); a model gives times.
 *
 * <p>There are four kinds. {@link DirectModel}: the time of a message follows from the message
 * (and, if the model reserves any, from shared resources at the moment it starts). {@link
 * OccupancyModel}: sending and receiving occupy the CPU and the network interface of both ranks, as
 * in the LogP family, so that other activity of a rank delays its receives. {@link FlowModel}:
 * messages share bandwidth while they move. {@link BusLinkModel}: a message waits until it has
 * links and a bus, which it holds until its end.
 */
public abstract sealed class MpiModel permits DirectModel, OccupancyModel, FlowModel, BusLinkModel {
  /** For subclasses. */
  protected MpiModel() {}

  /**
   * {@return whether a standard-mode message moves at once, whatever the receiver does} Buffered
   * sends are always eager, synchronous ones never; the engine does not call this for them.
   *
   * @param message filled but for its protocol
   */
  public abstract boolean eager(Message message);

  /** {@return the traits of the model, on which questions about a prediction depend} */
  public abstract Set<ModelTrait> traits();

  /**
   * {@return the model without its random parts, for estimates that are computed once and reused;
   * by default the model itself}
   */
  public MpiModel withoutNoise() {
    return this;
  }

  /**
   * {@return a fresh model equal to this one when it was new, for another replay beside the current
   * one; null, by default, if there is none} The other replay is for estimates: times may be off by
   * a few percent if that is much faster. Without such a model, collectives that are too large to
   * execute in the replay are not executed beside it either, and take the time of the model's
   * formula.
   */
  public @Nullable MpiModel forAnotherReplay() {
    return null;
  }
}
