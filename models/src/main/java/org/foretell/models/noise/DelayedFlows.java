package org.foretell.models.noise;

import java.util.PriorityQueue;
import java.util.Set;
import org.foretell.machine.Topology;
import org.foretell.model.FlowModel;
import org.foretell.model.LinkObserver;
import org.foretell.model.Message;
import org.foretell.model.ModelTrait;
import org.foretell.model.MpiModel;
import org.foretell.model.MutableMessage;
import org.foretell.time.Ps;
import org.jspecify.annotations.Nullable;

/** Flows that start to move randomly later. */
final class DelayedFlows extends FlowModel {
  private final FlowModel calm;
  private final MessageDelays delays;
  private final PriorityQueue<Held> held = new PriorityQueue<>();
  private long heldSoFar;

  /** A flow that has not started to move. Of those of one time the first comes first. */
  private record Held(long startPs, long number, int flow, Message message)
      implements Comparable<Held> {
    @Override
    public int compareTo(Held other) {
      return startPs == other.startPs
          ? Long.compare(number, other.number)
          : Long.compare(startPs, other.startPs);
    }
  }

  DelayedFlows(FlowModel calm, MessageDelays delays) {
    this.calm = calm;
    this.delays = delays;
  }

  @Override
  public MpiModel withoutNoise() {
    return calm;
  }

  @Override
  public @Nullable Topology tellLinks(LinkObserver observer) {
    return calm.tellLinks(observer);
  }

  @Override
  public void start(int flow, Message message, long nowPs) {
    long delayPs = delays.drawPs(message);
    if (delayPs == 0) {
      calm.start(flow, message, nowPs);
      return;
    }
    held.add(new Held(Ps.plus(nowPs, delayPs), heldSoFar++, flow, MutableMessage.copyOf(message)));
  }

  @Override
  public long nextChangePs() {
    Held first = held.peek();
    long next = calm.nextChangePs();
    return first == null ? next : Math.min(first.startPs, next);
  }

  @Override
  public int nextFinished(long nowPs) {
    for (Held first = held.peek(); first != null && first.startPs <= nowPs; first = held.peek()) {
      held.remove();
      calm.start(first.flow, first.message, nowPs);
    }
    return calm.nextChangePs() > nowPs ? NONE : calm.nextFinished(nowPs);
  }

  @Override
  public boolean eager(Message message) {
    return calm.eager(message);
  }

  @Override
  public long sendOverheadPs(Message message) {
    return calm.sendOverheadPs(message);
  }

  @Override
  public long receiveOverheadPs(Message message) {
    return calm.receiveOverheadPs(message);
  }

  @Override
  public long acknowledgePs(Message back) {
    return calm.acknowledgePs(back);
  }

  @Override
  public long latencyPs(Message message) {
    return calm.latencyPs(message);
  }

  @Override
  public boolean startsWhenSent(Message message) {
    return calm.startsWhenSent(message);
  }

  @Override
  public boolean receivesAfterSending() {
    return calm.receivesAfterSending();
  }

  @Override
  public Set<ModelTrait> traits() {
    return calm.traits();
  }
}
