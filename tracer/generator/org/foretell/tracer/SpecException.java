package org.foretell.tracer;

/**
 * A specification that is wrong, or that does not fit the library; the message is for its author.
 */
final class SpecException extends RuntimeException {
  private static final long serialVersionUID = 1;

  SpecException(String message) {
    super(message);
  }
}
