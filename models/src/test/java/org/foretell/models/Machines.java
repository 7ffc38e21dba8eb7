package org.foretell.models;

import java.util.List;
import java.util.Map;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.MachineBuilder;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Placement;
import org.foretell.machine.Placements;
import org.foretell.model.ModelContext;

/** Small machines and contexts for tests. */
public final class Machines {
  public static final LinkSpeed NETWORK = new LinkSpeed(8_000_000, 1e9);
  public static final LinkSpeed MEMORY = new LinkSpeed(1_000_000, 4e9);

  private Machines() {}

  /** Four nodes of two cores; 8 us and 1 GB/s between, 1 us and 4 GB/s within, eager to 4 KiB. */
  public static Machine small(Map<String, String> settings) {
    return of(settings, group(4, MEMORY));
  }

  public static Machine of(Map<String, String> settings, NodeGroup... groups) {
    MachineBuilder machine = Machine.builder("small").network(NETWORK).eagerThresholdBytes(4096);
    List.of(groups).forEach(machine::nodes);
    settings.forEach(machine::modelParameter);
    return machine.build();
  }

  public static NodeGroup group(int nodes, LinkSpeed intraNode) {
    return NodeGroup.builder("cpu").nodes(nodes).coresPerNode(2).intraNode(intraNode).build();
  }

  /** Two ranks on each node. */
  public static Placement pairs(int ranks) {
    int[] nodes = new int[ranks];
    int[] cores = new int[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      nodes[rank] = rank / 2;
      cores[rank] = rank % 2;
    }
    return new Placement("pairs", nodes, cores);
  }

  public static ModelContext on(Machine machine, int ranks, Map<String, String> parameters) {
    return new ModelContext(machine, pairs(ranks), parameters);
  }

  public static ModelContext withoutMachine(int ranks, Map<String, String> parameters) {
    return new ModelContext(null, Placements.oneRankPerNode(ranks), parameters);
  }
}
