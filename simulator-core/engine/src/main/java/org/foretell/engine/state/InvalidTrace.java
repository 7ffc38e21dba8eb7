package org.foretell.engine.state;

/** Leaves a replay that cannot go on because of a problem, which has been logged already. */
public final class InvalidTrace extends RuntimeException {
  private static final long serialVersionUID = 1L;

  InvalidTrace() {
    super(null, null, false, false);
  }
}
