package org.foretell.model;

/**
 * The allowed values of a parameter, in base units: picoseconds, bytes, bytes per second,
 * picoseconds per byte, or a plain number.
 *
 * @param least the least value
 * @param most the largest value, infinite if there is none
 */
public record ParameterBounds(double least, double most) {
  /** Any number from 0 on. */
  public static final ParameterBounds NOT_NEGATIVE =
      new ParameterBounds(0, Double.POSITIVE_INFINITY);

  /** Refuses empty bounds. */
  public ParameterBounds {
    if (!(least <= most)) {
      throw new IllegalArgumentException("no value is between " + least + " and " + most);
    }
  }

  /**
   * {@return whether a value is within the bounds; a word and a table always are}
   *
   * @param value of the parameter
   */
  public boolean hold(FigureValue value) {
    if (value instanceof FigureValue.Word || value instanceof FigureValue.Table) {
      return true;
    }
    double number = value.number();
    return number >= least && number <= most;
  }
}
