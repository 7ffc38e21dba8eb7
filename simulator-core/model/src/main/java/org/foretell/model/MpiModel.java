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
 * in the LogP family, so that what else a rank does decides when a message is taken in. {@link
 * FlowModel}: messages share bandwidth while they move. {@link BusLinkModel}: a message waits until
 * it has links and a bus, which it holds until its end.
 */
public abstract sealed class MpiModel permits DirectModel, OccupancyModel, FlowModel, BusLinkModel {
  /** For subclasses. */
  protected MpiModel() {}

  /**
   * {@return whether a standard-mode message moves at once, whatever the receiver does} Buffered
   * sends are always eager, synchronous ones never; the engine does not ask for those.
   *
   * @param message filled but for its protocol
   */
  public abstract boolean eager(Message message);

  /** {@return what the model does, as far as questions about a prediction depend on it} */
  public abstract Set<ModelTrait> traits();

  /**
   * {@return the model without what is random in it, for estimates that are made once and used
   * again; by default the model itself}
   */
  public MpiModel withoutNoise() {
    return this;
  }

  /**
   * {@return a model that answers as this one did when it was new, for another replay beside the
   * one that asks this one; null, by default, if there is none} The other replay is for estimates:
   * answers may be off by a few percent where that makes them much faster. Without such a model,
   * collectives that are too large to be executed in the replay are not executed beside it either,
   * and take the time of the model's formula.
   */
  public @Nullable MpiModel forAnotherReplay() {
    return null;
  }
}
