package org.foretell.model;

import org.foretell.failure.ForetellException;

/** A model does what it must not: answers a time below 0, say, or fails itself. */
public final class ModelException extends ForetellException {
  private static final long serialVersionUID = 1;

  /**
   * What it does, and what is allowed.
   *
   * @param message which model, what it did, and what is allowed
   */
  public ModelException(String message) {
    super(Kind.INPUT, message);
  }

  /**
   * The model has failed itself.
   *
   * @param message which model, what it did, and what is allowed
   * @param cause what the model threw
   */
  public ModelException(String message, Throwable cause) {
    super(Kind.INPUT, message, cause);
  }
}
