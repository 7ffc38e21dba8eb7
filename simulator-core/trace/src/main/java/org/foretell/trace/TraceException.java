package org.foretell.trace;

import java.io.IOException;
import java.nio.file.Path;
import org.foretell.failure.ForetellException;
import org.jspecify.annotations.Nullable;

/**
 * A trace that cannot be read: damaged, truncated, of another version, or of another format than it
 * claims; or that cannot be written. The message is complete for a user: which file, where in it,
 * what was expected, what was found, what to do.
 */
public final class TraceException extends ForetellException {
  private static final long serialVersionUID = 1L;

  private final boolean writing;

  /**
   * Creates an exception with its message.
   *
   * @param message complete for a user
   */
  public TraceException(String message) {
    this(message, null);
  }

  /**
   * Creates an exception with its message and cause.
   *
   * @param message complete for a user
   * @param cause the exception of the system
   */
  public TraceException(String message, @Nullable Throwable cause) {
    this(message, cause, false);
  }

  private TraceException(String message, @Nullable Throwable cause, boolean writing) {
    super(writing ? Kind.OUTPUT : Kind.INPUT, message, cause);
    this.writing = writing;
  }

  /**
   * Creates the exception for a file that could not be read.
   *
   * @param file which file
   * @param problem the exception of the file system
   * @return an exception whose message names the file and the reason
   */
  public static TraceException reading(Path file, IOException problem) {
    return new TraceException(file + ": cannot read: " + RegularFile.reason(problem), problem);
  }

  /**
   * Creates the exception for a file that could not be written.
   *
   * @param file which file
   * @param problem the exception of the file system
   * @return an exception whose message names the file and the reason
   */
  public static TraceException writing(Path file, IOException problem) {
    return new TraceException(
        file + ": cannot write: " + RegularFile.reason(problem), problem, true);
  }

  /**
   * Returns whether a file could not be written, which is not a fault of the input.
   *
   * @return an exception whose message names the file and the reason
   */
  public boolean writing() {
    return writing;
  }
}
