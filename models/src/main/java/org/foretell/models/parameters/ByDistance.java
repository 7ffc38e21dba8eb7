package org.foretell.models.parameters;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Placement;
import org.foretell.model.CollectiveCall;
import org.foretell.model.FigureOrigin;
import org.foretell.model.Message;
import org.foretell.model.ModelContext;

/**
 * Figures of one kind by distance: one set for messages between nodes, one for messages within a
 * node.
 *
 * @param <T> the type of a set of figures
 */
public final class ByDistance<T> {
  private final T betweenNodes;
  private final Placement placement;

  /** By node; a single entry when all nodes are alike. */
  private final List<T> withinNode;

  private ByDistance(T betweenNodes, List<T> withinNode, Placement placement) {
    this.betweenNodes = betweenNodes;
    this.withinNode = withinNode;
    this.placement = placement;
  }

  /**
   * {@return figures that are the same within each node}
   *
   * @param <T> the type of a set of figures
   * @param betweenNodes figures for messages between nodes
   * @param withinNode figures for messages within a node
   * @param context where the ranks run
   */
  public static <T> ByDistance<T> alike(T betweenNodes, T withinNode, ModelContext context) {
    return new ByDistance<>(betweenNodes, List.of(withinNode), context.placement());
  }

  /**
   * Creates figures that depend on the group of a node for messages within it.
   *
   * @param <T> the type of a set of figures
   * @param betweenNodes figures for messages between nodes
   * @param machine its groups of nodes
   * @param withinNode gives the figures of a group
   * @param context where the ranks run
   * @return figures by node
   */
  public static <T> ByDistance<T> byGroup(
      T betweenNodes, Machine machine, Function<NodeGroup, T> withinNode, ModelContext context) {
    if (alike(machine)) {
      return alike(betweenNodes, withinNode.apply(machine.groups().get(0)), context);
    }
    List<T> nodes = new ArrayList<>(machine.nodes());
    for (NodeGroup group : machine.groups()) {
      T figures = withinNode.apply(group);
      for (int node = 0; node < group.nodes(); node++) {
        nodes.add(figures);
      }
    }
    return new ByDistance<>(betweenNodes, nodes, context.placement());
  }

  /**
   * {@return figures: between nodes as given, within a node from two parameters, or from the
   * machine}
   *
   * @param parameters of the model
   * @param ofLatency the parameter for latency between nodes
   * @param ofBandwidth the parameter for bandwidth between nodes
   * @param latency the parameter for latency within a node, which the model lists
   * @param bandwidth the parameter for bandwidth within a node, which the model lists
   * @param betweenNodes latency and bandwidth between nodes
   * @param context where the ranks run
   */
  public static ByDistance<LinkSpeed> withinNodes(
      Parameters parameters,
      Parameter<Long> ofLatency,
      Parameter<Double> ofBandwidth,
      Parameter<Long> latency,
      Parameter<Double> bandwidth,
      LinkSpeed betweenNodes,
      ModelContext context) {
    Machine machine = context.machine();
    LinkSpeed defaultSpeed = machine == null ? betweenNodes : machine.groups().get(0).intraNode();
    long latencyPs =
        parameters.get(
            latency,
            defaultSpeed.latencyPs(),
            machine == null ? as(ofLatency) : ofGroups(machine, "intraNode.latency"));
    double bytesPerSecond =
        parameters.get(
            bandwidth,
            defaultSpeed.bytesPerSecond(),
            machine == null ? as(ofBandwidth) : ofGroups(machine, "intraNode.bandwidth"));
    if (machine == null) {
      return alike(betweenNodes, new LinkSpeed(latencyPs, bytesPerSecond), context);
    }
    boolean latencyGiven = parameters.given(latency);
    boolean bandwidthGiven = parameters.given(bandwidth);
    return byGroup(
        betweenNodes,
        machine,
        group ->
            new LinkSpeed(
                latencyGiven ? latencyPs : group.intraNode().latencyPs(),
                bandwidthGiven ? bytesPerSecond : group.intraNode().bytesPerSecond()),
        context);
  }

  private static FigureOrigin as(Parameter<?> between) {
    return new FigureOrigin.SameAs(between.name(), "as between nodes");
  }

  /**
   * {@return the origin of a figure of groups of nodes}
   *
   * @param machine the groups
   * @param figure its address
   */
  public static FigureOrigin ofGroups(Machine machine, String figure) {
    return alike(machine)
        ? FigureOrigin.machine(figure)
        : new FigureOrigin.OfMachine(figure, true, "machine, first group; each has its own");
  }

  /**
   * {@return whether messages take the same time within every node of a machine}
   *
   * @param machine its groups of nodes
   */
  public static boolean alike(Machine machine) {
    NodeGroup first = machine.groups().get(0);
    return machine.groups().stream()
        .allMatch(
            group ->
                Objects.equals(group.intraNode(), first.intraNode())
                    && group.memoryBytesPerSecond().equals(first.memoryBytesPerSecond()));
  }

  /**
   * {@return other figures of the same distances}
   *
   * @param <U> the type of a set of the other figures
   * @param betweenNodes figures for messages between nodes
   * @param withinNode converts the figures within a node
   */
  public <U> ByDistance<U> map(U betweenNodes, Function<T, U> withinNode) {
    return new ByDistance<>(
        betweenNodes, this.withinNode.stream().map(withinNode).toList(), placement);
  }

  /**
   * {@return the figures for a message}
   *
   * @param message a view, to be read during the call and not kept
   */
  public T of(Message message) {
    return message.withinNode() ? within(message.sourceNode()) : betweenNodes;
  }

  /**
   * {@return the figures for a collective: those between nodes if its ranks are on several}
   *
   * @param call the call of the members
   */
  public T of(CollectiveCall call) {
    return call.nodes() == 1 ? within(placement.node(call.worldRank(0))) : betweenNodes;
  }

  /** {@return the figures for messages between nodes} */
  public T betweenNodes() {
    return betweenNodes;
  }

  /**
   * {@return the figures for messages within the node of a rank}
   *
   * @param rank world rank
   */
  public T withinNodeOf(int rank) {
    return within(placement.node(rank));
  }

  private T within(int node) {
    return withinNode.get(withinNode.size() == 1 ? 0 : node);
  }
}
