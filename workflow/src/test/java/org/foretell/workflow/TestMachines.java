package org.foretell.workflow;

import org.foretell.machine.FileSystem;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.MachineBuilder;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.NodePower;
import org.foretell.time.Ps;

/** Machines on which messages of a workflow take known times under the model simple. */
public final class TestMachines {
  /** Of a message between nodes. */
  static final long LATENCY_PS = Ps.PER_MICROSECOND;

  private TestMachines() {}

  private static MachineBuilder builder(int nodes, int cores) {
    LinkSpeed link = new LinkSpeed(LATENCY_PS, Double.POSITIVE_INFINITY);
    return Machine.builder("made")
        .nodes(
            NodeGroup.builder("node")
                .nodes(nodes)
                .coresPerNode(cores)
                .coreFlopsPerSecond(4e9)
                .intraNode(link)
                .build())
        .network(link);
  }

  /** Like {@link #of}, with nodes that state their power. */
  public static Machine withPower(int nodes, int cores, NodePower power) {
    Machine like = of(nodes, cores);
    return Machine.builder("made")
        .nodes(like.groups().get(0).toBuilder().power(power).build())
        .network(like.buses().speed())
        .build();
  }

  public static Machine of(int nodes, int cores) {
    return builder(nodes, cores).build();
  }

  /** One server of 1 GB/s without latencies, and links to it that are as fast. */
  public static Machine withFiles(int nodes, int cores) {
    LinkSpeed speed = new LinkSpeed(0, 1e9);
    return builder(nodes, cores).fileSystem(new FileSystem(1, speed, speed, 0, 1 << 20, 1)).build();
  }

  /** Settings for some workers under the model simple. */
  public static WorkflowSetup setup(Machine machine, int workers, int perNode) {
    return new WorkflowSetup().machine(machine).model("simple").workers(workers, perNode);
  }
}
