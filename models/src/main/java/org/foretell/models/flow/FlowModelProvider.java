package org.foretell.models.flow;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.foretell.machine.InterfaceFigures;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.OverheadShare;
import org.foretell.machine.Topology;
import org.foretell.machine.topology.Crossbar;
import org.foretell.machine.topology.MultiRail;
import org.foretell.machine.topology.Routing;
import org.foretell.model.CommunicationModel;
import org.foretell.model.FigureOrigin;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelTrait;
import org.foretell.model.ParameterException;
import org.foretell.model.ParameterPlace;
import org.foretell.model.ParameterRole;
import org.foretell.models.flow.FlowSettings.Weights;
import org.foretell.models.formula.BoundedFormula;
import org.foretell.models.parameters.ByDistance;
import org.foretell.models.parameters.Parameter;
import org.foretell.models.parameters.ParameterizedProvider;
import org.foretell.models.parameters.Parameters;
import org.foretell.models.parameters.SizeFactors;
import org.foretell.models.parameters.SpeedBySize;
import org.foretell.models.parameters.SpeedFactors;
import org.foretell.models.simple.SimpleCollectives;
import org.foretell.time.Ps;
import org.jspecify.annotations.Nullable;

/** Messages as flows that share the links of a topology. See {@code docs/models/flow.md}. */
public final class FlowModelProvider extends ParameterizedProvider {
  private static final int MOST_PORTS = 1 << 24;

  /** Each message under way takes memory for a route of the longest kind. */
  private static final int LONGEST_ROUTE = 1024;

  private static final FigureOrigin NO_ENDS = new FigureOrigin.Default("ends=none");

  /** Messages that an interface carries in the time in which a rank sends one. */
  private static final int MESSAGES_IN_OVERHEAD = 10;

  private enum Start {
    SENT,
    POSTED
  }

  private enum WithinNode {
    SPEED,
    LINKS
  }

  private enum EndCosts {
    MACHINE,
    NONE
  }

  private enum Network {
    MACHINE,
    CROSSBAR
  }

  private static final Parameter<Network> TOPOLOGY =
      Parameter.word(
              "topology",
              List.of(Network.values()),
              "machine; without one, crossbar",
              "machine: the machine's own; crossbar: one link out of and one into each node,"
                  + " derived from latency and bandwidth.")
          .as(ParameterRole.CHOICE, ParameterPlace.BETWEEN_NODES)
          .brings(Network.CROSSBAR, ModelTrait.TOPOLOGY_LEFT_ASIDE);

  private static final Parameter<Long> LATENCY =
      Parameter.timePs(
              "latency",
              "machine: network.latency",
              "Latency of a small message between neighbouring nodes, ends included. With ends=none"
                  + " for the derived crossbar only.")
          .as(ParameterRole.LATENCY, ParameterPlace.BETWEEN_NODES);

  private static final Parameter<Double> BANDWIDTH =
      Parameter.bytesPerSecond(
              "bandwidth",
              "machine: network.bandwidth",
              "Largest rate of one message over one interface. With ends=none for the derived"
                  + " crossbar only.")
          .as(ParameterRole.BANDWIDTH, ParameterPlace.BETWEEN_NODES);

  private static final Parameter<EndCosts> ENDS =
      Parameter.word(
          "ends",
          List.of(EndCosts.values()),
          "machine; without one, none",
          "machine: messages have overheads, and interfaces their limits, so that a small one"
              + " takes the machine's latency; none: only the route and stated overheads, of eager"
              + " messages, cost time, as in SimGrid.");

  private static final Parameter<Long> MESSAGE_GAP =
      Parameter.timePs(
              "messageGap",
              "machine: 1 / network.messageRate, else sendOverhead / 10; with ends=none 0us",
              "Time for which each message blocks its sending and its receiving interface for the"
                  + " next one.")
          .as(ParameterRole.GAP, ParameterPlace.EVERYWHERE);

  private static final Parameter<Long> STRIPE_THRESHOLD =
      Parameter.bytes(
              "stripeThreshold",
              "machine: network.stripeThreshold, else eagerThreshold; with ends=none unlimited",
              "Larger messages are striped in equal parts over all interfaces of both nodes.")
          .as(ParameterRole.STRIPE_THRESHOLD, ParameterPlace.EVERYWHERE);

