package org.foretell.models.loggops;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ModelContext;
import org.foretell.model.ParameterSpec;
import org.foretell.model.ParameterSpec.Kind;
import org.foretell.models.formula.Collective;
import org.foretell.models.loggops.LogGopsCollectives.Algorithm;
import org.foretell.models.parameters.ByDistance;
import org.foretell.models.parameters.ParameterizedProvider;
import org.foretell.models.parameters.Parameters;
import org.jspecify.annotations.Nullable;

/**
 * LogGOPS as LogGOPSim simulates it: messages keep CPU and NIC busy at both ends. See {@code
 * docs/models.md}.
 */
public final class LogGopsModelProvider extends ParameterizedProvider {
  private static final String DEFAULT = "default";
  private static final String MACHINE = "machine";

  /** The share of a message's latency that is taken for o when nobody states it. */
  private static final int OVERHEAD_SHARE = 4;

  private enum Nic {
    RANK,
    NODE
  }

  private enum IntraNode {
    SAME,
    MACHINE
  }

  /** For the service loader. */
  public LogGopsModelProvider() {}

  @Override
  public String name() {
    return "loggops";
  }

  @Override
  public String summary() {
    return "LogGOPS: messages keep CPU and network interface busy at both ends, so overhead, gaps"
        + " and incast count; for codes with many messages or much overlap.";
  }

  /** L, o, g, G, O and S. */
  static List<ParameterSpec> figureSpecs() {
    List<ParameterSpec> specs = new ArrayList<>();
    specs.add(
        new ParameterSpec(
            "L", Kind.TIME, "machine: network.latency - 2 o", "Wire latency of a message."));
    specs.add(
        new ParameterSpec(
            "o",
            Kind.TIME,
            "machine: network.latency / 4",
            "CPU time for a message, at either end."));
    specs.add(
        new ParameterSpec("g", Kind.TIME, "machine: o", "NIC time for a message, at either end."));
    specs.add(
        new ParameterSpec(
            "G",
            Kind.TIME_PER_BYTE,
            "machine: 1 / network.bandwidth",
            "NIC time for each byte after the first; the receiving CPU is busy as long."));
    specs.add(
        new ParameterSpec(
            "O", Kind.TIME_PER_BYTE, "0ns/B", "CPU time for each byte after the first."));
    specs.add(
        new ParameterSpec(
            "S",
            Kind.BYTES,
            "machine: eagerThreshold",
            "Messages up to and including this size do not wait for the receiver."));
    return List.copyOf(specs);
  }

  @Override
  public List<ParameterSpec> parameters() {
    List<ParameterSpec> specs = new ArrayList<>(figureSpecs());
    specs.add(
        new ParameterSpec(
            "nic",
            Kind.WORD,
            "machine: node; without a machine, rank",
            "rank: each rank has a NIC; node: the ranks of a node take its nics in turn."));
    specs.add(
        new ParameterSpec(
            "intraNode",
            Kind.WORD,
            "machine; without a machine, same",
            "Messages within a node: same (as between nodes, like LogGOPSim), or machine (as fast"
                + " as the machine's intraNode latency and bandwidth)."));
    for (Collective collective : Collective.values()) {
      List<Algorithm> choices = LogGopsCollectives.choices(collective);
      if (choices.size() > 1) {
        specs.add(
            new ParameterSpec(
                collective.parameter(),
                Kind.WORD,
                Parameters.written(choices.get(0)),
                "Algorithm: " + Parameters.written(choices) + "."));
      }
    }
    return List.copyOf(specs);
  }

  @Override
  public CommunicationModel read(Parameters parameters, ModelContext context) {
    Machine machine = context.machine();
    LogGopsFigures betweenNodes = betweenNodes(parameters, machine);
    long eagerBytes = eagerBytes(parameters, machine);
    Nic nic =
        machine == null
            ? parameters.word("nic", List.of(Nic.values()), Nic.RANK, "no machine given")
            : parameters.word("nic", List.of(Nic.values()), Nic.NODE, MACHINE);
    IntraNode intraNode =
        machine == null
            ? parameters.word(
                "intraNode", List.of(IntraNode.SAME), IntraNode.SAME, "no machine given")
            : parameters.word("intraNode", List.of(IntraNode.values()), IntraNode.MACHINE, DEFAULT);
    ByDistance<LogGopsFigures> figures =
        machine == null || intraNode == IntraNode.SAME
            ? ByDistance.alike(betweenNodes, betweenNodes, context)
            : ByDistance.byGroup(
                betweenNodes,
                machine,
                group -> withinNode(group.intraNode(), betweenNodes),
                context);
    Map<Collective, Algorithm> algorithms = new EnumMap<>(Collective.class);
    for (Collective collective : Collective.values()) {
      List<Algorithm> choices = LogGopsCollectives.choices(collective);
      if (choices.size() > 1) {
        algorithms.put(
            collective, parameters.word(collective.parameter(), choices, choices.get(0), DEFAULT));
      }
    }
    return new CommunicationModel(
        name(),
        nic == Nic.RANK
            ? LogGopsModel.withNicOfEachRank(figures, eagerBytes)
            : LogGopsModel.withNicsOfEachNode(
                figures,
                eagerBytes,
                context.placement(),
                node -> machine == null ? 1 : machine.groupOf(node).nics()),
        new LogGopsCollectives(figures, algorithms));
  }

  static long eagerBytes(Parameters parameters, @Nullable Machine machine) {
    return parameters.bytes("S", machine == null ? null : machine.eagerThresholdBytes(), MACHINE);
  }

  /** A message of one byte takes the machine's latency: 2 o + L. */
  static LogGopsFigures betweenNodes(Parameters parameters, @Nullable Machine machine) {
    if (machine == null) {
      return new LogGopsFigures(
          parameters.timePs("L", null, ""),
          parameters.timePs("o", null, ""),
          parameters.timePs("g", null, ""),
          parameters.psPerByte("G", null, ""),
          parameters.psPerByte("O", 0.0, DEFAULT));
    }
    LinkSpeed network = machine.buses().speed();
    long overheadPs =
        parameters.timePs(
            "o", network.latencyPs() / OVERHEAD_SHARE, "derived: machine's latency / 4");
    long restPs = overheadPs > network.latencyPs() / 2 ? 0 : network.latencyPs() - 2 * overheadPs;
    return new LogGopsFigures(
        parameters.timePs("L", restPs, "derived: machine's latency - 2 o"),
        overheadPs,
        parameters.timePs("g", overheadPs, "derived: o"),
        parameters.psPerByte("G", psPerByte(network), "derived: 1 / machine's bandwidth"),
        parameters.psPerByte("O", 0.0, DEFAULT));
  }

  /** The same rule with the node's own latency; o is never above that between nodes. */
  private static LogGopsFigures withinNode(LinkSpeed intraNode, LogGopsFigures betweenNodes) {
    long overheadPs = Math.min(betweenNodes.overheadPs(), intraNode.latencyPs() / OVERHEAD_SHARE);
    return new LogGopsFigures(
        intraNode.latencyPs() - 2 * overheadPs,
        overheadPs,
        overheadPs,
        psPerByte(intraNode),
        betweenNodes.overheadPsPerByte());
  }

  private static double psPerByte(LinkSpeed speed) {
    return 1e12 / speed.bytesPerSecond();
  }
}
