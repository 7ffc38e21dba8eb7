package org.foretell.machine;

import org.foretell.failure.ForetellException;

/**
 * A topology has no route between two nodes. The message is complete for a user: which nodes, in
 * which topology.
 */
public final class NoRouteException extends ForetellException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception with its message.
   *
   * @param message complete for a user
   */
  public NoRouteException(String message) {
    super(Kind.INPUT, message);
  }
}