  private static final Parameter<WithinNode> INTRA_NODE =
      Parameter.word(
              "intraNode",
              List.of(WithinNode.values()),
              WithinNode.SPEED,
              "Messages within a node: speed (of intraLatency and intraBandwidth, shared with"
                  + " none), or links (out by the node's link and back in, as in SimGrid without"
                  + " loopback).")
          .as(ParameterRole.CHOICE, ParameterPlace.WITHIN_NODE)
          .brings(WithinNode.LINKS, ModelTrait.WITHIN_OVER_LINKS);

  private static final Parameter<Long> INTRA_LATENCY =
      Parameter.timePs(
              "intraLatency",
              "machine: intraNode.latency; without a machine, as latency",
              "Latency within a node.")
          .as(ParameterRole.LATENCY, ParameterPlace.WITHIN_NODE);

  private static final Parameter<Double> INTRA_BANDWIDTH =
      Parameter.bytesPerSecond(
              "intraBandwidth",
              "machine: intraNode.bandwidth; without a machine, as bandwidth",
              "Bandwidth within a node, shared by the messages of a rank; with ends=none each has"
                  + " all of it.")
          .as(ParameterRole.BANDWIDTH, ParameterPlace.WITHIN_NODE);

  private static final Parameter<Long> EAGER_THRESHOLD =
      Parameter.bytes(
              "eagerThreshold",
              "machine: eagerThreshold",
              "Messages up to and including this size do not wait for the receiver.")
          .as(ParameterRole.PROTOCOL_THRESHOLD, ParameterPlace.EVERYWHERE);

  private static final Parameter<Start> EAGER_START =
      Parameter.word(
          "eagerStart",
          List.of(Start.values()),
          Start.SENT,
          "Start of the transfer of an eager message: sent, or posted (not before its receive is"
              + " posted).");

  private static final Parameter<Long> ENVELOPE =
      Parameter.bytes("envelope", 0L, "Bytes that each message carries besides its payload.")
          .as(ParameterRole.SIZE, ParameterPlace.EVERYWHERE);

  private static final Parameter<Weights> WEIGHTS =
      Parameter.word(
          "weights",
          List.of(Weights.values()),
          Weights.EQUAL,
          "How flows share a link: equal, or latency (in proportion to the inverse of the latency"
              + " of the route, as in SimGrid).");

  private static final Parameter<SizeFactors> LATENCY_FACTORS =
      SizeFactors.parameter(
          "latencyFactors",
          "Factors of the latency by size of the message, as in SimGrid's smpi/lat-factor.");

  private static final Parameter<SizeFactors> BANDWIDTH_FACTORS =
      SizeFactors.parameter(
          "bandwidthFactors",
          "Factors of the rate by size of the message, as in SimGrid's smpi/bw-factor.");

  private static final Parameter<SizeFactors> INTRA_LATENCY_FACTORS =
      SizeFactors.parameter(
              "intraLatencyFactors",
              "latencyFactors",
              "Factors of the latency within a node by size of the message.")
          .as(ParameterRole.TABLE, ParameterPlace.WITHIN_NODE);

  private static final Parameter<SizeFactors> INTRA_BANDWIDTH_FACTORS =
      SizeFactors.parameter(
              "intraBandwidthFactors",
              "bandwidthFactors",
              "Factors of the rate within a node by size of the message.")
          .as(ParameterRole.TABLE, ParameterPlace.WITHIN_NODE);

  private static final Parameter<Long> WINDOW =
      Parameter.bytes(
              "window",
              Long.MAX_VALUE,
              "A flow's rate is at most this over twice the latency of its route, as with TCP.")
          .as(ParameterRole.SIZE, ParameterPlace.EVERYWHERE);

  private static final Parameter<Double> CROSS_TRAFFIC =
      Parameter.number(
              "crossTraffic",
              0.0,
              "Bandwidth that a flow uses on the links of its way back, as a share of its rate;"
                  + " 0.05 in SimGrid's defaults.")
          .as(ParameterRole.FACTOR, ParameterPlace.EVERYWHERE);

  private static final String OVERHEAD_DEFAULT = "latency / 4; with ends=none 0us";

