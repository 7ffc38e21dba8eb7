package org.foretell.models.maxrate;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.foretell.machine.InterfaceFigures;
import org.foretell.machine.InterfaceFigures.Binding;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.OverheadShare;
import org.foretell.model.CommunicationModel;
import org.foretell.model.FigureOrigin;
import org.foretell.model.ModelContext;
import org.foretell.model.ParameterException;
import org.foretell.model.ParameterPlace;
import org.foretell.model.ParameterRole;
import org.foretell.models.formula.BoundedFormula;
import org.foretell.models.parameters.ByDistance;
import org.foretell.models.parameters.OverheadLimit;
import org.foretell.models.parameters.Parameter;
import org.foretell.models.parameters.ParameterizedProvider;
import org.foretell.models.parameters.Parameters;
import org.foretell.models.parameters.SizeFactors;
import org.foretell.time.Ps;
import org.foretell.time.Quantity;
import org.foretell.time.QuantityException;
import org.jspecify.annotations.Nullable;

/**
 * The max-rate model: LogGP for nodes whose ranks share network interfaces. See {@code
 * docs/models.md}.
 */
public final class MaxRateModelProvider extends ParameterizedProvider {
  private static final FigureOrigin NO_MACHINE = new FigureOrigin.Default("no machine given");
  private static final double PS_PER_SECOND = 1e12;

  /** The overhead means the same there, and machine files state it. */
  private static final String OVERHEAD_OF_LOGGOPS = "loggops.o";

  /** Messages that an interface carries in the time in which a CPU sends one. */
  private static final int MESSAGES_IN_OVERHEAD = 10;

