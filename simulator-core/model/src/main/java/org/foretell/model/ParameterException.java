package org.foretell.model;

import org.foretell.failure.ForetellException;

/** A parameter of a model is unknown or has a wrong value; the message is for the user. */
public final class ParameterException extends ForetellException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception with its message.
   *
   * @param message which parameter, what was found, what is allowed
   */
  public ParameterException(String message) {
    super(Kind.INPUT, message);
  }
}
