package org.foretell.machines;

import java.util.Locale;

/**
 * Where a figure of a machine file comes from.
 *
 * @param status how sure it is
 * @param text where it comes from, for people
 */
public record FigureSource(Status status, String text) {
  /** How sure a figure is. */
  public enum Status {
    /** The text names what has the figure. */
    SOURCED,
    /** Computed from sourced figures; the text says how. */
    DERIVED,
    /** Assumed; the text says what it rests on. */
    UNVERIFIED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
