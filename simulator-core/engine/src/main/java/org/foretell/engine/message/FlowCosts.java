package org.foretell.engine.message;

import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.model.FlowModel;
import org.foretell.observe.PathLeg;
import org.foretell.time.Ps;

/** What messages cost under a {@link FlowModel}, and what that follows from. */
public final class FlowCosts extends MessageCosts {
  private final FlowModel model;

  public FlowCosts(FlowModel model, CostState state) {
    super(state, false);
    this.model = model;
  }

  @Override
  public long callerPs(int message) {
    return leavesPs(ends.nowPs());
  }

  @Override
  public int sends(int message, int cpu, long callerPs, int begun) {
    long now = ends.nowPs();
    messages.counterpart(message, RecordPool.NONE);
    int left = leaves(message, now, callerPs, begun);
    keepCpu(cpu, view.bytes(), now, callerPs, left);
    return left;
  }

  /** When the message leaves that is sent. */
  long leavesPs(long startPs) {
    return ModelAnswer.endPs(startPs, model.sendOverheadPs(view), "sendOverheadPs");
  }

  /**
   * The message is sent.
   *
   * @return the moment at which it leaves
   */
  int leaves(int message, long startPs, long leavePs, int after) {
    int left = causes.happened(PathLeg.Kind.OVERHEAD, view, null, startPs, leavePs, after);
    messages.cause(message, left);
    messages.arrivePs(message, leavePs);
    return left;
  }

  /** Sets out when it leaves. */
  @Override
  public boolean setsOut(int message, int after) {
    long leave = messages.arrivePs(message);
    boolean isLeaving = leave > ends.nowPs();
    messages.arrivePs(message, isLeaving ? MessagePool.LEAVING : MessagePool.NOT_MOVING);
    if (isLeaving) {
      ends.messageComes(message, leave, after);
    }
    return !isLeaving;
  }

  /** A message leaves, or its flow ends. */
  @Override
  public Place comes(int message) {
    messages.show(message, view, nodes);
    if (messages.arrivePs(message) == MessagePool.LEAVING) {
      messages.arrivePs(message, MessagePool.NOT_MOVING);
      return Place.AT_RECEIVER;
    }
    flows(message);
    if (messages.counterpart(message) == RecordPool.NONE) {
      messages.arrivePs(message, ends.nowPs());
      return Place.ON_ITS_WAY;
    }
    return Place.COMPLETE;
  }

  @Override
  public void waits(int message) {
    if (!view.rendezvous() && model.startsWhenSent(view)) {
      start(message);
    }
  }

  @Override
  public long meets(int message, long receiving, long postedPs, int met) {
    long arrive = messages.arrivePs(message);
    if (arrive >= 0) {
      messages.cause(message, met);
      return receivedPs(message);
    }
    if (arrive == MessagePool.NOT_MOVING) {
      messages.cause(message, met);
      messages.show(message, view, nodes);
      start(message);
    }
    return NOT_NOW;
  }

  /** The message starts to move. */
  void start(int message) {
    messages.arrivePs(message, MessagePool.MOVING);
    model.start(MessagePool.flow(message), view, ends.nowPs());
  }

  /** The message has been on its way until now, the moment that it follows from. */
  void flows(int message) {
    if (!causes.areKept()) {
      return; // the model is not asked for nobody
    }
    long now = ends.nowPs();
    int left = messages.cause(message);
    long latency = ModelAnswer.atLeastZero(model.latencyPs(view), "latencyPs");
    long leftPs = causes.endPs(left);
    long first = Math.min(now, Ps.plus(leftPs, latency));
    int who = MessagePool.who(message);
    int there = causes.happened(PathLeg.Kind.LATENCY, who, view, null, leftPs, first, left);
    messages.cause(
        message, causes.happened(PathLeg.Kind.BANDWIDTH, who, view, null, first, now, there));
  }

  /** When a receive ends whose message is there at a time. */
  long receiveEndsPs(long therePs) {
    return ModelAnswer.endPs(therePs, model.receiveOverheadPs(view), "receiveOverheadPs");
  }

  @Override
  public long receivedPs(int message) {
    messages.show(message, view, nodes);
    long now = ends.nowPs();
    long received = receiveEndsPs(now);
    int there = messages.cause(message);
    messages.cause(
        message, causes.happenedAtTarget(PathLeg.Kind.OVERHEAD, view, null, now, received, there));
    return received;
  }

  /** The end of the flow, before which the message has left. */
  @Override
  public long sentPs(int message, long completePs) {
    return ends.nowPs();
  }

  @Override
  public int sent(int message, int now) {
    return now;
  }
}