  private static final Parameter<Long> SEND_OVERHEAD =
      Parameter.timePs(
              "sendOverhead",
              OVERHEAD_DEFAULT,
              "Time for which a blocking send occupies its caller.")
          .as(ParameterRole.OVERHEAD, ParameterPlace.EVERYWHERE);

  private static final Parameter<Long> ISEND_OVERHEAD =
      Parameter.timePs(
              "isendOverhead",
              OVERHEAD_DEFAULT,
              "Time for which a non-blocking send, or a sendrecv, occupies its caller.")
          .as(ParameterRole.OVERHEAD, ParameterPlace.EVERYWHERE);

  private static final Parameter<Long> RECEIVE_OVERHEAD =
      Parameter.timePs(
              "receiveOverhead",
              OVERHEAD_DEFAULT,
              "Time of receiving a message once it has arrived.")
          .as(ParameterRole.OVERHEAD, ParameterPlace.EVERYWHERE);

  /** For the service loader. */
  public FlowModelProvider() {}

  @Override
  public String name() {
    return "flow";
  }

  @Override
  public boolean fitsAnyMachine() {
    return true;
  }

  @Override
  public String advantage() {
    return "flow knows its links and routes";
  }

  @Override
  public String summary() {
    return "Messages share the links of the topology by max-min fairness: contention anywhere in"
        + " the network counts; for large messages, hot links, and comparison with SimGrid.";
  }

  @Override
  public List<Parameter<?>> declared() {
    return List.of(
        TOPOLOGY,
        LATENCY,
        BANDWIDTH,
        ENDS,
        MESSAGE_GAP,
        STRIPE_THRESHOLD,
        INTRA_NODE,
        INTRA_LATENCY,
        INTRA_BANDWIDTH,
        EAGER_THRESHOLD,
        EAGER_START,
        ENVELOPE,
        WEIGHTS,
        LATENCY_FACTORS,
        BANDWIDTH_FACTORS,
        INTRA_LATENCY_FACTORS,
        INTRA_BANDWIDTH_FACTORS,
        WINDOW,
        CROSS_TRAFFIC,
        SEND_OVERHEAD,
        ISEND_OVERHEAD,
        RECEIVE_OVERHEAD);
  }

