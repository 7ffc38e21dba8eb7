package org.foretell.models.flow;

import java.util.List;
import java.util.stream.IntStream;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.Topology;
import org.foretell.machine.topology.Crossbar;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ModelContext;
import org.foretell.model.ParameterException;
import org.foretell.model.ParameterSpec;
import org.foretell.model.ParameterSpec.Kind;
import org.foretell.models.flow.FlowSettings.Weights;
import org.foretell.models.parameters.ByDistance;
import org.foretell.models.parameters.ParameterizedProvider;
import org.foretell.models.parameters.Parameters;
import org.foretell.models.simple.SimpleCollectives;

/** Messages as flows that share the links of a topology. See {@code docs/models/flow.md}. */
public final class FlowModelProvider extends ParameterizedProvider {
  /** Each message under way takes memory for a route of the longest kind. */
  private static final int LONGEST_ROUTE = 1024;

  private static final String DEFAULT = "default";
  private static final String MACHINE = "machine";

  private enum Start {
    SENT,
    POSTED
  }

  private enum WithinNode {
    SPEED,
    LINKS
  }

  private enum Network {
    MACHINE,
    CROSSBAR
  }

  /** For the service loader. */
  public FlowModelProvider() {}

  @Override
  public String name() {
    return "flow";
  }

  @Override
  public String summary() {
    return "Messages share the links of the topology by max-min fairness: contention anywhere in"
        + " the network counts; for large messages, hot links, and comparison with SimGrid.";
  }

  @Override
  public List<ParameterSpec> parameters() {
    return List.of(
        new ParameterSpec(
            "topology",
            Kind.WORD,
            "machine; without one, crossbar",
            "machine: the machine's own; crossbar: one link out of and one into each node, derived"
                + " from latency and bandwidth."),
        new ParameterSpec(
            "latency", Kind.TIME, "machine: network.latency", "For the derived crossbar only."),
        new ParameterSpec(
            "bandwidth",
            Kind.BYTES_PER_SECOND,
            "machine: network.bandwidth",
            "For the derived crossbar only."),
        new ParameterSpec(
            "intraNode",
            Kind.WORD,
            "speed",
            "Messages within a node: speed (of intraLatency and intraBandwidth, shared with none),"
                + " or links (out by the node's link and back in, as in SimGrid without"
                + " loopback)."),
        new ParameterSpec(
            "intraLatency",
            Kind.TIME,
            "machine: intraNode.latency; without a machine, as latency",
            "Latency within a node."),
        new ParameterSpec(
            "intraBandwidth",
            Kind.BYTES_PER_SECOND,
            "machine: intraNode.bandwidth; without a machine, as bandwidth",
            "Bandwidth within a node, for each message all of it."),
        new ParameterSpec(
            "eagerThreshold",
            Kind.BYTES,
            "machine: eagerThreshold",
            "Messages up to and including this size do not wait for the receiver."),
        new ParameterSpec(
            "eagerStart",
            Kind.WORD,
            "sent",
            "When an eager message starts to move: sent, or posted (not before its receive is"
                + " posted)."),
        new ParameterSpec(
            "envelope", Kind.BYTES, "0B", "What each message carries besides its payload."),
        new ParameterSpec(
            "weights",
            Kind.WORD,
            "equal",
            "How flows share a link: equal, or latency (in proportion to the inverse of the latency"
                + " of the route, as in SimGrid)."),
        new ParameterSpec(
            "latencyFactors",
            Kind.TABLE,
            "0:1",
            "Factors of the latency by size of the message, as in SimGrid's smpi/lat-factor."),
        new ParameterSpec(
            "bandwidthFactors",
            Kind.TABLE,
            "0:1",
            "Factors of the rate by size of the message, as in SimGrid's smpi/bw-factor."),
        new ParameterSpec(
            "window",
            Kind.BYTES,
            "unlimited",
            "A flow's rate is at most this over twice its latency, as with TCP."),
        new ParameterSpec(
            "crossTraffic",
            Kind.NUMBER,
            "0",
            "What a flow takes of the links on its way back, as a share of its rate; 0.05 in"
                + " SimGrid's defaults."),
        new ParameterSpec(
            "sendOverhead", Kind.TIME, "0us", "How long a blocking eager send keeps its caller."),
        new ParameterSpec(
            "isendOverhead", Kind.TIME, "0us", "How long a non-blocking send keeps its caller."),
        new ParameterSpec(
            "receiveOverhead",
            Kind.TIME,
            "0us",
            "How long the receive of an eager message takes once it is there."));
  }

