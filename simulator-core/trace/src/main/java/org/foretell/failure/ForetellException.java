package org.foretell.failure;

import org.jspecify.annotations.Nullable;

/**
 * Something that the caller can put right. All exceptions that Foretell throws are of this class or
 * one below it, but for those of the JDK that say that a program is wrong ({@link
 * NullPointerException}, {@link IllegalArgumentException}, {@link IllegalStateException} and the
 * like) or was cancelled ({@link java.util.concurrent.CancellationException}). The message says
 * what and how; it calls a setting by words that fit the method that makes it and the option of
 * {@code sim}: {@code ranks per node}.
 */
public class ForetellException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Whose mistake it is. */
  public enum Kind {
    /** A setting is wrong, whatever the files say. */
    SETTING,
    /** A file cannot be used, or files do not fit together. */
    INPUT,
    /** A result could not be written. */
    OUTPUT,
    /** The program in the trace does not come to its end. */
    PROGRAM
  }

  private final Kind kind;

  /**
   * A failure of a kind.
   *
   * @param kind whose mistake it is
   * @param message what is wrong and what to do, for users
   */
  public ForetellException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /**
   * A failure of a kind, with what led to it.
   *
   * @param kind whose mistake it is
   * @param message what is wrong and what to do, for users
   * @param cause what led to it; null if nothing did
   */
  public ForetellException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /**
   * A setting is wrong, whatever the files say.
   *
   * @param message what is wrong and what to do, for users
   * @return an exception of kind {@link Kind#SETTING}
   */
  public static ForetellException usage(String message) {
    return new ForetellException(Kind.SETTING, message);
  }

  /**
   * A file cannot be used, or files do not fit together.
   *
   * @param message what is wrong and what to do, for users
   * @return an exception of kind {@link Kind#INPUT}
   */
  public static ForetellException badInput(String message) {
    return new ForetellException(Kind.INPUT, message);
  }

  /**
   * A result could not be written.
   *
   * @param message what is wrong and what to do, for users
   * @return an exception of kind {@link Kind#OUTPUT}
   */
  public static ForetellException outputFailed(String message) {
    return new ForetellException(Kind.OUTPUT, message);
  }

  /**
   * The program in the trace does not come to its end.
   *
   * @param message what is wrong and what to do, for users
   * @return an exception of kind {@link Kind#PROGRAM}
   */
  public static ForetellException programStuck(String message) {
    return new ForetellException(Kind.PROGRAM, message);
  }

  /** {@return whose mistake it is} */
  public final Kind kind() {
    return kind;
  }
}
