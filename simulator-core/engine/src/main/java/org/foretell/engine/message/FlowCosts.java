package org.foretell.engine.message;

import org.foretell.engine.cause.Causes;
import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.model.FlowModel;
import org.foretell.model.MutableMessage;
import org.foretell.observe.PathLeg;
import org.foretell.time.Ps;

/** What messages cost under a {@link FlowModel}, and what that follows from. */
public final class FlowCosts {
  private final FlowModel model;
  private final MessagePool messages;
  private final MutableMessage view;
  private final Causes causes;

  /**
   * @param view shows the message that every method is about
   */
  public FlowCosts(FlowModel model, MessagePool messages, MutableMessage view, Causes causes) {
    this.model = model;
    this.messages = messages;
    this.view = view;
    this.causes = causes;
  }

  /** When the message leaves that is sent. */
  public long leavesPs(long startPs) {
    return ModelAnswer.endPs(startPs, model.sendOverheadPs(view), "sendOverheadPs");
  }

  /** The moment of that. */
  public int leaves(long startPs, long leavePs, int after) {
    return causes.happened(PathLeg.Kind.OVERHEAD, view, null, startPs, leavePs, after);
  }

  /** The message starts to move. */
  public void start(int message, long nowPs) {
    messages.arrivePs(message, MessagePool.MOVING);
    model.start(EventList.flow(message), view, nowPs);
  }

  /** The message has been on its way until now, the moment that it follows from. */
  public void flows(int message, long nowPs) {
    if (!causes.areKept()) {
      return; // the model is not asked for nobody
    }
    int left = messages.cause(message);
    long latency = ModelAnswer.atLeastZero(model.latencyPs(view), "latencyPs");
    long leftPs = causes.endPs(left);
    long first = Math.min(nowPs, Ps.plus(leftPs, latency));
    int there = causes.happened(PathLeg.Kind.LATENCY, view, null, leftPs, first, left);
    messages.cause(
        message, causes.happened(PathLeg.Kind.BANDWIDTH, view, null, first, nowPs, there));
  }

  /** When a message that is there has been received. */
  public long receivedPs(long therePs) {
    return ModelAnswer.endPs(therePs, model.receiveOverheadPs(view), "receiveOverheadPs");
  }
}
