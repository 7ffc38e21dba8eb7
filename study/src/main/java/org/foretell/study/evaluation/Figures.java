package org.foretell.study.evaluation;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.foretell.study.description.Estimate;

/**
 * A possible state of the world: a model, and figures that differ from those of the study.
 * Immutable.
 *
 * @param model under which programs are replayed
 * @param changed values by name; all other figures are as the study has them
 */
public record Figures(String model, Map<String, Double> changed) implements FigureValues {
  /** Copies. */
  public Figures {
    changed = Map.copyOf(changed);
  }

  /**
   * {@return the state in which all figures are those of the study}
   *
   * @param model under which programs are replayed
   */
  public static Figures stated(String model) {
    return new Figures(model, Map.of());
  }

  /**
   * {@return the same with one figure at another value}
   *
   * @param figure name of it
   * @param value of it
   */
  public Figures with(String figure, double value) {
    Map<String, Double> values = new HashMap<>(changed);
    values.put(figure, value);
    return new Figures(model, values);
  }

  @Override
  public double of(String figure, Estimate estimate) {
    Double value = changed.get(figure);
    return value == null ? estimate.value() : value;
  }

  @Override
  public OptionalInt number(String name) {
    Double value = changed.get(name);
    return value == null ? OptionalInt.empty() : OptionalInt.of(value.intValue());
  }
}
