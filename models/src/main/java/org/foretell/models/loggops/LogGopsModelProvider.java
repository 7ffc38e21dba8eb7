package org.foretell.models.loggops;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.OverheadShare;
import org.foretell.model.CollectiveModel;
import org.foretell.model.CommunicationModel;
import org.foretell.model.FigureOrigin;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelTrait;
import org.foretell.model.ParameterPlace;
import org.foretell.model.ParameterRole;
import org.foretell.models.formula.BoundedFormula;
import org.foretell.models.formula.Collective;
import org.foretell.models.loggops.LogGopsCollectives.Algorithm;
import org.foretell.models.parameters.ByDistance;
import org.foretell.models.parameters.OverheadLimit;
import org.foretell.models.parameters.Parameter;
import org.foretell.models.parameters.ParameterizedProvider;
import org.foretell.models.parameters.Parameters;
import org.foretell.models.parameters.SizeFactors;
import org.foretell.models.parameters.SpeedFactors;
import org.jspecify.annotations.Nullable;

/**
 * LogGOPS as LogGOPSim simulates it: messages occupy CPU and NIC at both ends. See {@code
 * docs/models.md}.
 */
public final class LogGopsModelProvider extends ParameterizedProvider {
  private static final FigureOrigin NO_MACHINE = new FigureOrigin.Default("no machine given");

  private enum Nic {
    RANK,
    NODE
  }

  private enum IntraNode {
    SAME,
    MACHINE
  }

  private static final Parameter<Long> LATENCY =
      Parameter.timePs("L", "machine: network.latency - 2 o", "Wire latency of a message.")
          .as(ParameterRole.LATENCY, ParameterPlace.EVERYWHERE);
  private static final Parameter<Long> OVERHEAD =
      Parameter.timePs(
              "o", "machine: network.latency / 4", "CPU time for a message, at either end.")
          .as(ParameterRole.OVERHEAD, ParameterPlace.EVERYWHERE);
  private static final Parameter<Long> GAP =
      Parameter.timePs("g", "machine: o", "NIC time for a message, at either end.")
          .as(ParameterRole.GAP, ParameterPlace.EVERYWHERE);
  private static final Parameter<Double> GAP_PER_BYTE =
      Parameter.psPerByte(
              "G",
              "machine: 1 / network.bandwidth",
              "NIC time for each byte after the first; the receiving CPU is busy equally long.")
          .as(ParameterRole.GAP_PER_BYTE, ParameterPlace.EVERYWHERE);
  private static final Parameter<Double> OVERHEAD_PER_BYTE =
      Parameter.psPerByte("O", 0.0, "CPU time for each byte after the first.")
          .as(ParameterRole.GAP_PER_BYTE, ParameterPlace.EVERYWHERE);
  private static final Parameter<Long> EAGER_BYTES =
      Parameter.bytes(
              "S",
              "machine: eagerThreshold",
              "Messages up to and including this size do not wait for the receiver.")
          .as(ParameterRole.PROTOCOL_THRESHOLD, ParameterPlace.EVERYWHERE);
  private static final Parameter<Nic> NIC =
      Parameter.word(
          "nic",
          List.of(Nic.values()),
          "machine: node; without a machine, rank",
          "rank: each rank has a NIC; node: the ranks of a node use its nics in turn.");
  private static final Parameter<IntraNode> INTRA_NODE =
      Parameter.word(
              "intraNode",
              List.of(IntraNode.values()),
              "machine; without a machine, same",
              "Messages within a node: same (as between nodes, like LogGOPSim), or machine (as fast"
                  + " as the machine's intraNode latency and bandwidth).")
          .as(ParameterRole.CHOICE, ParameterPlace.WITHIN_NODE)
          .brings(IntraNode.SAME, ModelTrait.WITHIN_AS_BETWEEN);

  private static final Parameter<SizeFactors> OVERHEAD_FACTORS =
      SizeFactors.parameter("overheadFactors", "Factors of o by size of the message.");
  private static final Parameter<SizeFactors> BANDWIDTH_FACTORS =
      SizeFactors.parameter("bandwidthFactors", "Factors of 1 / G by size of the message.");
  private static final Parameter<SizeFactors> INTRA_OVERHEAD_FACTORS =
      SizeFactors.parameter(
              "intraOverheadFactors", "overheadFactors", "Factors of o within a node by size.")
          .as(ParameterRole.TABLE, ParameterPlace.WITHIN_NODE);
  private static final Parameter<SizeFactors> INTRA_BANDWIDTH_FACTORS =
      SizeFactors.parameter(
              "intraBandwidthFactors",
              "bandwidthFactors",
              "Factors of 1 / G within a node by size.")
          .as(ParameterRole.TABLE, ParameterPlace.WITHIN_NODE);

