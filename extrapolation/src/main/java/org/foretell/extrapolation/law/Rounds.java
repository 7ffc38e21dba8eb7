package org.foretell.extrapolation.law;

import java.util.Optional;
import org.foretell.extrapolation.law.InLoop.Again;

/**
 * Rounds within a loop: what it does comes again after some iterations, as the steps of a program
 * that only exchanges messages do, once traces have all of them in one loop.
 */
public final class Rounds {
  private final Again again;

  private Rounds(Again again) {
    this.again = again;
  }

  /**
   * {@return the rounds that a law shows, empty if it has none}
   *
   * @param law of a field of a call
   */
  public static Optional<Rounds> of(Law law) {
    if (law instanceof Again again) {
      return Optional.of(new Rounds(again));
    }
    if (law instanceof Partner partner) {
      for (Partner.Axis axis : partner.axes()) {
        if (axis.value() instanceof Again again) {
          return Optional.of(new Rounds(again));
        }
      }
    }
    return Optional.empty();
  }

  /**
   * {@return the place with rounds as a loop of their own within the loop}
   *
   * @param place of the call
   * @throws NoValueException if rounds have no length there
   */
  public Place within(Place place) {
    return again.within(place);
  }
}
