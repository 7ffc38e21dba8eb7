package org.foretell.study.evaluation;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.foretell.study.description.Estimate;
import org.foretell.study.description.Program;

/**
 * A possible state of the world: a model, and figures that differ from those of the study.
 * Immutable.
 *
 * @param model under which programs are replayed
 * @param changed values by name; all other figures are as the study has them
 */
public record Figures(String model, Map<String, Double> changed) {
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

  /**
   * {@return the value of a figure}
   *
   * @param figure name of it
   * @param estimate its value in the study
   */
  public double of(String figure, Estimate estimate) {
    return changed.getOrDefault(figure, estimate.value());
  }

  /**
   * {@return by how much the real run of a program takes longer than the extrapolated one; 1 if it
   * was not extrapolated, or no error was measured}
   *
   * @param program which
   */
  double extrapolation(Program program) {
    return program
        .traces()
        .timeFactor()
        .map(factor -> of(FigureNames.extrapolation(program), factor))
        .orElse(1.0);
  }

  /**
   * {@return the number that a choice or the noise of a program has; empty if it has none}
   *
   * @param name of it
   */
  public OptionalInt number(String name) {
    Double value = changed.get(name);
    return value == null ? OptionalInt.empty() : OptionalInt.of(value.intValue());
  }
}
