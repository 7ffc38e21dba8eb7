package org.foretell.models.flow;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.Set;
import org.foretell.machine.Topology;
import org.foretell.model.FlowModel;
import org.foretell.model.LinkObserver;
import org.foretell.model.Message;
import org.foretell.model.ModelTrait;

/**
 * Large messages between nodes in equal parts over all interfaces that both ends have, each part
 * from one interface to that of the same number; a message is there when its last part is. Small
 * messages go by the interface of their rank.
 */
final class StripedFlows extends FlowModel {
  private final TopologyFlows flows;
  private final Interfaces interfaces;
  private final int most;
  private final long thresholdBytes;

  /** By message how many of its parts are under way. */
  private int[] partsLeft = {};

  /** By part its message. */
  private int[] messageOf = {};

  private final IntArrayList freeParts = new IntArrayList();

  /**
   * Messages in parts.
   *
   * @param flows moves the parts
   * @param interfaces of the nodes
   * @param most parts of a message
   * @param thresholdBytes larger messages are striped
   */
  StripedFlows(TopologyFlows flows, Interfaces interfaces, int most, long thresholdBytes) {
    this.flows = flows;
    this.interfaces = interfaces;
    this.most = most;
    this.thresholdBytes = thresholdBytes;
  }

  @Override
  public StripedFlows forAnotherReplay() {
    return new StripedFlows(flows.forAnotherReplay(), interfaces, most, thresholdBytes);
  }

  @Override
  public Topology tellLinks(LinkObserver observer) {
    return flows.tellLinks(observer);
  }

  @Override
  public boolean eager(Message message) {
    return flows.eager(message);
  }

  @Override
  public long sendOverheadPs(Message message) {
    return flows.sendOverheadPs(message);
  }

  @Override
  public long receiveOverheadPs(Message message) {
    return flows.receiveOverheadPs(message);
  }

  @Override
  public long acknowledgePs(Message back) {
    return flows.acknowledgePs(back);
  }

  @Override
  public long latencyPs(Message message) {
    return flows.latencyPs(message);
  }

  @Override
  public boolean startsWhenSent(Message message) {
    return flows.startsWhenSent(message);
  }

  @Override
  public boolean receivesAfterSending() {
    return flows.receivesAfterSending();
  }

  @Override
  public void start(int flow, Message message, long nowPs) {
    if (flow >= partsLeft.length) {
      partsLeft = Arrays.copyOf(partsLeft, Math.max(flow + 1, Math.max(64, 2 * partsLeft.length)));
    }
    int parts = parts(message);
    partsLeft[flow] = parts;
    if (parts == 1) {
      flows.start(part(flow), message, nowPs);
      return;
    }
    long bytes = message.bytes();
    for (int index = 0; index < parts; index++) {
      long share = bytes / parts + (index < bytes % parts ? 1 : 0);
      flows.start(part(flow), message, share, index, index, nowPs);
    }
  }

  private int parts(Message message) {
    if (message.withinNode() || message.bytes() <= thresholdBytes) {
      return 1;
    }
    int both =
        Math.min(interfaces.count(message.source()), interfaces.count(message.destination()));
    return Math.min(both, most);
  }

  private int part(int flow) {
    if (freeParts.isEmpty()) {
      int before = messageOf.length;
      messageOf = Arrays.copyOf(messageOf, Math.max(64, 2 * before));
      for (int part = messageOf.length - 1; part >= before; part--) {
        freeParts.push(part);
      }
    }
    int part = freeParts.popInt();
    messageOf[part] = flow;
    return part;
  }

  @Override
  public long nextChangePs() {
    return flows.nextChangePs();
  }

  @Override
  public int nextFinished(long nowPs) {
    for (int part = flows.nextFinished(nowPs); part != NONE; part = flows.nextFinished(nowPs)) {
      freeParts.push(part);
      int message = messageOf[part];
      if (--partsLeft[message] == 0) {
        return message;
      }
    }
    return NONE;
  }

  @Override
  public Set<ModelTrait> traits() {
    return flows.traits();
  }
}
