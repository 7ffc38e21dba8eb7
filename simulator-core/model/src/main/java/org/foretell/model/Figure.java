package org.foretell.model;

import java.util.Objects;

/**
 * A parameter of a model in a context: the value that it has there, and where that comes from.
 *
 * @param parameter what it is
 * @param value in base units
 * @param origin where the value comes from
 */
public record Figure(ParameterSpec parameter, FigureValue value, FigureOrigin origin) {
  /** Refuses null. */
  public Figure {
    Objects.requireNonNull(parameter, "parameter");
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(origin, "origin");
  }

  /** {@return the name, as in {@code -P name=value}} */
  public String name() {
    return parameter.name();
  }

  /** {@return whether its value is that of the first of several parts of the machine} */
  public boolean isOfFirst() {
    return origin instanceof FigureOrigin.OfMachine of && of.isFirst();
  }

  /** {@return whether it is computed from others as long as nobody gives it} */
  public boolean isDerived() {
    return origin instanceof FigureOrigin.Derived;
  }

  /** {@return the value as it would be written, with its origin unless the user gave it} */
  public String text() {
    String words = origin.words();
    return words.isEmpty() ? value.text() : value.text() + " (" + words + ")";
  }
}