  private static final Parameter<Long> LATENCY =
      Parameter.timePs(
              "L",
              "machine: network.latency - 2 o",
              "Time from the injection of a message until its first byte reaches the other node.")
          .as(ParameterRole.LATENCY, ParameterPlace.EVERYWHERE);
  private static final Parameter<Long> OVERHEAD =
      Parameter.timePs(
              "o",
              "machine: loggops.o, else network.latency / 4",
              "CPU time for a message, at either end.")
          .as(ParameterRole.OVERHEAD, ParameterPlace.EVERYWHERE);
  private static final Parameter<Double> OVERHEAD_PER_BYTE =
      Parameter.psPerByte("O", 0.0, "CPU time for each byte after the first, at either end.")
          .as(ParameterRole.GAP_PER_BYTE, ParameterPlace.EVERYWHERE);
  private static final Parameter<Long> GAP =
      Parameter.timePs(
              "g",
              "machine: 1 / network.messageRate; without one, o / 10",
              "Time of a network interface for a message; its message rate is 1/g.")
          .as(ParameterRole.GAP, ParameterPlace.EVERYWHERE);
  private static final Parameter<Double> GAP_PER_BYTE =
      Parameter.psPerByte(
              "G",
              "machine: 1 / network.bandwidth",
              "Time of a network interface for each byte after the first.")
          .as(ParameterRole.GAP_PER_BYTE, ParameterPlace.EVERYWHERE);
  private static final Parameter<Double> RANK_BANDWIDTH =
      Parameter.bytesPerSecond(
              "rankBandwidth",
              "machine: network.rankBandwidth; without one, unlimited",
              "Largest rate at which one rank can send, and receive.")
          .as(ParameterRole.BANDWIDTH, ParameterPlace.EVERYWHERE);
  private static final Parameter<Binding> BINDING =
      Parameter.word(
          "binding",
          List.of(Binding.values()),
          "machine: network.nicBinding; without one, cyclic",
          "Interface that a rank of a node uses: cyclic (in turn), or block (the first ranks use"
              + " the first one).");
  private static final Parameter<Long> STRIPE_THRESHOLD =
      Parameter.bytes(
              "stripeThreshold",
              "machine: network.stripeThreshold; without one, unlimited",
              "Larger messages are striped in equal parts over all interfaces of their nodes.")
          .as(ParameterRole.STRIPE_THRESHOLD, ParameterPlace.EVERYWHERE);
  private static final Parameter<Long> EAGER_BYTES =
      Parameter.bytes(
              "S",
              "machine: eagerThreshold",
              "Larger messages use a rendezvous with their receiver, which takes two more small"
                  + " messages.")
          .as(ParameterRole.PROTOCOL_THRESHOLD, ParameterPlace.EVERYWHERE);
  private static final Parameter<Progress> PROGRESS =
      Parameter.word(
          "progress",
          List.of(Progress.values()),
          Progress.ALWAYS,
          "When a rank takes in messages that have come: always (also between its ops), or waiting"
              + " (its next op goes first).");
  private static final Parameter<SizeFactors> OVERHEAD_FACTORS =
      SizeFactors.parameter("overheadFactors", "Factors of o by size of the message.");
  private static final Parameter<SizeFactors> BANDWIDTH_FACTORS =
      SizeFactors.parameter(
          "bandwidthFactors", "Factors of the rate of a message between nodes, by its size.");
  private static final Parameter<Long> INTRA_LATENCY =
      Parameter.timePs("intraLatency", "machine: intraNode; without one, 2 o + L", "Within a node.")
          .as(ParameterRole.LATENCY, ParameterPlace.WITHIN_NODE);
  private static final Parameter<Double> INTRA_BANDWIDTH =
      Parameter.bytesPerSecond(
              "intraBandwidth",
              "machine: intraNode; without one, 1 / O",
              "Rate at which a core copies messages within a node.")
          .as(ParameterRole.BANDWIDTH, ParameterPlace.WITHIN_NODE);
  private static final Parameter<SizeFactors> INTRA_OVERHEAD_FACTORS =
      SizeFactors.parameter(
              "intraOverheadFactors",
              "overheadFactors",
              "Factors of o within a node, by size of the message.")
          .as(ParameterRole.TABLE, ParameterPlace.WITHIN_NODE);
  private static final Parameter<SizeFactors> INTRA_BANDWIDTH_FACTORS =
      SizeFactors.parameter(
              "intraBandwidthFactors", "Factors of intraBandwidth by size of the message.")
          .as(ParameterRole.TABLE, ParameterPlace.WITHIN_NODE);
  private static final Parameter<Double> MEMORY_BANDWIDTH =
      Parameter.bytesPerSecond(
              "memoryBandwidth",
              "machine: memoryBandwidth; without one, unlimited",
              "Rate at which the memory of a node can read and write messages within it.")
          .as(ParameterRole.BANDWIDTH, ParameterPlace.MEMORY);
  private static final Parameter<Double> REDUCTION =
      Parameter.psPerByte(
              "gamma",
              "machine: 1 / reductionBandwidth, else 1 / intraBandwidth; without one, 0ns/B",
              "Arithmetic for each byte of a reduction.")
          .as(ParameterRole.REDUCTION, ParameterPlace.EVERYWHERE);

  /** For the service loader. */
  public MaxRateModelProvider() {}

  @Override
  public String name() {
    return "max-rate";
  }

  @Override
  public boolean fitsAnyMachine() {
    return true;
  }

  @Override
  public String advantage() {
    return "under max-rate the ranks of a node share its interfaces";
  }

  @Override
  public String summary() {
    return "LogGP for nodes whose ranks share network interfaces: message rate, bandwidth and"
        + " incast of interfaces, injection rate of a rank, rendezvous, copies within a node.";
  }

