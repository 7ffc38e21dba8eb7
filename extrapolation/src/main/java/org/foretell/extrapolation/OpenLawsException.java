package org.foretell.extrapolation;

import org.foretell.failure.ForetellException;

/** Thrown where traces leave laws open and {@link Extrapolation#approximate} is not set. */
public final class OpenLawsException extends ForetellException {
  private static final long serialVersionUID = 1L;

  private final String laws;

  OpenLawsException(String laws) {
    super(
        Kind.INPUT,
        laws
            + "\nAdd a trace, or take the first of each with --approximate, which says so in the"
            + " result");
    this.laws = laws;
  }

  /** {@return the open laws with their candidates, without what to do about them} */
  public String laws() {
    return laws;
  }
}
