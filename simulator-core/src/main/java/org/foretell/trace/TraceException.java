package org.foretell.trace;

import org.jspecify.annotations.Nullable;

/**
 * A trace that cannot be read: damaged, truncated, of another version, or not what it claims to be.
 * The message is complete for a user: which file, where in it, what was expected, what was found,
 * what to do.
 */
public final class TraceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message complete for a user
   */
  public TraceException(String message) {
    super(message);
  }

  /**
   * @param message complete for a user
   * @param cause what the system said
   */
  public TraceException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
