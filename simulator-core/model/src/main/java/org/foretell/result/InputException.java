package org.foretell.result;

import org.foretell.failure.ForetellException;

/**
 * A trace can be read but not replayed: it holds ops that the engine does not replay, or it exceeds
 * a limit of the engine. The message is complete for a user.
 */
public final class InputException extends ForetellException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception with its message.
   *
   * @param message what, where, and what to do
   */
  public InputException(String message) {
    super(Kind.INPUT, message);
  }
}
