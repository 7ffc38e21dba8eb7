package org.foretell.study.evaluation;

import java.util.List;
import java.util.OptionalInt;
import org.foretell.study.description.Estimate;

/**
 * A state of the world with some figures at another value; costs less than a {@link Figures} of its
 * own. Immutable.
 *
 * @param others the state of all others
 * @param names of the figures
 * @param value of each of them
 */
public record HeldFigures(FigureValues others, List<String> names, double value)
    implements FigureValues {
  /** Copies. */
  public HeldFigures {
    names = List.copyOf(names);
  }

  @Override
  public double of(String figure, Estimate estimate) {
    return names.contains(figure) ? value : others.of(figure, estimate);
  }

  @Override
  public OptionalInt number(String name) {
    return names.contains(name) ? OptionalInt.of((int) value) : others.number(name);
  }
}
