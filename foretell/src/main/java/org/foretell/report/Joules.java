package org.foretell.report;

import org.foretell.machine.Watts;

/**
 * An energy with its bounds, in joules.
 *
 * @param value with all powers as stated, at least 0
 * @param from with all powers at their least
 * @param to with all powers at their greatest
 */
public record Joules(double value, double from, double to) {
  /** No energy. */
  public static final Joules NONE = new Joules(0, 0, 0);

  /**
   * {@return the energy of a power}
   *
   * @param power with its bounds
   * @param seconds at least 0
   */
  public static Joules of(Watts power, double seconds) {
    return new Joules(power.value() * seconds, power.from() * seconds, power.to() * seconds);
  }

  /**
   * {@return the sum of two energies}
   *
   * @param other to add
   */
  public Joules plus(Joules other) {
    return new Joules(value + other.value, from + other.from, to + other.to);
  }

  /**
   * {@return what is left without a part}
   *
   * @param part with the same powers
   */
  public Joules minus(Joules part) {
    return new Joules(value - part.value, from - part.from, to - part.to);
  }

  /**
   * {@return a multiple}
   *
   * @param factor at least 0
   */
  public Joules times(double factor) {
    return new Joules(value * factor, from * factor, to * factor);
  }
}
