package org.foretell.models.flow;

import java.util.Arrays;
import java.util.function.Function;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Topology;
import org.foretell.model.FlowModel;
import org.foretell.model.LinkObserver;
import org.foretell.model.Message;
import org.foretell.models.parameters.SpeedFactors;
import org.foretell.time.Ps;
import org.foretell.time.TimeOverflowException;
import org.jspecify.annotations.Nullable;

/**
 * Messages as flows over the routes of a topology. A flow first passes the latency of its route,
 * during which it uses no bandwidth, then its bytes move at a max-min fair rate.
 *
 * <p>{@link MovingFlows} has those that share links.
 */
public final class TopologyFlows extends FlowModel {
  private static final double PS_PER_SECOND = Ps.PER_SECOND;

  private final Topology topology;

  private final Function<Message, LinkSpeed> withinNode;
  private final FlowSettings settings;
  private final Interfaces interfaces;
  private final double[] copyBytesPerSecond;
  private final boolean hasCrossTraffic;

  /** Whether the copies of a rank share its speed: as two more links for each rank. */
  private final boolean copies;

  private final UsedLinks links;
  private final Changes changes = new Changes();
  private final MovingFlows moving;
  private final int[] route;
  private final int[] sharedRoute;
  private @Nullable CarriedBytes carried;
  private long nowPs;

  // By flow.
  private int[] phase = {};

  /** Bytes to move, times picoseconds per second, so that over bytes per second they are a time. */
  private double[] whole = {};

  /** Of those that arrive at an interface: at which rate they then go on alone. */
  private double[] rate = {};

  /** Of those that arrive at an interface: the rank for which, and which one of its node. */
  private int[] destination = {};

  private int[] arrivesBy = {};

  private static final int LATENCY = 0;
  private static final int MOVING = 1;
  private static final int ENDS = 2;

  /** On its way to an interface that takes in one message after the other, then to links. */
  private static final int COMES_TO_SHARE = 3;

  /** On its way to such an interface, and then alone at its {@link #rate}. */
  private static final int COMES_ALONE = 4;

  /**
   * Creates flows over a topology.
   *
   * @param topology links between the nodes
   * @param withinNode latency and bandwidth of a message within a node, where the topology has no
   *     links for it; it shares them with no other
   * @param settings overheads, factors and the eager threshold
   */
  public TopologyFlows(
      Topology topology, Function<Message, LinkSpeed> withinNode, FlowSettings settings) {
    this(topology, withinNode, settings, Interfaces.UNLIMITED, new double[0]);
  }

  /**
   * The same over interfaces that take one message after the other.
   *
   * @param copyBytesPerSecond by rank, what it copies out of and into messages within its node, of
   *     which its messages have shares; empty if each has all of it
   */
  TopologyFlows(
      Topology topology,
      Function<Message, LinkSpeed> withinNode,
      FlowSettings settings,
      Interfaces interfaces,
      double[] copyBytesPerSecond) {
    this(topology, withinNode, settings, interfaces, copyBytesPerSecond, ShareTimes.atOnce());
  }

  private TopologyFlows(
      Topology topology,
      Function<Message, LinkSpeed> withinNode,
      FlowSettings settings,
      Interfaces interfaces,
      double[] copyBytesPerSecond,
      ShareTimes shareTimes) {
    this.interfaces = interfaces;
    this.withinNode = withinNode;
    this.topology = topology;
    this.settings = settings;
    hasCrossTraffic = settings.crossTraffic() > 0;
    this.copyBytesPerSecond = copyBytesPerSecond;
    copies = copyBytesPerSecond.length > 0;
    links = new UsedLinks(topology, copyBytesPerSecond);
    route = new int[topology.longestRoute()];
    sharedRoute = new int[Math.max(2, (hasCrossTraffic ? 2 : 1) * route.length)];
    moving =
        new MovingFlows(
            links.capacities(), sharedRoute.length, settings.crossTraffic(), shareTimes, changes);
  }

  @Override
  public TopologyFlows forAnotherReplay() {
    return new TopologyFlows(
        topology,
        withinNode,
        settings,
        interfaces.forAnotherReplay(),
        copyBytesPerSecond,
        ShareTimes.forEstimates());
  }

  @Override
  public Topology tellLinks(LinkObserver observer) {
    carried = new CarriedBytes(observer, topology);
    moving.tell(carried);
    return topology;
  }

  @Override
  public boolean eager(Message message) {
    return message.bytes() <= settings.eagerBytes();
  }

  @Override
  public long sendOverheadPs(Message message) {
    MessageOverheads overheads = settings.overheads().apply(message);
    if (!message.callerBlocks() || message.exchange()) {
      return overheads.nonBlockingSendPs();
    }
    return message.rendezvous() && !overheads.rendezvousToo() ? 0 : overheads.sendPs();
  }