  private static final List<Parameter<?>> FIGURES = figures(LATENCY);

  /** L, with what a provider says of it, and o, g, G, O and S. */
  static List<Parameter<?>> figures(Parameter<Long> latency) {
    return List.of(latency, OVERHEAD, GAP, GAP_PER_BYTE, OVERHEAD_PER_BYTE, EAGER_BYTES);
  }

  private static Parameter<Algorithm> algorithmOf(Collective collective, List<Algorithm> choices) {
    return Parameter.word(
        collective.parameter(),
        choices,
        choices.get(0),
        "Algorithm: " + Parameter.written(choices) + ".");
  }

  /** For the service loader. */
  public LogGopsModelProvider() {}

  @Override
  public String name() {
    return "loggops";
  }

  @Override
  public boolean nodesAreAlike() {
    return true;
  }

  @Override
  public boolean fitsAnyMachine() {
    return true;
  }

  @Override
  public String advantage() {
    return "loggops charges CPU and interface at both ends";
  }

  @Override
  public String summary() {
    return "LogGOPS: messages keep CPU and network interface busy at both ends, so overhead, gaps"
        + " and incast count; for codes with many messages or much overlap.";
  }

  @Override
  public List<Parameter<?>> declared() {
    List<Parameter<?>> all = new ArrayList<>(FIGURES);
    all.add(NIC);
    all.add(INTRA_NODE);
    all.addAll(
        List.of(
            OVERHEAD_FACTORS, BANDWIDTH_FACTORS, INTRA_OVERHEAD_FACTORS, INTRA_BANDWIDTH_FACTORS));
    for (Collective collective : Collective.values()) {
      List<Algorithm> choices = LogGopsCollectives.choices(collective);
      if (choices.size() > 1) {
        all.add(algorithmOf(collective, choices));
      }
    }
    return List.copyOf(all);
  }