  @Override
  public List<Parameter<?>> declared() {
    return List.of(
        LATENCY,
        OVERHEAD,
        OVERHEAD_PER_BYTE,
        GAP,
        GAP_PER_BYTE,
        RANK_BANDWIDTH,
        BINDING,
        STRIPE_THRESHOLD,
        EAGER_BYTES,
        PROGRESS,
        OVERHEAD_FACTORS,
        BANDWIDTH_FACTORS,
        INTRA_LATENCY,
        INTRA_BANDWIDTH,
        INTRA_OVERHEAD_FACTORS,
        INTRA_BANDWIDTH_FACTORS,
        PutCosts.LATENCY,
        PutCosts.OVERHEAD_FACTORS,
        PutCosts.BANDWIDTH_FACTORS,
        MEMORY_BANDWIDTH,
        REDUCTION);
  }

  @Override
  public CommunicationModel read(Parameters parameters, ModelContext context) {
    Machine machine = context.machine();
    SizeFactors overheadFactors = parameters.get(OVERHEAD_FACTORS);
    MessageCosts betweenNodes = betweenNodes(parameters, machine, overheadFactors);
    InterfaceRates rates = rates(parameters, machine, betweenNodes.overheadPs());
    ByDistance<MessageCosts> costs = costs(parameters, context, betweenNodes);
    Optional<InterfaceFigures> figures = Optional.ofNullable(machine).map(Machine::interfaces);
    Binding binding =
        stated(
            parameters,
            BINDING,
            "network.nicBinding",
            figures.flatMap(InterfaceFigures::binding),
            Binding.CYCLIC);
    long eagerBytes =
        parameters.get(
            EAGER_BYTES,
            machine == null ? null : machine.eagerThresholdBytes(),
            FigureOrigin.machine("eagerThreshold"));
    double reducePsPerByte = reducePsPerByte(parameters, context);
    RankPorts ports =
        new RankPorts(
            context.placement(),
            binding,
            node -> machine == null ? 1 : machine.groupOf(node).nics());
    MaxRateModel model =
        new MaxRateModel(
            costs,
            PutCosts.of(parameters, costs),
            rates,
            ports,
            eagerBytes,
            parameters.get(PROGRESS));
    return new CommunicationModel(
        name(),
        model,
        new BoundedFormula(
            new MaxRateCollectives(costs, rates, ports, eagerBytes, reducePsPerByte),
            rates.gapPsPerByte() / mostNics(machine)));
  }

  private static int mostNics(@Nullable Machine machine) {
    return machine == null
        ? 1
        : machine.groups().stream().mapToInt(NodeGroup::nics).max().orElse(1);
  }

  /** A message of one byte takes the machine's latency: 2 o + L. */
  private static MessageCosts betweenNodes(
      Parameters parameters, @Nullable Machine machine, SizeFactors factors) {
    if (machine == null) {
      return new MessageCosts(
          parameters.get(LATENCY, null, NO_MACHINE),
          parameters.get(OVERHEAD, null, NO_MACHINE),
          parameters.get(OVERHEAD_PER_BYTE),
          factors,
          SizeFactors.ONE,
          0);
    }
    long latencyPs = machine.buses().speed().latencyPs();
    String ofLogGops = machine.modelParameters().get(OVERHEAD_OF_LOGGOPS);
    long overheadPs =
        ofLogGops == null
            ? parameters.get(
                OVERHEAD,
                latencyPs / OverheadShare.OF_LATENCY,
                FigureOrigin.ofMachineAlone(
                    "network.latency", "machine's latency / " + OverheadShare.OF_LATENCY))
            : parameters.get(
                OVERHEAD,
                parsed(ofLogGops),
                new FigureOrigin.OfMachine(
                    OVERHEAD_OF_LOGGOPS, false, "machine: " + OVERHEAD_OF_LOGGOPS));
    overheadPs =
        new OverheadLimit(parameters, machine, LATENCY, OVERHEAD)
            .limited(overheadPs, latencyPs / 2, "machine's latency / 2");
    long restPs = overheadPs > latencyPs / 2 ? 0 : latencyPs - 2 * overheadPs;
    return new MessageCosts(
        parameters.get(
            LATENCY,
            restPs,
            new FigureOrigin.Derived(
                List.of(OVERHEAD.name()), List.of("network.latency"), "machine's latency - 2 o")),
        overheadPs,
        parameters.get(OVERHEAD_PER_BYTE),
        factors,
        SizeFactors.ONE,
        0);
  }

