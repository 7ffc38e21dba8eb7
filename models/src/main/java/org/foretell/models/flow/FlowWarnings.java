package org.foretell.models.flow;

import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Topology;
import org.foretell.models.parameters.Parameters;
import org.foretell.time.Quantity;

/**
 * Warnings about figures of a network that the flow model takes otherwise than they are stated.
 *
 * @param machine states them
 * @param parameters of the model, which collect the warnings
 */
record FlowWarnings(Machine machine, Parameters parameters) {
  /** The machine states no topology. */
  void withoutTopology() {
    parameters.warn(
        machine.name()
            + " states no topology, so model flow assumes a crossbar: messages compete for the"
            + " links of their nodes only, never inside the network; do not compare it with"
            + " machines that have a topology");
  }

  /** The links that a message passes are slower than the network is stated to be. */
  void ofLinks(LinkSpeed network, NearestRoute nearest) {
    if (network.latencyPs() < nearest.latencyPs()) {
      parameters.warn(
          "network.latency="
              + Quantity.formatTime(network.latencyPs())
              + " of "
              + machine.name()
              + " is less than the latency of its topology's links between neighbouring nodes, "
              + Quantity.formatTime(nearest.latencyPs())
              + ": a message takes at least that long, so a lower latency has no effect; set the"
              + " latencies of the topology's links too");
    }
    if (network.bytesPerSecond() > nearest.bytesPerSecond()) {
      parameters.warn(
          "network.bandwidth="
              + Quantity.formatBytesPerSecond(network.bytesPerSecond())
              + " of "
              + machine.name()
              + " is more than the bandwidth of its topology's links between neighbouring nodes, "
              + Quantity.formatBytesPerSecond(nearest.bytesPerSecond())
              + ": no message moves faster than that, so a higher bandwidth has no effect; set the"
              + " bandwidths of the topology's links too");
    }
  }

  /** The topology contradicts the number of interfaces that is stated outside it. */
  void ofInterfaces(Topology topology) {
    if (topology.interfaces() == 1) {
      return;
    }
    for (NodeGroup group : machine.groups()) {
      if (group.nics() != topology.interfaces()) {
        parameters.warn(
            "nodeGroups."
                + group.name()
                + ".nics="
                + group.nics()
                + " of "
                + machine.name()
                + " contradicts topology.interfaces="
                + topology.interfaces()
                + ": model flow uses the latter, other models the former");
      }
    }
  }
}
