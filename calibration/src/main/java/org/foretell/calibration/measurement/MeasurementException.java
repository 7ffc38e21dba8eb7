package org.foretell.calibration.measurement;

import java.io.Serial;
import org.foretell.failure.ForetellException;

/** Measurements cannot be had: a file is not what it should be, or a program does not run. */
public final class MeasurementException extends ForetellException {
  @Serial private static final long serialVersionUID = 1;

  /**
   * With what the user is told.
   *
   * @param message file and place, what was expected, what was found, what to do
   */
  public MeasurementException(String message) {
    super(Kind.INPUT, message);
  }

  /**
   * With what the user is told, and the reason.
   *
   * @param message file and place, what was expected, what was found, what to do
   * @param cause what went wrong
   */
  public MeasurementException(String message, Throwable cause) {
    super(Kind.INPUT, message, cause);
  }
}
