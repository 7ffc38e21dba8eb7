package org.foretell.machine;

import org.foretell.failure.ForetellException;

/**
 * Ranks that cannot be placed as asked: too many for the machine, or a mistake in a placement file.
 * The message is complete for a user: what was asked, what there is, what to do.
 */
public final class PlacementException extends ForetellException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes one with its message.
   *
   * @param message complete for a user
   */
  public PlacementException(String message) {
    super(Kind.INPUT, message);
  }
}
