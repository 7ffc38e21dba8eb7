package org.foretell.machine;

import org.foretell.failure.ForetellException;

/**
 * Two nodes between which a topology has no route. The message is complete for a user: which nodes,
 * of what.
 */
public final class NoRouteException extends ForetellException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes one with its message.
   *
   * @param message complete for a user
   */
  public NoRouteException(String message) {
    super(Kind.INPUT, message);
  }
}
