package org.foretell.observe;

/**
 * An observer of replays that several threads make together, each for some of the ranks. Each
 * thread calls one of its own, and in the end their results are added up, after {@link #begin}.
 * What it adds up to must not depend on the order of calls about different ranks. Several threads
 * do not call {@link #communicator}. Of one-sided ops the thread that has the target calls {@link
 * #oneSidedMessage}, {@link #partnerCame} and {@link #accessedInFence}.
 *
 * <p>A replay with an observer that is not of this kind is made by one thread.
 */
public interface PartedObserver extends SimObserver {
  /** {@return an observer of the same kind that has seen nothing, for another thread} */
  PartedObserver ofPart();

  /**
   * Adds what another observer has seen.
   *
   * @param part made by {@link #ofPart}; not used afterwards
   */
  void add(PartedObserver part);
}
