package org.foretell.model;

import java.util.Objects;

/**
 * A parameter of a model in a context: its value there, and the origin of the value.
 *
 * @param parameter the parameter
 * @param value in base units
 * @param origin the origin of the value
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

  /** {@return whether its value is taken from the first of several parts of the machine} */
  public boolean isOfFirst() {
    return origin instanceof FigureOrigin.OfMachine of && of.isFirst();
  }

  /** {@return whether it is computed from other figures unless set} */
  public boolean isDerived() {
    return origin instanceof FigureOrigin.Derived;
  }

  /** {@return the value as a user would write it, with its origin unless the user gave it} */
  public String text() {
    String words = origin.words();
    return words.isEmpty() ? value.text() : value.text() + " (" + words + ")";
  }
}
