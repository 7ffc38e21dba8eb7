package org.foretell.engine.mail;

/**
 * Something has come up that parts do not replay, or that is reported in an order which only one
 * part has. The replay begins again with one part.
 */
public final class NeedsOnePart extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Without a stack trace. */
  public NeedsOnePart() {
    super("the replay needs one part", null, false, false);
  }
}
