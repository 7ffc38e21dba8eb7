package org.foretell.failure;

import org.jspecify.annotations.Nullable;

/**
 * An error that the caller can correct. All exceptions that Foretell throws are of this class or a
 * subclass, except for those of the JDK for a wrong program ({@link NullPointerException}, {@link
 * IllegalArgumentException}, {@link IllegalStateException} and the like) or a cancelled one ({@link
 * java.util.concurrent.CancellationException}). The message states the error and the remedy; it
 * names a setting by words that fit both its method and the option of {@code sim}: {@code ranks per
 * node}.
 */
public class ForetellException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The source of the error. */
  public enum Kind {
    /** A setting is wrong, whatever the files say. */
    SETTING,
    /** A file cannot be used, or files do not fit together. */
    INPUT,
    /** A result could not be written. */
    OUTPUT,
    /** The program in the trace does not finish. */
    PROGRAM
  }

  private final Kind kind;

  /**
   * Creates an exception of a kind.
   *
   * @param kind the source of the error
   * @param message what is wrong and what to do, for users
   */
  public ForetellException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /**
   * Creates an exception of a kind, with its cause.
   *
   * @param kind the source of the error
   * @param message what is wrong and what to do, for users
   * @param cause the exception that led to it; null without one
   */
  public ForetellException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /**
   * Creates the exception for a setting that is wrong, whatever the files contain.
   *
   * @param message what is wrong and what to do, for users
   * @return an exception of kind {@link Kind#SETTING}
   */
  public static ForetellException usage(String message) {
    return new ForetellException(Kind.SETTING, message);
  }

  /**
   * Creates the exception for a file that cannot be used, or for files that do not fit together.
   *
   * @param message what is wrong and what to do, for users
   * @return an exception of kind {@link Kind#INPUT}
   */
  public static ForetellException badInput(String message) {
    return new ForetellException(Kind.INPUT, message);
  }

  /**
   * Creates the exception for a result that could not be written.
   *
   * @param message what is wrong and what to do, for users
   * @return an exception of kind {@link Kind#OUTPUT}
   */
  public static ForetellException outputFailed(String message) {
    return new ForetellException(Kind.OUTPUT, message);
  }

  /**
   * Creates the exception for a program in a trace that does not finish.
   *
   * @param message what is wrong and what to do, for users
   * @return an exception of kind {@link Kind#PROGRAM}
   */
  public static ForetellException programStuck(String message) {
    return new ForetellException(Kind.PROGRAM, message);
  }

  /** {@return the source of the error} */
  public final Kind kind() {
    return kind;
  }
}
