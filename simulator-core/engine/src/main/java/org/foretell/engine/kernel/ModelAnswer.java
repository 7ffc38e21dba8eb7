package org.foretell.engine.kernel;

import org.foretell.model.ModelException;
import org.foretell.time.Ps;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;

/** Refuses answers of models that cannot be: times below 0, shares that are none. */
public final class ModelAnswer {
  private ModelAnswer() {}

  /** The time that a communication model answers when asked by a method of that name. */
  public static long atLeastZero(long spanPs, String method) {
    if (spanPs < 0) {
      throw negative("the model", spanPs, method);
    }
    return spanPs;
  }

  /** The end of what takes the time that a communication model answers for a method. */
  public static long endPs(long startPs, long spanPs, String method) {
    return Ps.plus(startPs, atLeastZero(spanPs, method));
  }

  /** The share of a bandwidth that a communication model answers when asked by that method. */
  public static double share(double share, String method) {
    if (!(share > 0 && share <= 1)) {
      throw new ModelException(
          "the model answers " + share + " for " + method + "; it must be above 0 and at most 1");
    }
    return share;
  }

  /** The time that a compute model answers for a burst. */
  public static long burstPs(long spanPs, OpView burst) {
    if (spanPs < 0) {
      throw negative("the compute model", spanPs, burst);
    }
    return spanPs;
  }

  /** The time that a collective model answers for a call. */
  public static long collectivePs(long spanPs, OpCode code) {
    if (spanPs < 0) {
      throw negative("the collective model", spanPs, code);
    }
    return spanPs;
  }

  private static ModelException negative(String who, long spanPs, Object what) {
    return new ModelException(
        who + " answers " + spanPs + " ps for " + what + "; it must be at least 0");
  }
}
