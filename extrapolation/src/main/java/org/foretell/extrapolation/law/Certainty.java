package org.foretell.extrapolation.law;

/** How sure laws are. */
public final class Certainty {
  private Certainty() {}

  /**
   * {@return whether several functions fit that differ at the target, or one trace alone has it; 0
   * and 1, which mean no and yes, are taken for what they are}
   *
   * @param scale of a law
   */
  public static boolean isOpen(Law.Scale scale) {
    return scale.candidates().size() > 1 || (scale.seenOnce() && !isDoubt(scale));
  }

  /**
   * {@return whether a single trace says no or yes, as some classes of ranks are only in the
   * largest grid}
   *
   * @param scale of a law
   */
  public static boolean isDoubt(Law.Scale scale) {
    return scale.seenOnce() && (scale.text().equals("0") || scale.text().equals("1"));
  }

  /**
   * {@return whether all functions in a law are determined, and nothing is drawn}
   *
   * @param law any
   */
  public static boolean isSure(Law law) {
    return !(law instanceof Drawn) && law.scales().noneMatch(Certainty::isOpen);
  }

  static boolean isConstant(Law.Scale scale) {
    return scale.text().matches("-?\\d+");
  }
}