  @Override
  public long receiveOverheadPs(Message message) {
    MessageOverheads overheads = settings.overheads().apply(message);
    return message.rendezvous() && !overheads.rendezvousToo() ? 0 : overheads.receivePs();
  }

  @Override
  public boolean startsWhenSent(Message message) {
    return settings.startsWhenSent();
  }

  @Override
  public boolean receivesAfterSending() {
    return settings.receivesAfterSending();
  }

  @Override
  public void start(int flow, Message message, long startPs) {
    int source = interfaces.of(message.source());
    int target = interfaces.of(message.destination());
    start(flow, message, message.bytes(), source, target, startPs);
  }

  /**
   * A message, or a part of it, starts to move.
   *
   * @param flow its number
   * @param message of which it is
   * @param payload its bytes
   * @param leavesBy interface of the node of the message's sender
   * @param arrivesAt interface of the node of its receiver
   * @param startPs when
   */
  void start(int flow, Message message, long payload, int leavesBy, int arrivesAt, long startPs) {
    nowPs = startPs;
    if (flow >= phase.length) {
      grow(flow + 1);
    }
    changes.starts(flow);
    long all = withEnvelope(payload);
    double bytes = (double) payload + settings.envelopeBytes();
    int length = numberedRoute(message, leavesBy, arrivesAt);
    double factor = factors(length).bandwidth().of(all);
    whole[flow] = (factor == 1 ? bytes : bytes / factor) * PS_PER_SECOND;
    if (carried != null) {
      int count = route(message, leavesBy, arrivesAt, carried.route());
      carried.starts(flow, count, payload, whole[flow]);
    }
    if (length == 0) {
      startWithinNode(flow, message, all);
      return;
    }
    startOnRoute(flow, message, all, leavesBy, arrivesAt, length);
  }

  private void startWithinNode(int flow, Message message, long bytes) {
    LinkSpeed speed = withinNode.apply(message);
    long latency = settings.factorsWithin().latency().scale(speed.latencyPs(), bytes);
    if (!copies || whole[flow] == 0) {
      endsUncontended(flow, latency, speed.bytesPerSecond());
      return;
    }
    sharedRoute[0] = links.copyOut(message.source());
    sharedRoute[1] = links.copyIn(message.destination());
    moving.route(flow, sharedRoute, 2, 2, 1, Double.POSITIVE_INFINITY, whole[flow]);
    comesAfter(flow, latency);
  }

  /** A flow joins its links when its latency is over. */
  private void comesAfter(int flow, long latency) {
    phase[flow] = LATENCY;
    if (latency == 0) {
      join(flow);
    } else {
      changes.set(flow, Ps.plus(nowPs, latency));
    }
  }

  /** The links of a message's route in the topology. */
  private int route(Message message, int leavesBy, int arrivesAt, int[] into) {
    return route(
        message.source(),
        message.sourceNode(),
        leavesBy,
        message.destination(),
        message.destinationNode(),
        arrivesAt,
        into);
  }

  private int route(
      int rank, int node, int leavesBy, int otherRank, int otherNode, int arrivesAt, int[] into) {
    int hash = Topology.hash(rank, otherRank);
    int rails = topology.interfaces();
    return interfaces == Interfaces.UNLIMITED
        ? topology.route(node, otherNode, hash, into)
        : topology.route(node, leavesBy % rails, otherNode, arrivesAt % rails, hash, into);
  }

  private int numberedRoute(Message message, int leavesBy, int arrivesAt) {
    return numbered(route(message, leavesBy, arrivesAt, route));
  }

  /** Gives the links of the current route the numbers that used links have. */
  private int numbered(int length) {
    for (int i = 0; i < length; i++) {
      route[i] = links.number(route[i]);
    }
    return length;
  }

  @Override
  public long acknowledgePs(Message back) {
    int length =
        numberedRoute(back, interfaces.of(back.source()), interfaces.of(back.destination()));
    long latency = length == 0 ? withinNode.apply(back).latencyPs() : settings.endsPs();
    for (int i = 0; i < length; i++) {
      latency = Ps.plus(latency, links.latencyPs(route[i]));
    }
    return factors(length).latency().scale(latency, withEnvelope(back.bytes()));
  }

