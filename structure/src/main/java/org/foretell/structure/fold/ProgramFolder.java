package org.foretell.structure.fold;

import java.util.ArrayList;
import java.util.List;
import org.foretell.structure.op.OpTable;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;

/**
 * Folds one program after the other.
 *
 * <p>Tracers drop bursts that take no time, so that a loop has one in some rounds and none in
 * others. A flat program of a single rank whose bursts all stand in the column is folded without
 * them therefore: before each op there may be one. Where several follow each other all but the last
 * are taken for ops, and so is a burst that says what work it is. Not thread safe.
 */
public final class ProgramFolder {
  private static final List<Variation> TIMED = List.of(Variation.DURATION_COLUMN);

  private final OpTable ops;
  private final BodyTable bodies;
  private final List<Folder> folders = new ArrayList<>();
  private final List<Values> counts = new ArrayList<>();
  private final OpView view = new OpView();
  private int depth;
  private int rank;
  private boolean leavesBurstsOut;
  private boolean hasBurst;
  private int burstSite;
  private boolean hasSpecials;
  private boolean isUneven;

  /** A folder whose ops and bodies get their numbers from tables. */
  public ProgramFolder(OpTable ops, BodyTable bodies) {
    this.ops = ops;
    this.bodies = bodies;
    folders.add(new Folder(bodies, 0));
  }

  /**
   * Starts a program.
   *
   * @param ofRank whose it is, -1 for that of several ranks
   * @param leaveBurstsOut whether to fold without bursts
   */
  public void begin(int ofRank, boolean leaveBurstsOut) {
    rank = ofRank;
    leavesBurstsOut = leaveBurstsOut;
    hasBurst = false;
    hasSpecials = false;
    isUneven = false;
    depth = 0;
  }

  /** Adds an op. */
  public void op(OpView op, List<Variation> variations) {
    if (leavesBurstsOut && isPlainBurst(op, variations)) {
      if (hasBurst) {
        folders.get(depth).op(burst());
      }
      hasBurst = true;
      burstSite = op.callSite();
      return;
    }
    int number = ops.number(op, variations, rank);
    if (hasBurst
        && (ops.isTimed(number) || !ops.burstSites().areTold(burstSite, ops.callSite(number)))) {
      // The place of the op is for its own duration, or would give the burst another call site.
      folders.get(depth).op(burst());
    }
    hasBurst = false;
    boolean special = ops.isSpecial(number);
    hasSpecials |= special;
    isUneven |= special || isOtherBurst(op, number);
    folders.get(depth).op(number);
  }

  /** The burst that came last, as an op. */
  private int burst() {
    view.reset(OpCode.COMPUTE);
    if (burstSite != OpView.NONE) {
      view.set(OpField.CALL_SITE, burstSite);
    }
    return ops.number(view, TIMED, -1);
  }

  private static boolean isPlainBurst(OpView op, List<Variation> variations) {
    return op.code() == OpCode.COMPUTE
        && variations.size() == 1
        && variations.get(0).values() instanceof Values.Column column
        && !column.optional()
        && op.histogram() == OpView.NONE
        && !op.hasWork();
  }

  /** A burst that cannot be told from those of the column, once it is executed. */
  private boolean isOtherBurst(OpView op, int number) {
    return op.code().has(OpField.DURATION_PS)
        && op.histogram() == OpView.NONE
        && (!ops.isTimed(number) || ops.isOptional(number));
  }

  /** Starts a repeat. */
  public void beginRepeat(Values count) {
    isUneven = true;
    counts.add(count);
    depth++;
    if (depth == folders.size()) {
      folders.add(new Folder(bodies, depth));
    }
  }

  /** Ends the innermost repeat. */
  public void endRepeat() {
    int body = folders.get(depth).end();
    depth--;
    Values count = counts.remove(counts.size() - 1);
    if (count instanceof Values.Constant constant) {
      folders.get(depth).repeat(body, constant.value());
    } else {
      hasSpecials = true;
      folders.get(depth).repeat(body, ops.loopCounts().add(count));
    }
  }

  /** Ends the program; returns the number of its body. */
  public int end() {
    if (hasBurst) {
      folders.get(0).op(burst());
    }
    return folders.get(0).end();
  }

  /** Whether the program that ended last has values that depend on the rank or form cycles. */
  public boolean hasSpecials() {
    return hasSpecials;
  }

  /**
   * Whether the program that ended last has to be folded with its bursts: it has repeats already,
   * or bursts outside the column.
   */
  public boolean isUneven() {
    return isUneven;
  }
}
