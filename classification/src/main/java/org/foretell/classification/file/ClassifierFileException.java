package org.foretell.classification.file;

import org.foretell.failure.ForetellException;

/**
 * A file holds no classifier that can be used; the message says which file, why, and what to do.
 */
public final class ClassifierFileException extends ForetellException {
  private static final long serialVersionUID = 1L;

  /**
   * A failure.
   *
   * @param message a sentence for the user
   */
  public ClassifierFileException(String message) {
    super(Kind.INPUT, message);
  }
}