  @Override
  public CommunicationModel read(Parameters parameters, ModelContext context) {
    Machine machine = context.machine();
    LogGopsFigures betweenNodes =
        betweenNodes(parameters, machine)
            .withFactors(parameters.get(OVERHEAD_FACTORS), parameters.get(BANDWIDTH_FACTORS));
    long eagerBytes = eagerBytes(parameters, machine);
    Nic nic =
        machine == null
            ? parameters.get(NIC, Nic.RANK, NO_MACHINE)
            : parameters.get(NIC, Nic.NODE, FigureOrigin.machine("nodeGroups.nics"));
    IntraNode intraNode =
        machine == null
            ? parameters.get(INTRA_NODE.only(List.of(IntraNode.SAME)), IntraNode.SAME, NO_MACHINE)
            : parameters.get(INTRA_NODE, IntraNode.MACHINE, FigureOrigin.DEFAULT);
    ByDistance<LogGopsFigures> figures =
        machine == null || intraNode == IntraNode.SAME
            ? ByDistance.alike(betweenNodes, betweenNodes, context)
            : withinNodes(parameters, betweenNodes, machine, context);
    Map<Collective, Algorithm> algorithms = new EnumMap<>(Collective.class);
    for (Collective collective : Collective.values()) {
      List<Algorithm> choices = LogGopsCollectives.choices(collective);
      if (choices.size() > 1) {
        algorithms.put(collective, parameters.get(algorithmOf(collective, choices)));
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
        collectives(
            figures, algorithms, nic == Nic.RANK ? Integer.MAX_VALUE : nicsOfNode(machine)));
  }

  /** By formula; where a node has NICs that its ranks share, never faster than these. */
  static CollectiveModel collectives(
      ByDistance<LogGopsFigures> figures, Map<Collective, Algorithm> algorithms, int nicsOfNode) {
    CollectiveModel formula = new LogGopsCollectives(figures, algorithms, nicsOfNode);
    return nicsOfNode == Integer.MAX_VALUE
        ? formula
        : new BoundedFormula(formula, figures.betweenNodes().gapPsPerByte() / nicsOfNode);
  }

  private static int nicsOfNode(@Nullable Machine machine) {
    return machine == null
        ? 1
        : machine.groups().stream().mapToInt(NodeGroup::nics).max().orElse(1);
  }

  static long eagerBytes(Parameters parameters, @Nullable Machine machine) {
    return parameters.get(
        EAGER_BYTES,
        machine == null ? null : machine.eagerThresholdBytes(),
        FigureOrigin.machine("eagerThreshold"));
  }

  /** A message of one byte takes the machine's latency: 2 o + L. */
  private static LogGopsFigures betweenNodes(Parameters parameters, @Nullable Machine machine) {
    return betweenNodes(parameters, machine, LATENCY, false);
  }

  /**
   * L, o, g, G and O between nodes.
   *
   * @param latency the parameter L of the provider
   * @param gapCounts whether a message of one byte takes 2 o + L + g, not 2 o + L; with a machine
   *     that is its latency
   */
  static LogGopsFigures betweenNodes(
      Parameters parameters,
      @Nullable Machine machine,
      Parameter<Long> latency,
      boolean gapCounts) {
    if (machine == null) {
      return new LogGopsFigures(
          parameters.get(latency, null, NO_MACHINE),
          parameters.get(OVERHEAD, null, NO_MACHINE),
          parameters.get(GAP, null, NO_MACHINE),
          parameters.get(GAP_PER_BYTE, null, NO_MACHINE),
          parameters.get(OVERHEAD_PER_BYTE));
    }
    LinkSpeed network = machine.buses().speed();
    long overheadPs =
        parameters.get(
            OVERHEAD,
            network.latencyPs() / OverheadShare.OF_LATENCY,
            FigureOrigin.ofMachineAlone(
                "network.latency", "machine's latency / " + OverheadShare.OF_LATENCY));
    OverheadLimit limit = new OverheadLimit(parameters, machine, latency, OVERHEAD);
    if (!gapCounts) {
      overheadPs = limit.limited(overheadPs, network.latencyPs() / 2, "machine's latency / 2");
    } else if (parameters.given(GAP)) {
      long statedGapPs = parameters.get(GAP, overheadPs, FigureOrigin.DEFAULT);
      long mostPs = atLeastZero(network.latencyPs() - statedGapPs) / 2;
      overheadPs = limit.limited(overheadPs, mostPs, "(machine's latency - g) / 2");
    } else {
      overheadPs = limit.limited(overheadPs, network.latencyPs() / 3, "machine's latency / 3");
    }
    long gapPs = parameters.get(GAP, overheadPs, FigureOrigin.derived(OVERHEAD.name(), "o"));
    // Subtracted one after the other, since the sum of what a user states may not fit.
    long restPs = atLeastZero(network.latencyPs() - overheadPs) - overheadPs;
    restPs = gapCounts ? atLeastZero(restPs) - gapPs : restPs;
    return new LogGopsFigures(
        parameters.get(
            latency,
            atLeastZero(restPs),
            new FigureOrigin.Derived(
                gapCounts ? List.of(OVERHEAD.name(), GAP.name()) : List.of(OVERHEAD.name()),
                List.of("network.latency"),
                "machine's latency - 2 o" + (gapCounts ? " - g" : ""))),
        overheadPs,
        gapPs,
        parameters.get(
            GAP_PER_BYTE,
            psPerByte(network),
            FigureOrigin.ofMachineAlone("network.bandwidth", "1 / machine's bandwidth")),
        parameters.get(OVERHEAD_PER_BYTE));
  }

  private static long atLeastZero(long spanPs) {
    return Math.max(0, spanPs);
  }

  private static ByDistance<LogGopsFigures> withinNodes(
      Parameters parameters, LogGopsFigures betweenNodes, Machine machine, ModelContext context) {
    SpeedFactors factors =
        new SpeedFactors(betweenNodes.overheadFactors(), betweenNodes.bandwidthFactors())
            .within(
                parameters,
                OVERHEAD_FACTORS,
                BANDWIDTH_FACTORS,
                INTRA_OVERHEAD_FACTORS,
                INTRA_BANDWIDTH_FACTORS);
    return ByDistance.byGroup(
        betweenNodes,
        machine,
        group ->
            withinNode(group.intraNode(), betweenNodes)
                .withFactors(factors.latency(), factors.bandwidth()),
        context);
  }

  /** The same rule with the node's own latency; o is never above that between nodes. */
  private static LogGopsFigures withinNode(LinkSpeed intraNode, LogGopsFigures betweenNodes) {
    long overheadPs =
        Math.min(betweenNodes.overheadPs(), intraNode.latencyPs() / OverheadShare.OF_LATENCY);
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
