package org.foretell.engine.kernel;

import org.foretell.model.FlowModel;
import org.foretell.model.ModelException;

/** When flows end, among all else that happens. Flows that end at a time come before all else. */
public final class FlowEnds {
  private final FlowModel model;
  private long nowPs;
  private boolean severalEnd;

  public FlowEnds(FlowModel model) {
    this.model = model;
  }

  /**
   * The next flow to end before anything else happens, {@link FlowModel#NONE} if something else
   * comes first.
   *
   * @param presentPs the present time
   * @param othersPs when something else happens next
   */
  public int next(long presentPs, long othersPs) {
    nowPs = presentPs;
    if (severalEnd) {
      int flow = model.nextFinished(nowPs);
      if (flow != FlowModel.NONE) {
        return flow;
      }
      severalEnd = false;
    }
    int inVain = 0;
    while (othersPs > nowPs) {
      long change = model.nextChangePs();
      if (change == FlowModel.NEVER || change > othersPs) {
        break;
      }
      // What begins to share a link at a time may end at it, but no more can come of that.
      inVain = change == nowPs ? inVain + 1 : 0;
      if (change < nowPs || inVain > 2) {
        throw new ModelException(
            "the model answers " + change + " ps for nextChangePs, but it is " + nowPs + " ps");
      }
      nowPs = change;
      int flow = model.nextFinished(change);
      if (flow != FlowModel.NONE) {
        severalEnd = true;
        return flow;
      }
    }
    return FlowModel.NONE;
  }

  /** Whether a flow may end at a time or before. */
  public boolean mayEndBy(long timePs) {
    return timePs >= model.nextChangePs();
  }

  /** The time to which {@link #next} has moved on. */
  public long nowPs() {
    return nowPs;
  }
}
