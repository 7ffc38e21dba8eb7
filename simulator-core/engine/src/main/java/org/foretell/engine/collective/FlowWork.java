package org.foretell.engine.collective;

import it.unimi.dsi.fastutil.longs.Long2DoubleOpenHashMap;
import org.foretell.model.CommunicatorNodes;
import org.foretell.model.FlowModel;
import org.foretell.model.MpiModel;
import org.foretell.model.MutableMessage;

/**
 * What a message takes under a flow model: each member of a node sends one, in a network in which
 * nothing else moves. That is tried once for each size, within a node and between two.
 */
final class FlowWork implements MessageWork {
  private final FlowModel model;
  private final Long2DoubleOpenHashMap known = new Long2DoubleOpenHashMap();

  FlowWork(FlowModel model) {
    this.model = model;
    known.defaultReturnValue(-1);
  }

  @Override
  public double ps(AnyMember call, int from, int to, MutableMessage message) {
    CommunicatorNodes nodes = call.nodes();
    long key = CallKey.mix(message.bytes(), message.withinNode() ? 1 : 0);
    key = CallKey.mix(CallKey.mix(key, nodes.size(nodes.of(from))), call.participants());
    double work = known.get(key);
    if (work < 0) {
      work = triedPs(call, from, to, message);
      known.put(key, work);
    }
    return work;
  }

  private double triedPs(AnyMember call, int from, int to, MutableMessage message) {
    MpiModel idle = model.forAnotherReplay();
    if (!(idle instanceof FlowModel flows)) {
      return 1;
    }
    CommunicatorNodes nodes = call.nodes();
    int own = nodes.of(from);
    int other = nodes.of(to);
    int senders = nodes.size(own);
    int shift = own == other ? nodes.index(to) - nodes.index(from) + senders : 0;
    long bytes = message.bytes();
    boolean blocks = message.callerBlocks();
    double overheads = 0;
    for (int i = 0; i < senders; i++) {
      int sender = nodes.member(own, i);
      int receiver = nodes.member(other, (i + shift) % nodes.size(other));
      message.set(
          call.worldRank(sender),
          call.worldRank(receiver),
          call.node(sender),
          call.node(receiver),
          bytes,
          blocks);
      message.rendezvous(!flows.eager(message));
      overheads = (double) flows.sendOverheadPs(message) + flows.receiveOverheadPs(message);
      flows.start(i, message, 0);
    }
    return overheads + lastEndPs(flows);
  }

  private static long lastEndPs(FlowModel flows) {
    long end = 0;
    for (long next = flows.nextChangePs(); next != FlowModel.NEVER; next = flows.nextChangePs()) {
      while (flows.nextFinished(next) != FlowModel.NONE) {
        end = next;
      }
    }
    return end;
  }
}
