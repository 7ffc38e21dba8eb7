package org.foretell.study.description;

import java.util.List;
import java.util.Optional;

/**
 * An uncertain figure of the machines that may be any between two bounds.
 *
 * @param name of it
 * @param addresses of the figures, or a group of them, that it moves together, as {@link
 *     org.foretell.scenario.Change} has them
 * @param amount by which they are multiplied; or their value in a unit
 * @param unit of the value, such as {@code us}, or "" for a plain number; empty if the amount is a
 *     factor
 * @param offers whose figures these are; none for all. Of several the amount is the same
 */
public record Variable(
    String name,
    List<String> addresses,
    Estimate amount,
    Optional<String> unit,
    List<String> offers) {
  /** Copies. */
  public Variable {
    addresses = List.copyOf(addresses);
    offers = List.copyOf(offers);
  }

  /**
   * {@return figures that are multiplied by an uncertain factor}
   *
   * @param name of the variable
   * @param addresses of the figures
   * @param factor by which they are multiplied
   * @param offers whose figures these are; none for all
   */
  public static Variable factor(
      String name, List<String> addresses, Estimate factor, List<String> offers) {
    return new Variable(name, addresses, factor, Optional.empty(), offers);
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
