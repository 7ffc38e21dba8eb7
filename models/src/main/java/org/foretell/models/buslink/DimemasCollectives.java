package org.foretell.models.buslink;

import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;
import java.util.List;
import org.foretell.machine.BusNodes;
import org.foretell.machine.BusSite;
import org.foretell.machine.Fan;
import org.foretell.machine.FanModel;
import org.foretell.machine.FanSize;
import org.foretell.machine.Fans;
import org.foretell.machine.Placement;
import org.foretell.machine.WideArea;
import org.foretell.model.BusLinkModel;
import org.foretell.model.CollectiveCall;
import org.foretell.model.CollectiveModel;
import org.foretell.models.formula.Collective;
import org.foretell.time.Ps;

/**
 * Collectives as Dimemas has them: a fan-in and a fan-out between nodes and the same within nodes,
 * at the site where that takes longest, and the same between sites.
 */
final class DimemasCollectives implements CollectiveModel {
  private static final int NOBODY = -1;
  private static final double NS_PER_SECOND = 1e9;
  private static final double PS_PER_NS = 1e3;

  private final BusLinkModel model;
  private final Placement placement;
  private final List<BusSite> sites;

  DimemasCollectives(BusLinkModel model, Placement placement) {
    this.model = model;
    this.placement = placement;
    sites = model.machine().sites();
  }

  /** What a fan costs, nanoseconds: in all, and of that the latencies. */
  private record Cost(double ns, double latencyNs) {
    static final Cost NOTHING = new Cost(0, 0);

    Cost plus(Cost other) {
      return new Cost(ns + other.ns, latencyNs + other.latencyNs);
    }

    /** By this Dimemas tells what takes longest; it counts the latencies twice. */
    double weight() {
      return ns + latencyNs;
    }
  }

  @Override
  public long durationPs(CollectiveCall call) {
    int[] members = representatives(call);
    Int2IntOpenHashMap ranksOfNode = new Int2IntOpenHashMap();
    for (int member = 0; member < call.participants(); member++) {
      ranksOfNode.addTo(node(call, member), 1);
    }
    Cost longest = Cost.NOTHING;
    int lastNode = NOBODY;
    int siteCount = 0;
    for (int site = 0; site < members.length; site++) {
      if (members[site] != NOBODY) {
        lastNode = node(call, members[site]);
        Cost cost = atSite(call, site, model.group(lastNode), ranksOfNode);
        longest = cost.weight() > longest.weight() ? cost : longest;
        siteCount++;
      }
    }
    double ns = longest.ns;
    if (siteCount > 1) {
      WideArea wideArea = model.machine().wideArea();
      Fans fans = wideArea.fans().getOrDefault(call.code(), Fans.both(wideArea.collectives()));
      long latencyPs = model.group(lastNode).wideAreaLatencyPs();
      ns += both(call, fans, call.participants(), 0, latencyPs, wideArea.bytesPerSecond()).ns;
    }
    return Ps.plus(Ps.round(ns * PS_PER_NS), flightPs(call));
  }

  private int node(CollectiveCall call, int member) {
    return placement.node(call.worldRank(member));
  }

  /** By site the member whose node's latency counts. */
  private int[] representatives(CollectiveCall call) {
    int[] members = new int[sites.size()];
    Arrays.fill(members, NOBODY);
    members[model.site(node(call, call.decidingMember()))] = call.decidingMember();
    for (int i = 0; i < call.participants(); i++) {
      int member = call.memberByArrival(i);
      int site = model.site(node(call, member));
      if (members[site] == NOBODY) {
        members[site] = member;
      }
    }
    return members;
  }

  private Cost atSite(
      CollectiveCall call, int number, BusNodes representative, Int2IntOpenHashMap ranksOfNode) {
    BusSite site = sites.get(number);
    Fans fans = site.fans().getOrDefault(call.code(), Fans.both(site.collectives()));
    int nodes = 0;
    Cost longest = Cost.NOTHING;
    for (Int2IntMap.Entry entry : ranksOfNode.int2IntEntrySet()) {
      if (model.site(entry.getIntKey()) == number) {
        nodes++;
        BusNodes node = model.group(entry.getIntKey());
        Cost cost =
            both(
                call,
                fans,
                entry.getIntValue(),
                0,
                node.intraNode().latencyPs(),
                node.intraNode().bytesPerSecond());
        longest = cost.weight() > longest.weight() ? cost : longest;
      }
    }
    return site.nodeCount() == 1
        ? longest
        : both(call, fans, nodes, site.buses(), representative.latencyPs(), site.bytesPerSecond())
            .plus(longest);
  }

  private static Cost both(
      CollectiveCall call,
      Fans fans,
      int partners,
      int buses,
      long latencyPs,
      double bytesPerSecond) {
    double latencyNs = latencyPs / PS_PER_NS;
    double nsPerByte = NS_PER_SECOND / bytesPerSecond;
    long inBytes = bytes(call, fans.in().size(), call.decidingSentBytes());
    long outBytes = bytes(call, fans.out().size(), call.decidingReceivedBytes());
    return cost(fans.in(), partners, buses, latencyNs, inBytes * nsPerByte)
        .plus(cost(fans.out(), partners, buses, latencyNs, outBytes * nsPerByte));
  }

  private static Cost cost(Fan fan, int partners, int buses, double latencyNs, double dataNs) {
    if (fan.model() == FanModel.NONE) {
      return Cost.NOTHING;
    }
    double factor =
        switch (fan.model()) {
          case LINEAR -> partners - 1;
          case LOGARITHMIC -> stages(partners, buses);
          default -> 1;
        };
    return new Cost((latencyNs + dataNs) * factor, latencyNs * factor);
  }

  private static long bytes(CollectiveCall call, FanSize size, long own) {
    long sent = call.decidingSentBytes();
    long received = call.decidingReceivedBytes();
    return switch (size) {
      case OWN -> own;
      case MIN -> Math.min(sent, received);
      case MAX -> Math.max(sent, received);
      case MEAN -> (sent + received) / 2;
      case TWICE_MAX -> 2 * Math.max(sent, received);
      case SUM -> sent + received;
    };
  }

  /**
   * Rounds of a binomial tree; with limited buses each round takes as many as its messages need to
   * pass over them.
   */
  static long stages(int partners, int buses) {
    int rounds = Collective.rounds(partners);
    if (buses == 0) {
      return rounds;
    }
    long total = 0;
    for (int round = 0; round < rounds; round++) {
      long first = (1L << round) - 1;
      long step = 1L << (round + 1);
      long messages = first < partners - 1L ? (partners - 2 - first) / step + 1 : 0;
      total += Collective.ceilDivide(messages, buses);
    }
    return total;
  }

  /** The longest flights to and from the site of the deciding member. */
  long flightPs(CollectiveCall call) {
    WideArea wideArea = model.machine().wideArea();
    if (sites.size() == 1) {
      return 0;
    }
    int own = model.site(node(call, call.decidingMember()));
    long in = 0;
    long out = 0;
    for (int member = 0; member < call.participants(); member++) {
      int site = model.site(node(call, member));
      if (site != own) {
        in = Math.max(in, wideArea.flightPs(site, own));
        out = Math.max(out, wideArea.flightPs(own, site));
      }
    }
    return Ps.plus(in, out);
  }
}
