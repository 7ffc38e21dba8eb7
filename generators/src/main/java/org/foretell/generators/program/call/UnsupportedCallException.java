package org.foretell.generators.program.call;

/** An op that cannot be said in C; the message says why. */
public final class UnsupportedCallException extends Exception {
  private static final long serialVersionUID = 1;

  public UnsupportedCallException(String message) {
    super(message);
  }
}
