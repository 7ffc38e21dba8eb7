package com.example.rails;

import org.foretell.machine.LinkSpeed;
import org.foretell.model.CollectiveCall;
import org.foretell.model.DirectModel;
import org.foretell.model.Message;
import org.foretell.models.parameters.ByDistance;
import org.foretell.time.Ps;

/**
 * A message between nodes waits for a rail of its sender's node, then takes latency plus bytes over
 * bandwidth. Within a node it takes what the node's memory takes, and needs no rail.
 */
final class RailsModel extends DirectModel {
  private final ByDistance<LinkSpeed> speeds;
  private final long eagerThresholdBytes;

  /** By node and rail when it is free. */
  private final long[][] freePs;

  RailsModel(ByDistance<LinkSpeed> speeds, long eagerThresholdBytes, int[] railsOfNode) {
    this.speeds = speeds;
    this.eagerThresholdBytes = eagerThresholdBytes;
    freePs = new long[railsOfNode.length][];
    for (int node = 0; node < railsOfNode.length; node++) {
      freePs[node] = new long[railsOfNode[node]];
    }
  }

  @Override
  public boolean eager(Message message) {
    return message.bytes() <= eagerThresholdBytes;
  }

  @Override
  public long transferPs(Message message, long startPs) {
    LinkSpeed speed = speeds.of(message);
    long movingPs = Ps.ofBytes(message.bytes(), speed.bytesPerSecond());
    if (message.withinNode()) {
      return speed.latencyPs() + movingPs;
    }
    long[] rails = freePs[message.sourceNode()];
    int first = 0;
    for (int rail = 1; rail < rails.length; rail++) {
      first = rails[rail] < rails[first] ? rail : first;
    }
    rails[first] = Math.max(startPs, rails[first]) + movingPs;
    return rails[first] + speed.latencyPs() - startPs;
  }

  /** A binomial tree of messages: simple, and enough here. */
  long treePs(CollectiveCall call) {
    LinkSpeed speed = speeds.of(call);
    int rounds = 32 - Integer.numberOfLeadingZeros(call.participants() - 1);
    return rounds * (speed.latencyPs() + Ps.ofBytes(call.vectorBytes(), speed.bytesPerSecond()));
  }
}
