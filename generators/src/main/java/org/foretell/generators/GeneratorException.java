package org.foretell.generators;

import org.foretell.failure.ForetellException;

/** A program cannot be generated; the message says what is wrong, where, and what to do. */
public final class GeneratorException extends ForetellException {
  private static final long serialVersionUID = 1;

  /**
   * An exception for users.
   *
   * @param kind what is wrong
   * @param message what is wrong, where, and what to do
   */
  public GeneratorException(Kind kind, String message) {
    super(kind, message);
  }

  /**
   * An exception for users, with its cause.
   *
   * @param kind what is wrong
   * @param message what is wrong, where, and what to do
   * @param cause what the system says
   */
  public GeneratorException(Kind kind, String message, Throwable cause) {
    super(kind, message, cause);
  }
}