  @Override
  public CommunicationModel read(Parameters parameters, ModelContext context) {
    Machine machine = context.machine();
    EndCosts ends =
        machine == null
            ? parameters.get(
                ENDS.only(List.of(EndCosts.NONE)),
                EndCosts.NONE,
                new FigureOrigin.Default("no machine given"))
            : parameters.get(ENDS, EndCosts.MACHINE, new FigureOrigin.Default("machine"));
    LinkSpeed network = machine == null ? null : machine.buses().speed();
    long latencyPs =
        parameters.get(
            LATENCY,
            network == null ? null : network.latencyPs(),
            FigureOrigin.machine("network.latency"));
    double bytesPerSecond =
        parameters.get(
            BANDWIDTH,
            network == null ? null : network.bytesPerSecond(),
            FigureOrigin.machine("network.bandwidth"));
    LinkSpeed endToEnd = new LinkSpeed(latencyPs, bytesPerSecond);
    ByDistance<LinkSpeed> speeds =
        ByDistance.withinNodes(
            parameters, LATENCY, BANDWIDTH, INTRA_LATENCY, INTRA_BANDWIDTH, endToEnd, context);
    long eagerBytes =
        parameters.get(
            EAGER_THRESHOLD,
            machine == null ? null : machine.eagerThresholdBytes(),
            FigureOrigin.machine("eagerThreshold"));
    Topology own = ownTopology(parameters, context);
    boolean atEnds = ends == EndCosts.MACHINE;
    NearestRoute nearest = own == null ? NearestRoute.NONE : NearestRoute.of(own);
    EndLatencies latencies = endLatencies(parameters, latencyPs, nearest.latencyPs(), atEnds);
    int rails = own == null ? (atEnds ? mostInterfaces(context) : 1) : own.interfaces();
    Topology topology =
        own == null ? crossbar(context, latencies.restPs(), bytesPerSecond, rails) : own;
    if (machine != null && context.placement().nodesUsed() > 1) {
      FlowWarnings warnings = new FlowWarnings(machine, parameters);
      if (own != null) {
        if (atEnds) {
          warnings.ofLinks(endToEnd, nearest);
        }
        warnings.ofInterfaces(own);
      } else if (machine.topology().isEmpty() && !parameters.givenByUser(TOPOLOGY)) {
        warnings.withoutTopology();
      }
    }
    boolean overLinks = parameters.get(INTRA_NODE) == WithinNode.LINKS;
    SpeedFactors factors =
        new SpeedFactors(parameters.get(LATENCY_FACTORS), parameters.get(BANDWIDTH_FACTORS));
    SpeedFactors factorsWithin =
        factors.within(
            parameters,
            LATENCY_FACTORS,
            BANDWIDTH_FACTORS,
            INTRA_LATENCY_FACTORS,
            INTRA_BANDWIDTH_FACTORS);
    Start start = parameters.get(EAGER_START);
    FlowSettings settings =
        new FlowSettings(
            parameters.get(WEIGHTS),
            parameters.get(ENVELOPE),
            factors,
            factorsWithin,
            window(parameters),
            parameters.get(CROSS_TRAFFIC),
            eagerBytes,
            start == Start.SENT,
            start == Start.POSTED || !atEnds,
            overLinks
                ? message -> latencies.overheads()
                : speeds.map(latencies.overheads(), latencies::overheadsWithin)::of,
            own == null || !atEnds ? 0 : latencies.restPs(),
            atEnds ? bytesPerSecond : Double.POSITIVE_INFINITY);
    InterfaceFigures figures = machine == null ? InterfaceFigures.UNSTATED : machine.interfaces();
    long gapPs =
        atEnds
            ? messageGapPs(parameters, figures.messagesPerSecond(), latencies.overheads())
            : parameters.get(MESSAGE_GAP, 0L, NO_ENDS);
    OptionalLong stripes = figures.stripeThresholdBytes();
    long stripeBytes =
        atEnds
            ? parameters.get(
                STRIPE_THRESHOLD,
                stripes.orElse(eagerBytes),
                stripes.isPresent()
                    ? FigureOrigin.machine("network.stripeThreshold")
                    : new FigureOrigin.SameAs(EAGER_THRESHOLD.name(), "eagerThreshold"))
            : parameters.get(STRIPE_THRESHOLD, Long.MAX_VALUE, NO_ENDS);
    Interfaces interfaces =
        atEnds
            ? new Interfaces(context.placement(), interfacesOfNode(context, own, rails), gapPs)
            : Interfaces.UNLIMITED;
    TopologyFlows flows =
        new TopologyFlows(
            overLinks ? new OutAndBack(topology) : topology,
            speeds.map(endToEnd, latencies::within)::of,
            settings,
            interfaces,
            atEnds && !overLinks ? copyRates(speeds, context) : new double[0]);
    return new CommunicationModel(
        name(),
        rails > 1 && atEnds && !overLinks
            ? new StripedFlows(flows, interfaces, rails, stripeBytes)
            : flows,
        new BoundedFormula(
            SimpleCollectives.ofDefaultGrowth(
                atEnds
                    ? bySize(speeds, factors, factorsWithin, latencies)
                    : bySize(speeds, SpeedFactors.ONE, SpeedFactors.ONE, latencies)),
            1e12 / bytesPerSecond / mostInterfaces(context)));
  }

  /** As messages: the overheads, which are a part of the latency, have no factors. */
  private static ByDistance<SpeedBySize> bySize(
      ByDistance<LinkSpeed> speeds,
      SpeedFactors factors,
      SpeedFactors factorsWithin,
      EndLatencies latencies) {
    return speeds.map(
        new SpeedBySize(speeds.betweenNodes(), factors, latencies.overheadsPs()),
        speed -> new SpeedBySize(speed, factorsWithin, latencies.overheadsWithinPs(speed)));
  }

  private static long messageGapPs(
      Parameters parameters, OptionalDouble rate, MessageOverheads overheads) {
    if (rate.isEmpty()) {
      long defaultPs = overheads.sendPs() / MESSAGES_IN_OVERHEAD;
      return parameters.get(
          MESSAGE_GAP,
          defaultPs,
          FigureOrigin.derived(SEND_OVERHEAD.name(), "sendOverhead / " + MESSAGES_IN_OVERHEAD));
    }
    long statedPs = Ps.round(1e12 / rate.getAsDouble());
    return parameters.get(
        MESSAGE_GAP,
        statedPs,
        FigureOrigin.ofMachineAlone("network.messageRate", "1 / machine's messageRate"));
  }

