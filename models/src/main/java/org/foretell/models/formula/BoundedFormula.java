package org.foretell.models.formula;

import org.foretell.model.CollectiveCall;
import org.foretell.model.CollectiveModel;
import org.foretell.time.Ps;

/**
 * A formula that is never below the time in which the interfaces of a node carry what has to leave
 * or enter it.
 */
public final class BoundedFormula implements CollectiveModel {
  private final CollectiveModel formula;
  private final double psPerByte;

  /**
   * Bounds a formula.
   *
   * @param formula by rounds and messages
   * @param psPerByte of all interfaces of a node together, picoseconds, at least 0
   */
  public BoundedFormula(CollectiveModel formula, double psPerByte) {
    this.formula = formula;
    this.psPerByte = psPerByte;
  }

  @Override
  public long durationPs(CollectiveCall call) {
    return Math.max(formula.durationPs(call), leastPs(call));
  }

  @Override
  public long leastPs(CollectiveCall call) {
    return Math.max(formula.leastPs(call), Ps.round(NodeTraffic.leastBytes(call) * psPerByte));
  }

  @Override
  public double reducePsPerByte() {
    return formula.reducePsPerByte();
  }
}
