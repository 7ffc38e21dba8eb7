package org.foretell.trace;

import java.io.IOException;
import java.nio.file.Path;
import org.foretell.failure.ForetellException;
import org.jspecify.annotations.Nullable;

/**
 * A trace that cannot be read: damaged, truncated, of another version, or not what it claims to be;
 * or one that cannot be written. The message is complete for a user: which file, where in it, what
 * was expected, what was found, what to do.
 */
public final class TraceException extends ForetellException {
  private static final long serialVersionUID = 1L;

  private final boolean writing;

  /**
   * Makes one with its message.
   *
   * @param message complete for a user
   */
  public TraceException(String message) {
    this(message, null);
  }

  /**
   * Makes one with its message and what led to it.
   *
   * @param message complete for a user
   * @param cause what the system said
   */
  public TraceException(String message, @Nullable Throwable cause) {
    this(message, cause, false);
  }

  private TraceException(String message, @Nullable Throwable cause, boolean writing) {
    super(writing ? Kind.OUTPUT : Kind.INPUT, message, cause);
    this.writing = writing;
  }

  /**
   * A file could not be read.
   *
   * @param file which file
   * @param problem what the system said
   * @return an exception whose message names the file and the reason
   */
  public static TraceException reading(Path file, IOException problem) {
    return new TraceException(file + ": cannot read: " + RegularFile.reason(problem), problem);
  }

  /**
   * A file could not be written.
   *
   * @param file which file
   * @param problem what the system said
   * @return an exception whose message names the file and the reason
   */
  public static TraceException writing(Path file, IOException problem) {
    return new TraceException(
        file + ": cannot write: " + RegularFile.reason(problem), problem, true);
  }

  /**
   * Whether a file could not be written, which is not a fault of what was read.
   *
   * @return an exception whose message names the file and the reason
   */
  public boolean writing() {
    return writing;
  }
}
