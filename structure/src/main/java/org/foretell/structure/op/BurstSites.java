package org.foretell.structure.op;

import org.foretell.trace.OpView;

/**
 * Which call sites bursts have that are left out when programs are folded: that of the op after
 * them, as the tracer's have, or none. The first burst decides for the whole trace; others stand as
 * ops of their own. For one thread.
 */
public final class BurstSites {
  private enum Rule {
    UNDECIDED,
    NONE,
    OF_THE_OP
  }

  private Rule rule = Rule.UNDECIDED;

  /**
   * Whether a burst may be left out, because the op after it tells its call site.
   *
   * @param site of the burst, or {@link OpView#NONE}
   * @param ofOp that of the op after it, or {@link OpView#NONE}
   */
  public boolean areTold(int site, int ofOp) {
    if (rule == Rule.UNDECIDED && ofOp != OpView.NONE) {
      if (site != ofOp && site != OpView.NONE) {
        return false;
      }
      rule = site == ofOp ? Rule.OF_THE_OP : Rule.NONE;
    }
    return site == (areOfTheOp() ? ofOp : OpView.NONE);
  }

  /** Whether bursts that are left out have the call site of the op after them. */
  public boolean areOfTheOp() {
    return rule == Rule.OF_THE_OP;
  }
}
