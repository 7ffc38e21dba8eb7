package org.foretell.calibration.measurement;

import java.io.Serial;
import org.foretell.failure.ForetellException;

/** Measurements are not available: a file has the wrong content, or a program does not run. */
public final class MeasurementException extends ForetellException {
  @Serial private static final long serialVersionUID = 1;

  /**
   * Creates an exception with a message for the user.
   *
   * @param message file and place, what was expected, what was found, what to do
   */
  public MeasurementException(String message) {
    super(Kind.INPUT, message);
  }

  /**
   * Creates an exception with a message for the user, and its cause.
   *
   * @param message file and place, what was expected, what was found, what to do
   * @param cause the exception that led to it
   */
  public MeasurementException(String message, Throwable cause) {
    super(Kind.INPUT, message, cause);
  }
}