  private static long parsed(String overhead) {
    try {
      return Quantity.parseTimePs(overhead);
    } catch (QuantityException wrong) {
      throw new ParameterException(
          "setting " + OVERHEAD_OF_LOGGOPS + " of the machine: " + wrong.getMessage());
    }
  }

  private static InterfaceRates rates(
      Parameters parameters, @Nullable Machine machine, long overheadPs) {
    Optional<InterfaceFigures> figures = Optional.ofNullable(machine).map(Machine::interfaces);
    OptionalDouble rate =
        machine == null ? OptionalDouble.empty() : machine.interfaces().messagesPerSecond();
    Long defaultGapPs = machine == null ? null : overheadPs / MESSAGES_IN_OVERHEAD;
    Long gapPs =
        rate.isPresent()
            ? Long.valueOf(Ps.round(PS_PER_SECOND / rate.getAsDouble()))
            : defaultGapPs;
    Double gapPsPerByte =
        machine == null ? null : PS_PER_SECOND / machine.buses().speed().bytesPerSecond();
    return new InterfaceRates(
        parameters.get(
            GAP,
            gapPs,
            rate.isPresent()
                ? FigureOrigin.ofMachineAlone("network.messageRate", "1 / machine's messageRate")
                : FigureOrigin.derived(OVERHEAD.name(), "o / " + MESSAGES_IN_OVERHEAD)),
        parameters.get(
            GAP_PER_BYTE,
            gapPsPerByte,
            FigureOrigin.ofMachineAlone("network.bandwidth", "1 / machine's bandwidth")),
        PS_PER_SECOND
            / stated(
                parameters,
                RANK_BANDWIDTH,
                "network.rankBandwidth",
                figures.flatMap(known -> boxed(known.rankBytesPerSecond())),
                Double.POSITIVE_INFINITY),
        parameters.get(BANDWIDTH_FACTORS),
        stated(
            parameters,
            STRIPE_THRESHOLD,
            "network.stripeThreshold",
            figures.flatMap(known -> boxed(known.stripeThresholdBytes())),
            Long.MAX_VALUE));
  }

  /** The user's value, else the machine's, if it states one. */
  private static <T> T stated(
      Parameters parameters,
      Parameter<T> parameter,
      String address,
      Optional<T> figure,
      T defaultValue) {
    return parameters.get(
        parameter,
        figure.orElse(defaultValue),
        figure.isPresent() ? FigureOrigin.machine(address) : FigureOrigin.DEFAULT);
  }

  private static Optional<Double> boxed(OptionalDouble figure) {
    return figure.isPresent() ? Optional.of(figure.getAsDouble()) : Optional.empty();
  }

  private static Optional<Long> boxed(OptionalLong figure) {
    return figure.isPresent() ? Optional.of(figure.getAsLong()) : Optional.empty();
  }

  private static double reducePsPerByte(Parameters parameters, ModelContext context) {
    Machine machine = context.machine();
    if (machine == null) {
      return parameters.get(REDUCTION, 0.0, NO_MACHINE);
    }
    NodeGroup group = machine.groupOf(context.placement().node(0));
    OptionalDouble reduction = group.reductionBytesPerSecond();
    return reduction.isPresent()
        ? parameters.get(
            REDUCTION,
            PS_PER_SECOND / reduction.getAsDouble(),
            FigureOrigin.ofMachineAlone(
                "nodeGroups.reductionBandwidth", "1 / machine's reductionBandwidth"))
        : parameters.get(
            REDUCTION,
            PS_PER_SECOND / group.intraNode().bytesPerSecond(),
            FigureOrigin.ofMachineAlone(
                "intraNode.bandwidth", "1 / machine's intraNode bandwidth"));
  }

