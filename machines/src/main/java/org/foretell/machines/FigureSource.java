package org.foretell.machines;

import java.util.Locale;

/**
 * The source of a figure of a machine file.
 *
 * @param status how reliable it is
 * @param text the source, for people
 */
public record FigureSource(Status status, String text) {
  /** How reliable a figure is. */
  public enum Status {
    /** Taken from the source named in the text. */
    SOURCED,
    /** Computed from sourced figures; the text describes how. */
    DERIVED,
    /** Assumed; the text gives the basis of the assumption. */
    UNVERIFIED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