  private void startOnRoute(
      int flow, Message message, long bytes, int leavesBy, int arrivesAt, int length) {
    long latency = settings.endsPs();
    double slowest = settings.messageBytesPerSecond();
    int count = 0;
    for (int i = 0; i < length; i++) {
      int link = route[i];
      latency = Ps.plus(latency, links.latencyPs(link));
      if (links.shared(link)) {
        sharedRoute[count++] = link;
      } else {
        slowest = Math.min(slowest, links.capacities().of(link));
      }
    }
    double latencySeconds = Ps.toSeconds(latency);
    latency = settings.factors().latency().scale(latency, bytes);
    if (settings.windowBytes() != Long.MAX_VALUE && latencySeconds > 0) {
      slowest = Math.min(slowest, settings.windowBytes() / (2 * latencySeconds));
    }
    boolean sharing = count > 0 && whole[flow] > 0;
    if (sharing) {
      double weight =
          settings.weights() == FlowSettings.Weights.EQUAL || latencySeconds == 0
              ? 1
              : 1 / latencySeconds;
      int all = hasCrossTraffic ? addWayBack(message, leavesBy, arrivesAt, count) : count;
      moving.route(flow, sharedRoute, all, count, weight, slowest, whole[flow]);
    }
    if (interfaces.limitMessages()) {
      long leavesPs = interfaces.leavesPs(message.source(), leavesBy, nowPs);
      rate[flow] = slowest;
      phase[flow] = sharing ? COMES_TO_SHARE : COMES_ALONE;
      destination[flow] = message.destination();
      arrivesBy[flow] = arrivesAt;
      long arrivesPs = Ps.plus(leavesPs, latency);
      if (arrivesPs == nowPs) {
        arrive(flow);
      } else {
        changes.set(flow, arrivesPs);
      }
    } else if (!sharing) {
      endsUncontended(flow, latency, count == 0 ? slowest : Double.POSITIVE_INFINITY);
    } else {
      comesAfter(flow, latency);
    }
  }

  /** A flow comes to the interface of its receiver's node, and waits there for those before it. */
  private void arrive(int flow) {
    long takenPs = interfaces.takenPs(destination[flow], arrivesBy[flow], nowPs);
    if (phase[flow] == COMES_ALONE) {
      endsUncontended(flow, takenPs - nowPs, rate[flow]);
    } else if (takenPs == nowPs) {
      join(flow);
    } else {
      phase[flow] = LATENCY;
      changes.set(flow, takenPs);
    }
  }

  private int addWayBack(Message message, int leavesBy, int arrivesAt, int forwardCount) {
    int count = forwardCount;
    int length =
        numbered(
            route(
                message.destination(),
                message.destinationNode(),
                arrivesAt,
                message.source(),
                message.sourceNode(),
                leavesBy,
                route));
    for (int i = 0; i < length; i++) {
      if (links.shared(route[i])) {
        sharedRoute[count++] = route[i];
      }
    }
    return count;
  }

  /** A flow that shares nothing: its end is known. */
  private void endsUncontended(int flow, long latencyPs, double bytesPerSecond) {
    phase[flow] = ENDS;
    if (carried != null) {
      carried.moves(flow, Ps.plus(nowPs, latencyPs));
    }
    long span = Ps.round(whole[flow] / bytesPerSecond);
    changes.set(flow, Ps.plus(nowPs, Ps.plus(latencyPs, span)));
  }

  private SpeedFactors factors(int routeLength) {
    return routeLength == 0 ? settings.factorsWithin() : settings.factors();
  }

  /** With the envelope, by which factors are looked up. */
  private long withEnvelope(long payload) {
    long all = payload + settings.envelopeBytes();
    return all < 0 ? Long.MAX_VALUE : all;
  }

  private void join(int flow) {
    phase[flow] = MOVING;
    if (carried != null) {
      carried.moves(flow, nowPs);
    }
    moving.join(flow, nowPs);
  }

  @Override
  public long nextChangePs() {
    return changes.timePs(moving.nextPs(nowPs, NEVER));
  }

  @Override
  public int nextFinished(long timePs) {
    if (timePs == CrowdEnds.LATEST_PS) {
      throw new TimeOverflowException("the end of the last flows");
    }
    nowPs = timePs;
    moving.tellAll(timePs);
    moving.endBundles(timePs);
    while (changes.isDue(timePs)) {
      int flow = changes.takeFirst();
      switch (phase[flow]) {
        case LATENCY -> join(flow);
        case COMES_TO_SHARE, COMES_ALONE -> arrive(flow);
        case MOVING -> {
          moving.ends(flow, timePs);
          ended(flow, timePs);
          return flow;
        }
        default -> {
          ended(flow, timePs);
          return flow;
        }
      }
    }
    return NONE;
  }

  private void ended(int flow, long timePs) {
    if (carried != null) {
      carried.ends(flow, timePs);
    }
  }

  private void grow(int least) {
    int size = Math.max(least, Math.max(64, 2 * phase.length));
    phase = Arrays.copyOf(phase, size);
    whole = Arrays.copyOf(whole, size);
    rate = Arrays.copyOf(rate, size);
    destination = Arrays.copyOf(destination, size);
    arrivesBy = Arrays.copyOf(arrivesBy, size);
    changes.reserve(size);
    moving.reserve(size);
  }
}
