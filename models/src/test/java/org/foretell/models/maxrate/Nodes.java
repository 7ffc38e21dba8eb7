package org.foretell.models.maxrate;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.foretell.engine.Simulation;
import org.foretell.machine.InterfaceFigures;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Placement;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ModelContext;
import org.foretell.models.compute.ScaledCompute;
import org.foretell.result.Prediction;
import org.foretell.trace.TraceSource;

/** Full nodes with several interfaces, the ranks in blocks. */
final class Nodes {
  private Nodes() {}

  /** Like Frontier: 2.2 us and 25 GB/s for each interface, 0.5 us and 10 GB/s within a node. */
  static Machine frontier(int nodes, int ranksPerNode) {
    return Machine.builder("frontier-like")
        .network(new LinkSpeed(2_200_000, 25e9))
        .eagerThresholdBytes(16384)
        .nodes(
            NodeGroup.builder("cpu")
                .nodes(nodes)
                .coresPerNode(ranksPerNode)
                .intraNode(new LinkSpeed(500_000, 10e9))
                .nics(4)
                .build())
        .modelParameter("max-rate.o", "0.5us")
        .build();
  }

  /** The same with figures of interfaces, memory and reductions. */
  static Machine stated(int nodes, int ranksPerNode) {
    Machine machine = frontier(nodes, ranksPerNode);
    return Machine.builder("stated")
        .network(machine.buses().speed())
        .eagerThresholdBytes(16384)
        .nodes(
            NodeGroup.builder("cpu")
                .nodes(nodes)
                .coresPerNode(ranksPerNode)
                .intraNode(new LinkSpeed(500_000, 10e9))
                .nics(4)
                .memoryBytesPerSecond(200e9)
                .reductionBytesPerSecond(2e9)
                .build())
        .interfaces(
            new InterfaceFigures(
                OptionalDouble.of(20e6),
                OptionalDouble.of(12.5e9),
                Optional.of(InterfaceFigures.Binding.BLOCK),
                OptionalLong.of(65536)))
        .modelParameter("max-rate.o", "0.5us")
        .build();
  }

  static Placement blocks(int nodes, int ranksPerNode) {
    int[] node = new int[nodes * ranksPerNode];
    int[] core = new int[node.length];
    for (int rank = 0; rank < node.length; rank++) {
      node[rank] = rank / ranksPerNode;
      core[rank] = rank % ranksPerNode;
    }
    return new Placement("blocks", node, core);
  }

  static CommunicationModel model(
      Machine machine, Placement placement, Map<String, String> parameters) {
    return new MaxRateModelProvider().create(new ModelContext(machine, placement, parameters));
  }

  static Prediction run(
      Machine machine, int ranksPerNode, Map<String, String> parameters, TraceSource trace) {
    Placement placement = blocks(trace.info().ranks() / ranksPerNode, ranksPerNode);
    return run(model(machine, placement, parameters), placement, trace);
  }

  static Prediction run(CommunicationModel model, Placement placement, TraceSource trace) {
    return Simulation.builder()
        .trace(trace)
        .placement(placement)
        .communication(model)
        .compute(ScaledCompute.builder(placement).build())
        .build()
        .run();
  }
}
