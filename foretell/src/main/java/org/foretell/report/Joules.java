package org.foretell.report;

/**
 * An energy with its bounds, in joules.
 *
 * @param value with all powers as stated, at least 0
 * @param from with all powers at their least
 * @param to with all powers at their greatest
 */
public record Joules(double value, double from, double to) {
  static final Joules NONE = new Joules(0, 0, 0);

  /**
   * {@return the sum of two energies}
   *
   * @param other to add
   */
  public Joules plus(Joules other) {
    return new Joules(value + other.value, from + other.from, to + other.to);
  }
}
