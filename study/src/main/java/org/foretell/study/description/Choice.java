package org.foretell.study.description;

import java.util.ArrayList;
import java.util.List;
import org.foretell.scenario.Change;

/**
 * An uncertain figure of the machines that is one of several values, such as 1, 2 or 4 network
 * interfaces, or collectives of one library or another. Nothing is interpolated between them: each
 * is replayed on its own.
 *
 * @param name of it
 * @param addresses of the figures that it sets together, as {@link Change} has them
 * @param options all possible values, at least one; the first is the one that the study states
 * @param offers whose figures these are; none for all. For several the option is the same
 */
public record Choice(
    String name, List<String> addresses, List<Option> options, List<String> offers) {
  /** Copies. */
  public Choice {
    addresses = List.copyOf(addresses);
    options = List.copyOf(options);
    offers = List.copyOf(offers);
    if (options.isEmpty()) {
      throw new IllegalArgumentException("a choice without options");
    }
  }

  /**
   * One of the values.
   *
   * @param value as a change has it: {@code "4"}, {@code "2us"}, {@code "x0.5"}, {@code "ompi"}
   * @param probability of it, above 0; those of a choice add up to 1
   */
  public record Option(String value, double probability) {}

  /**
   * {@return whether it affects a figure of an offer}
   *
   * @param offer name of it
   */
  public boolean concerns(String offer) {
    return offers.isEmpty() || offers.contains(offer);
  }

  /**
   * {@return the changes of an option}
   *
   * @param option number of it, from 0
   */
  public List<Change> changes(int option) {
    List<Change> changes = new ArrayList<>();
    for (String address : addresses) {
      changes.add(new Change(address, options.get(option).value));
    }
    return changes;
  }

  /**
   * {@return the number of the option below which a share of the probability lies}
   *
   * @param probability 0 to 1
   */
  public int quantile(double probability) {
    return Estimate.numberOf(probability, options.stream().map(Option::probability).toList());
  }
}
