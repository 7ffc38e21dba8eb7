package org.foretell.model;

import java.util.Objects;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A step of a parameter, to find its effect on a predicted time.
 *
 * @param name of the parameter, for reports
 * @param communication the model with the parameter moved, a separate instance; null unless it is a
 *     parameter of communication
 * @param burstFactor the factor on the duration of bursts, at least 0; 1 unless it is a parameter
 *     of computation
 * @param ranks whose bursts are affected
 */
public record ParameterMove(
    String name,
    @Nullable CommunicationModel communication,
    double burstFactor,
    IntPredicate ranks) {
  /** Refuses a factor below 0. */
  public ParameterMove {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(ranks, "ranks");
    if (!(burstFactor >= 0)) {
      throw new IllegalArgumentException("bursts " + burstFactor + " times as long");
    }
  }

  /**
   * {@return the step of a parameter of a communication model}
   *
   * @param name of the parameter
   * @param moved a model that differs in this parameter only, for exclusive use
   */
  public static ParameterMove of(String name, CommunicationModel moved) {
    return new ParameterMove(name, moved, 1, rank -> false);
  }

  /**
   * {@return the step of the computing speed of some ranks}
   *
   * @param name of the parameter
   * @param factor by which their bursts take longer
   * @param ranks which
   */
  public static ParameterMove ofBursts(String name, double factor, IntPredicate ranks) {
    return new ParameterMove(name, null, factor, ranks);
  }
}
