package org.foretell.model;

import java.util.Objects;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A parameter that is moved by one step, to learn what a predicted time makes of that.
 *
 * @param name of the parameter, for reports
 * @param communication the model with the parameter moved, an instance of its own; null if it is
 *     not one of communication
 * @param burstFactor by how much bursts take longer, at least 0; 1 if it is not one of computation
 * @param ranks whose bursts do
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
   * {@return the move of a parameter of a communication model}
   *
   * @param name of the parameter
   * @param moved a model that differs in this parameter only, asked by nobody else
   */
  public static ParameterMove of(String name, CommunicationModel moved) {
    return new ParameterMove(name, moved, 1, rank -> false);
  }

  /**
   * {@return the move of the speed at which some ranks compute}
   *
   * @param name of the parameter
   * @param factor by which their bursts take longer
   * @param ranks which
   */
  public static ParameterMove ofBursts(String name, double factor, IntPredicate ranks) {
    return new ParameterMove(name, null, factor, ranks);
  }
}