  @Override
  public CommunicationModel read(Parameters parameters, ModelContext context) {
    Machine machine = context.machine();
    LinkSpeed network = machine == null ? null : machine.buses().speed();
    long latencyPs =
        parameters.timePs("latency", network == null ? null : network.latencyPs(), MACHINE);
    double bytesPerSecond =
        parameters.bytesPerSecond(
            "bandwidth", network == null ? null : network.bytesPerSecond(), MACHINE);
    LinkSpeed crossbar = new LinkSpeed(latencyPs, bytesPerSecond);
    ByDistance<LinkSpeed> speeds = ByDistance.withinNodes(parameters, crossbar, context);
    FlowSettings settings =
        new FlowSettings(
            parameters.word("weights", List.of(Weights.values()), Weights.EQUAL, DEFAULT),
            parameters.bytes("envelope", 0L, DEFAULT),
            parameters.table("latencyFactors", SizeFactors::parse, SizeFactors.ONE, DEFAULT),
            parameters.table("bandwidthFactors", SizeFactors::parse, SizeFactors.ONE, DEFAULT),
            window(parameters),
            parameters.number("crossTraffic", 0.0, DEFAULT),
            parameters.bytes(
                "eagerThreshold", machine == null ? null : machine.eagerThresholdBytes(), MACHINE),
            parameters.word("eagerStart", List.of(Start.values()), Start.SENT, DEFAULT)
                == Start.SENT,
            parameters.timePs("sendOverhead", 0L, DEFAULT),
            parameters.timePs("isendOverhead", 0L, DEFAULT),
            parameters.timePs("receiveOverhead", 0L, DEFAULT));
    Topology topology = topology(parameters, crossbar, context);
    return new CommunicationModel(
        name(),
        new TopologyFlows(topology, speeds::of, settings),
        SimpleCollectives.ofDefaultGrowth(speeds));
  }

  private static long window(Parameters parameters) {
    long bytes = parameters.bytes("window", Long.MAX_VALUE, DEFAULT);
    if (bytes < 1) {
      throw parameters.refused("window", "must be above 0 bytes, or unlimited");
    }
    return bytes;
  }

  private static Topology topology(
      Parameters parameters, LinkSpeed crossbar, ModelContext context) {
    Machine machine = context.machine();
    Topology own = machine == null ? null : machine.topology().orElse(null);
    Network chosen =
        own == null
            ? parameters.word(
                "topology", List.of(Network.CROSSBAR), Network.CROSSBAR, "derived: none stated")
            : parameters.word(
                "topology",
                List.of(Network.values()),
                Network.MACHINE,
                MACHINE + ": " + own.title());
    Topology topology =
        own == null || chosen == Network.CROSSBAR
            ? Crossbar.of(nodes(context), halfOf(crossbar))
            : own;
    if (topology.longestRoute() > LONGEST_ROUTE) {
      throw new ParameterException(
          "topology: "
              + topology.title()
              + " has routes of up to "
              + topology.longestRoute()
              + " links; flows are followed over at most "
              + LONGEST_ROUTE);
    }
    return parameters.word("intraNode", List.of(WithinNode.values()), WithinNode.SPEED, DEFAULT)
            == WithinNode.LINKS
        ? new OutAndBack(topology)
        : topology;
  }

  /** A message passes two links. */
  private static LinkSpeed halfOf(LinkSpeed crossbar) {
    return new LinkSpeed((crossbar.latencyPs() + 1) / 2, crossbar.bytesPerSecond());
  }

  private static int nodes(ModelContext context) {
    Machine machine = context.machine();
    return machine == null
        ? 1 + IntStream.of(context.placement().nodes()).max().orElse(0)
        : machine.nodes();
  }
}
