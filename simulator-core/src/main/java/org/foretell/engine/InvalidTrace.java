package org.foretell.engine;

/** Leaves a replay that cannot go on because of a problem, which has been logged already. */
final class InvalidTrace extends RuntimeException {
  private static final long serialVersionUID = 1L;

  InvalidTrace() {
    super(null, null, false, false);
  }
}