  /** Within a node the same rule with the node's own latency; o is never above that between. */
  private static ByDistance<MessageCosts> costs(
      Parameters parameters, ModelContext context, MessageCosts betweenNodes) {
    Machine machine = context.machine();
    LinkSpeed defaultSpeed =
        machine == null
            ? new LinkSpeed(
                betweenNodes.latencyPs() + 2 * betweenNodes.overheadPs(),
                PS_PER_SECOND / betweenNodes.overheadPsPerByte())
            : machine.groups().get(0).intraNode();
    long latencyPs =
        parameters.get(
            INTRA_LATENCY,
            defaultSpeed.latencyPs(),
            machine == null
                ? new FigureOrigin.SameAs(LATENCY.name(), "as between nodes")
                : ByDistance.ofGroups(machine, "intraNode.latency"));
    double bytesPerSecond =
        parameters.get(
            INTRA_BANDWIDTH,
            defaultSpeed.bytesPerSecond(),
            machine == null
                ? new FigureOrigin.SameAs(OVERHEAD_PER_BYTE.name(), "as between nodes")
                : ByDistance.ofGroups(machine, "intraNode.bandwidth"));
    OptionalDouble defaultMemory =
        machine == null ? OptionalDouble.empty() : machine.groups().get(0).memoryBytesPerSecond();
    double memory =
        parameters.get(
            MEMORY_BANDWIDTH,
            defaultMemory.orElse(Double.POSITIVE_INFINITY),
            machine != null && defaultMemory.isPresent()
                ? ByDistance.ofGroups(machine, "nodeGroups.memoryBandwidth")
                : FigureOrigin.DEFAULT);
    SizeFactors overheadFactors =
        parameters.get(
            INTRA_OVERHEAD_FACTORS,
            betweenNodes.overheadFactors(),
            FigureOrigin.derived(OVERHEAD_FACTORS.name(), "overheadFactors"));
    SizeFactors byteFactors = parameters.get(INTRA_BANDWIDTH_FACTORS);
    if (machine == null) {
      return ByDistance.alike(
          betweenNodes,
          withinNode(
              new LinkSpeed(latencyPs, bytesPerSecond),
              memory,
              betweenNodes,
              overheadFactors,
              byteFactors,
              2),
          context);
    }
    boolean latencyGiven = parameters.given(INTRA_LATENCY);
    boolean bandwidthGiven = parameters.given(INTRA_BANDWIDTH);
    boolean memoryGiven = parameters.given(MEMORY_BANDWIDTH);
    return ByDistance.byGroup(
        betweenNodes,
        machine,
        group ->
            withinNode(
                new LinkSpeed(
                    latencyGiven ? latencyPs : group.intraNode().latencyPs(),
                    bandwidthGiven ? bytesPerSecond : group.intraNode().bytesPerSecond()),
                memoryGiven
                    ? memory
                    : group.memoryBytesPerSecond().orElse(Double.POSITIVE_INFINITY),
                betweenNodes,
                overheadFactors,
                byteFactors,
                OverheadShare.OF_LATENCY),
        context);
  }

  private static MessageCosts withinNode(
      LinkSpeed intraNode,
      double memoryBytesPerSecond,
      MessageCosts betweenNodes,
      SizeFactors overheadFactors,
      SizeFactors byteFactors,
      int overheadShare) {
    long overheadPs = Math.min(betweenNodes.overheadPs(), intraNode.latencyPs() / overheadShare);
    return new MessageCosts(
        intraNode.latencyPs() - 2 * overheadPs,
        overheadPs,
        PS_PER_SECOND / intraNode.bytesPerSecond(),
        overheadFactors,
        byteFactors,
        PS_PER_SECOND / memoryBytesPerSecond);
  }
}
