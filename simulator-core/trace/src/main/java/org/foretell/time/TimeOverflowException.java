package org.foretell.time;

import org.foretell.failure.ForetellException;

/**
 * Simulated time left the representable range of about 106 days. It stems from the input (a burst,
 * a message size or a repeat count far beyond any real run), never from the engine.
 */
public final class TimeOverflowException extends ForetellException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception that names the computation that overflowed.
   *
   * @param what the computation that overflowed, with its operands and units
   */
  public TimeOverflowException(String what) {
    super(Kind.INPUT, "simulated time exceeds 106 days (2^63 ps): " + what);
  }

  private TimeOverflowException(TimeOverflowException cause, String where) {
    super(Kind.INPUT, where + ": " + cause.getMessage(), cause);
  }

  /**
   * {@return the same exception, with the place in the input in front of the message}
   *
   * @param where file and place, or the computed quantity
   */
  public TimeOverflowException at(String where) {
    return new TimeOverflowException(this, where);
  }
}
