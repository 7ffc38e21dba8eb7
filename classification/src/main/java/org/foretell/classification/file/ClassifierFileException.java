package org.foretell.classification.file;

import org.foretell.failure.ForetellException;

/** A file contains no usable classifier; the message names the file, the reason, and the remedy. */
public final class ClassifierFileException extends ForetellException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception with its message.
   *
   * @param message a sentence for the user
   */
  public ClassifierFileException(String message) {
    super(Kind.INPUT, message);
  }
}
