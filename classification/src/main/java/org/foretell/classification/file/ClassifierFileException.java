package org.foretell.classification.file;

/**
 * A file holds no classifier that can be used; the message says which file, why, and what to do.
 */
public final class ClassifierFileException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * A failure.
   *
   * @param message a sentence for the user
   */
  public ClassifierFileException(String message) {
    super(message);
  }
}
