package org.foretell.model;

import org.foretell.failure.ForetellException;

/** A model breaks its contract, for example returns a time below 0, or throws an exception. */
public final class ModelException extends ForetellException {
  private static final long serialVersionUID = 1;

  /**
   * Creates an exception with the violation and the rule.
   *
   * @param message which model, what it did, and what is allowed
   */
  public ModelException(String message) {
    super(Kind.INPUT, message);
  }

  /**
   * Creates an exception for one that the model threw.
   *
   * @param message which model, what it did, and what is allowed
   * @param cause the exception of the model
   */
  public ModelException(String message, Throwable cause) {
    super(Kind.INPUT, message, cause);
  }
}
