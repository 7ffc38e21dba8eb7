package org.foretell.generators.program;

/** An op that cannot be said in C; the message says why. */
final class UnsupportedCallException extends Exception {
  private static final long serialVersionUID = 1;

  UnsupportedCallException(String message) {
    super(message);
  }
}
