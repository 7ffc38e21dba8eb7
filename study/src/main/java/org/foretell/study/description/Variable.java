package org.foretell.study.description;

import java.util.List;

/**
 * An uncertain figure of the machines: it is multiplied by a factor.
 *
 * @param name of it
 * @param addresses of the figures, or a group of them, that it moves together, as {@link
 *     org.foretell.scenario.Change} has them
 * @param factor by which they are multiplied
 * @param offers whose figures these are; none for all. Of several the factor is the same
 */
public record Variable(String name, List<String> addresses, Estimate factor, List<String> offers) {
  /** Copies. */
  public Variable {
    addresses = List.copyOf(addresses);
    offers = List.copyOf(offers);
  }

  /**
   * {@return whether it affects a figure of an offer}
   *
   * @param offer name of it
   */
  public boolean concerns(String offer) {
    return offers.isEmpty() || offers.contains(offer);
  }
}