  private static EndLatencies endLatencies(
      Parameters parameters, long latencyPs, long routePs, boolean atEnds) {
    long defaultPs = atEnds ? EndLatencies.defaultOverheadPs(latencyPs, routePs) : 0;
    FigureOrigin origin =
        atEnds
            ? FigureOrigin.derived(LATENCY.name(), "latency / " + OverheadShare.OF_LATENCY)
            : NO_ENDS;
    MessageOverheads overheads =
        new MessageOverheads(
            parameters.get(SEND_OVERHEAD, defaultPs, origin),
            parameters.get(ISEND_OVERHEAD, defaultPs, origin),
            parameters.get(RECEIVE_OVERHEAD, defaultPs, origin),
            atEnds);
    return new EndLatencies(
        latencyPs,
        routePs,
        overheads,
        atEnds,
        parameters.given(SEND_OVERHEAD),
        parameters.given(ISEND_OVERHEAD),
        parameters.given(RECEIVE_OVERHEAD));
  }

  /** What each rank copies for messages within its node. */
  private static double[] copyRates(ByDistance<LinkSpeed> speeds, ModelContext context) {
    return IntStream.range(0, context.placement().ranks())
        .mapToDouble(rank -> speeds.withinNodeOf(rank).bytesPerSecond())
        .toArray();
  }

  private static int mostInterfaces(ModelContext context) {
    Machine machine = context.machine();
    return machine == null
        ? 1
        : machine.groups().stream().mapToInt(NodeGroup::nics).max().orElse(1);
  }

  /** As many as the machine says, and if its topology tells several apart, as many as those. */
  private static Interfaces.OfNode interfacesOfNode(
      ModelContext context, @Nullable Topology own, int rails) {
    Machine machine = context.machine();
    return machine == null || (own != null && rails > 1)
        ? node -> rails
        : node -> machine.groupOf(node).nics();
  }

  private static long window(Parameters parameters) {
    long bytes = parameters.get(WINDOW);
    if (bytes < 1) {
      throw parameters.refused(WINDOW, "must be above 0 bytes, or unlimited");
    }
    return bytes;
  }

  /** The topology of the machine, unless it has none or a crossbar is asked for. */
  private static @Nullable Topology ownTopology(Parameters parameters, ModelContext context) {
    Machine machine = context.machine();
    Topology own = machine == null ? null : machine.topology().orElse(null);
    Network chosen =
        own == null
            ? parameters.get(
                TOPOLOGY.only(List.of(Network.CROSSBAR)),
                Network.CROSSBAR,
                new FigureOrigin.Default("derived: none stated"))
            : parameters.get(
                TOPOLOGY,
                Network.MACHINE,
                new FigureOrigin.OfMachine("network.topology", false, "machine: " + own.title()));
    if (own == null || chosen == Network.CROSSBAR) {
      return null;
    }
    if (own.longestRoute() > LONGEST_ROUTE) {
      throw new ParameterException(
          "topology: "
              + own.title()
              + " has routes of up to "
              + own.longestRoute()
              + " links; flows are followed over at most "
              + LONGEST_ROUTE);
    }
    return own;
  }

  /** Links out of and into each interface of each node; a message passes two of them. */
  private static Topology crossbar(
      ModelContext context, long latencyPs, double bytesPerSecond, int rails) {
    LinkSpeed link = new LinkSpeed((latencyPs + 1) / 2, bytesPerSecond);
    int nodes = nodes(context);
    long ports = (long) nodes * rails;
    if (ports > MOST_PORTS) {
      throw new ParameterException(
          "%,d nodes with %d interfaces each have %,d interfaces; without a topology flows go through at most 2^24"
              .formatted(nodes, rails, ports));
    }
    return rails == 1
        ? Crossbar.of(nodes, link)
        : MultiRail.ports(Crossbar.of((int) ports, link), rails, Routing.DETERMINISTIC);
  }

  private static int nodes(ModelContext context) {
    Machine machine = context.machine();
    return machine == null
        ? 1 + IntStream.of(context.placement().nodes()).max().orElse(0)
        : machine.nodes();
  }
}
