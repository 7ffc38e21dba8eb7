package org.foretell.engine.state;

import org.foretell.model.ModelException;

/** Distinguishes failures of models, which may be a user's, from failures of the engine. */
public final class ForeignFailure {
  private static final String OWN = "org.foretell.";

  private ForeignFailure() {}

  /** What to throw for a failure inside a replay: an error of the model, or an internal one. */
  public static RuntimeException orInternal(RuntimeException failure, String state) {
    for (StackTraceElement frame : failure.getStackTrace()) {
      String where = frame.getClassName();
      if (where.startsWith("java.") || where.startsWith("jdk.")) {
        continue;
      }
      if (!where.startsWith(OWN)) {
        return new ModelException("the model fails in " + frame + ": " + failure, failure);
      }
      break;
    }
    throw new AssertionError("internal error in " + state, failure);
  }
}
