package org.foretell.models.buslink;

import java.util.ArrayList;
import java.util.List;
import org.foretell.machine.BusLinks;
import org.foretell.machine.BusNodes;
import org.foretell.machine.BusSite;
import org.foretell.machine.LinkSpeed;

/** What collectives pay within the nodes of a run without a machine. */
final class StagesWithinNodes {
  private StagesWithinNodes() {}

  /**
   * The same links, but no stage within a node costs anything unless the user says what it costs.
   *
   * @param latency whether the user gives the latency within a node
   * @param bandwidth whether the user gives the bandwidth within a node
   */
  static BusLinks onlyIfGiven(BusLinks links, boolean latency, boolean bandwidth) {
    List<BusSite> sites = new ArrayList<>();
    for (BusSite site : links.sites()) {
      List<BusNodes> nodes = new ArrayList<>();
      for (BusNodes group : site.nodes()) {
        LinkSpeed own = group.intraNode();
        LinkSpeed stage =
            new LinkSpeed(
                latency ? own.latencyPs() : LinkSpeed.INSTANT.latencyPs(),
                bandwidth ? own.bytesPerSecond() : LinkSpeed.INSTANT.bytesPerSecond());
        nodes.add(group.toBuilder().intraNode(stage).build());
      }
      sites.add(site.toBuilder().nodes(nodes).build());
    }
    return new BusLinks(sites, links.wideArea(), links.burstRules());
  }
}
