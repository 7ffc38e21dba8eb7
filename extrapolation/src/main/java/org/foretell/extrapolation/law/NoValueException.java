package org.foretell.extrapolation.law;

/** A law has no value at some place. */
public final class NoValueException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NoValueException(String message) {
    super(message);
  }
}
