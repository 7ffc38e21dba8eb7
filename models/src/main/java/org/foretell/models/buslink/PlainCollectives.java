package org.foretell.models.buslink;

import java.util.Set;
import org.foretell.machine.BusNodes;
import org.foretell.machine.BusSite;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Placement;
import org.foretell.model.CollectiveCall;
import org.foretell.model.CollectiveModel;
import org.foretell.models.formula.Collective;
import org.foretell.models.formula.NodeTraffic;
import org.foretell.time.Ps;

/**
 * Collectives on a machine that says nothing of fans. A binomial tree there and back, as Dimemas
 * has it; where each member has a block of its own as many rounds in which each byte of these moves
 * once, if that is faster. No less than what links and buses must carry, and than a latency for
 * each round. Collectives of which somebody has said how they grow are those of Dimemas.
 */
final class PlainCollectives implements CollectiveModel {
  private static final double PS_PER_SECOND = Ps.PER_SECOND;

  private final DimemasCollectives fans;
  private final DimemasModel model;
  private final Placement placement;
  private final Set<Collective> stated;

  /**
   * Collectives of one site.
   *
   * @param stated groups whose fans are those of Dimemas
   */
  PlainCollectives(DimemasModel model, Placement placement, Set<Collective> stated) {
    fans = model.collectives();
    this.model = model;
    this.placement = placement;
    this.stated = Set.copyOf(stated);
  }

  @Override
  public long durationPs(CollectiveCall call) {
    long tree = fans.durationPs(call);
    if (stated.contains(Collective.of(call.code()))) {
      return tree;
    }
    long faster =
        switch (Collective.of(call.code())) {
          case GATHER, SCATTER, ALLGATHER, ALLTOALL, REDUCE_SCATTER -> eachByteOncePs(call);
          default -> tree;
        };
    return Math.max(leastPs(call), Math.min(tree, faster));
  }

  private long eachByteOncePs(CollectiveCall call) {
    BusNodes node = node(call);
    int nodes = call.nodes();
    int ofNode = NodeTraffic.membersOfNode(call);
    double bytes = Math.max(call.decidingSentBytes(), call.decidingReceivedBytes());
    LinkSpeed within = node.intraNode();
    long between =
        nodes == 1 ? 0 : roundsPs(nodes, node.latencyPs(), bytes / site().bytesPerSecond());
    return Ps.plus(
        between,
        ofNode == 1 ? 0 : roundsPs(ofNode, within.latencyPs(), bytes / within.bytesPerSecond()));
  }

  private static long roundsPs(int partners, long latencyPs, double seconds) {
    long latencies = Ps.times(2L * Collective.rounds(partners), latencyPs);
    return Ps.plus(latencies, Ps.round(seconds * PS_PER_SECOND));
  }

  /**
   * In {@code k} latencies, each of which is a startup of somebody, no more than {@code 2^k} nodes
   * learn of each other.
   */
  @Override
  public long leastPs(CollectiveCall call) {
    int nodes = call.nodes();
    if (nodes == 1 || Collective.of(call.code()) == Collective.NEIGHBOR) {
      return 0;
    }
    long rounds = Ps.times(Collective.rounds(nodes), node(call).latencyPs());
    double seconds = leastLinkBytes(call, nodes) / site().bytesPerSecond();
    return Math.max(rounds, Ps.round(seconds * PS_PER_SECOND));
  }

  /** The bytes that the busiest link or bus carries at least. */
  private double leastLinkBytes(CollectiveCall call, int nodes) {
    double ofNode = NodeTraffic.leastBytes(call);
    BusNodes node = node(call);
    int links = Math.max(node.inputLinks(), node.outputLinks());
    double ofLink = links > 0 ? ofNode / links : 0;
    double all =
        switch (Collective.of(call.code())) {
          case GATHER, SCATTER -> ofNode;
          default -> ofNode * (nodes - 1);
        };
    int buses = site().buses();
    return Math.max(ofLink, buses > 0 ? all / buses : 0);
  }

  private BusSite site() {
    return model.machine().sites().get(0);
  }

  private BusNodes node(CollectiveCall call) {
    return model.group(placement.node(call.worldRank(call.decidingMember())));
  }
}
