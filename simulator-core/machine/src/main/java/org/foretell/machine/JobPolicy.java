package org.foretell.machine;

import java.util.Locale;
import java.util.Optional;

/** Which nodes of a machine jobs get that run at the same time. */
public enum JobPolicy {
  /** Each job the next free nodes, in the order of the jobs. */
  PACKED,
  /** The jobs take one node each in turn, so that their nodes alternate. */
  SCATTERED,
  /** Groups of nodes that follow each other, in a random order. */
  RANDOM,
  /** All jobs the same nodes, each its own cores, so that they share interfaces. */
  SHARED;

  /** Returns the form of the command line: {@code packed}, {@code scattered}, .. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * {@return the policy of a name, empty if there is none}
   *
   * @param text the form of the command line
   */
  public static Optional<JobPolicy> of(String text) {
    for (JobPolicy policy : values()) {
      if (policy.toString().equals(text)) {
        return Optional.of(policy);
      }
    }
    return Optional.empty();
  }
}
