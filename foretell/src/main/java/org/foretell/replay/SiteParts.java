package org.foretell.replay;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.foretell.machine.BusLinks;
import org.foretell.machine.BusSite;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Placement;
import org.foretell.replay.MovedBusLinks.Part;

/** The sites of a machine of buses and links, and the groups of their nodes, that ranks run on. */
final class SiteParts {
  private final Machine machine;
  private final BusLinks links;

  /** By node how many ranks it has. */
  private final int[] ranks;

  SiteParts(Machine machine, BusLinks links, Placement placement) {
    this.machine = machine;
    this.links = links;
    ranks = new int[machine.nodes()];
    for (int node : placement.nodes()) {
      ranks[node]++;
    }
  }

  /** Sites with a rank. */
  List<Part> sites() {
    List<Part> found = new ArrayList<>();
    for (int site = 0; site < links.sites().size(); site++) {
      int first = firstNode(site, 0);
      if (mostRanks(first, first + links.sites().get(site).nodeCount()) > 0) {
        found.add(new Part(site, Part.ANY));
      }
    }
    return found;
  }

  /**
   * Groups of nodes on one of which there are so many ranks.
   *
   * @param least at least 1
   */
  List<Part> groups(int least) {
    List<Part> found = new ArrayList<>();
    for (int site = 0; site < links.sites().size(); site++) {
      for (int nodes = 0; nodes < links.sites().get(site).nodes().size(); nodes++) {
        Part part = new Part(site, nodes);
        if (mostRanks(firstNode(part), lastNode(part)) >= least) {
          found.add(part);
        }
      }
    }
    return found;
  }

  /** By group of nodes of all sites, by name, which nodes are in it. */
  Map<String, IntPredicate> nodes() {
    Map<String, IntPredicate> found = new LinkedHashMap<>();
    for (int site = 0; site < links.sites().size(); site++) {
      for (int nodes = 0; nodes < links.sites().get(site).nodes().size(); nodes++) {
        Part part = new Part(site, nodes);
        int first = firstNode(part);
        int last = lastNode(part);
        found.put(name(part), node -> node >= first && node < last);
      }
    }
    return found;
  }

  private int mostRanks(int first, int last) {
    int most = 0;
    for (int node = first; node < last; node++) {
      most = Math.max(most, ranks[node]);
    }
    return most;
  }

  private int firstNode(Part part) {
    return firstNode(part.site(), part.nodes());
  }

  private int lastNode(Part part) {
    return firstNode(part) + links.sites().get(part.site()).nodes().get(part.nodes()).count();
  }

  private int firstNode(int site, int nodes) {
    int first = 0;
    for (int before = 0; before < site; before++) {
      first += links.sites().get(before).nodeCount();
    }
    for (int before = 0; before < nodes; before++) {
      first += links.sites().get(site).nodes().get(before).count();
    }
    return first;
  }

  /** By the name that it has in the machine file, as far as it has one of its own. */
  String name(Part part) {
    BusSite site = links.sites().get(part.site());
    if (part.nodes() == Part.ANY) {
      return siteName(part.site());
    }
    int first = 0;
    for (NodeGroup group : machine.groups()) {
      if (first == firstNode(part) && first + group.nodes() == lastNode(part)) {
        return group.name();
      }
      first += group.nodes();
    }
    return site.nodes().size() == 1
        ? siteName(part.site())
        : "%s.nodes[%d]".formatted(siteName(part.site()), part.nodes());
  }

  String siteName(int site) {
    String name = links.sites().get(site).name();
    boolean isOnly =
        !name.isBlank()
            && links.sites().stream().filter(other -> other.name().equals(name)).count() == 1;
    return isOnly ? name : "sites[%d]".formatted(site);
  }
}
