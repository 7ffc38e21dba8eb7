package org.foretell.generators;

/** A program cannot be generated; the message says what is wrong, where, and what to do. */
public final class GeneratorException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** What was found wrong. */
  public enum Kind {
    /** A file that describes the program. */
    INPUT,
    /** The folder for the program. */
    OUTPUT
  }

  private final Kind kind;

  /**
   * An exception for users.
   *
   * @param kind what is wrong
   * @param message what is wrong, where, and what to do
   */
  public GeneratorException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /**
   * An exception for users, with its cause.
   *
   * @param kind what is wrong
   * @param message what is wrong, where, and what to do
   * @param cause what the system says
   */
  public GeneratorException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /**
   * Tells a bad input from a folder that cannot be written.
   *
   * @return what was found wrong
   */
  public Kind kind() {
    return kind;
  }
}
