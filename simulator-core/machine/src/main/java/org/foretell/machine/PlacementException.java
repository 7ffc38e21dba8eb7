package org.foretell.machine;

import org.foretell.failure.ForetellException;

/**
 * Ranks cannot be placed as requested: too many for the machine, or a mistake in a placement file.
 * The message is complete for a user: the request, the available places, what to do.
 */
public final class PlacementException extends ForetellException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception with its message.
   *
   * @param message complete for a user
   */
  public PlacementException(String message) {
    super(Kind.INPUT, message);
  }
}
