package org.foretell.time;

import org.foretell.failure.ForetellException;

/** A text that should be a quantity with its unit is not; the message shows how to write it. */
public final class QuantityException extends ForetellException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception with its message.
   *
   * @param message what was found and what is allowed, one sentence, for the user
   */
  public QuantityException(String message) {
    super(Kind.INPUT, message);
  }
}
