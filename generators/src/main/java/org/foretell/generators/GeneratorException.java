package org.foretell.generators;

import org.foretell.failure.ForetellException;

/** A program cannot be generated; the message names the error, its place, and the remedy. */
public final class GeneratorException extends ForetellException {
  private static final long serialVersionUID = 1;

  /**
   * Creates an exception for users.
   *
   * @param kind the source of the error
   * @param message the error, its place, and the remedy
   */
  public GeneratorException(Kind kind, String message) {
    super(kind, message);
  }

  /**
   * Creates an exception for users, with its cause.
   *
   * @param kind the source of the error
   * @param message the error, its place, and the remedy
   * @param cause the exception of the system
   */
  public GeneratorException(Kind kind, String message, Throwable cause) {
    super(kind, message, cause);
  }
}
