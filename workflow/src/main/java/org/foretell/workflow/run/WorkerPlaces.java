package org.foretell.workflow.run;

import java.util.stream.IntStream;
import org.foretell.failure.ForetellException;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.workflow.task.TaskKind;
import org.foretell.workflow.task.Workflow;

/**
 * The nodes of the workers: {@code perNode} on each, the first on node 0. The master is on node 0
 * too, on a core of its own if one is left.
 *
 * @param workers at least 1
 * @param perNode at least 1
 * @param machine whose nodes they occupy
 * @param nodeMemoryBytes of each node, {@link Long#MAX_VALUE} if it does not limit
 */
record WorkerPlaces(int workers, int perNode, Machine machine, long nodeMemoryBytes) {
  WorkerPlaces {
    if (workers < 1) {
      throw ForetellException.usage("workers " + workers + " is out of range; write 1 or more");
    }
    if (perNode < 1) {
      throw ForetellException.usage(
          "workers per node " + perNode + " is out of range; write 1 or more");
    }
    int nodes = nodes(workers, perNode);
    if (nodes > machine.nodes()) {
      throw ForetellException.usage(
          "%,d workers, %,d on each node, need %,d nodes, but %s has %,d; take fewer workers or more on each node"
              .formatted(workers, perNode, nodes, machine.name(), machine.nodes()));
    }
    for (int node = 0; node < nodes; node++) {
      int cores = machine.groupOf(node).coresPerNode();
      if (Math.min(perNode, workers) > cores) {
        throw ForetellException.usage(
            "%,d workers on each node, but node %,d of %s has %,d cores; take at most that many"
                .formatted(perNode, node, machine.name(), cores));
      }
    }
  }

  private static int nodes(int workers, int perNode) {
    return (workers - 1) / perNode + 1;
  }

  int nodes() {
    return nodes(workers, perNode);
  }

  int node(int worker) {
    return worker / perNode;
  }

  int cores(int node) {
    return machine.groupOf(node).coresPerNode();
  }

  /** Of all nodes. */
  long cores() {
    return IntStream.range(0, nodes()).mapToLong(this::cores).sum();
  }

  /** The master is rank 0, worker w is rank w + 1. */
  Placement placement() {
    int[] nodes = new int[workers + 1];
    int[] cores = new int[workers + 1];
    cores[0] = Math.min(Math.min(perNode, workers), cores(0) - 1);
    for (int worker = 0; worker < workers; worker++) {
      nodes[worker + 1] = node(worker);
      cores[worker + 1] = worker % perNode;
    }
    return new Placement(perNode + " workers on each node, the master on the first", nodes, cores);
  }

  /** Refuses a task that the nodes cannot hold. */
  void check(Workflow workflow) {
    int[] cores = IntStream.range(0, nodes()).map(this::cores).sorted().toArray();
    for (int task = 0; task < workflow.tasks(); task++) {
      TaskKind kind = workflow.kind(task);
      if (kind.nodes() > cores.length) {
        throw ForetellException.badInput(
            "%s needs %,d nodes, but the workers have %,d; take more workers or fewer on each node"
                .formatted(workflow.label(task), kind.nodes(), cores.length));
      }
      int most = cores[cores.length - kind.nodes()];
      if (kind.cores() > most) {
        throw ForetellException.badInput(
            kind.nodes() == 1
                ? "%s needs %,d cores, but the nodes of %s have %,d; a task runs on one node"
                    .formatted(workflow.label(task), kind.cores(), machine.name(), most)
                : "%s needs %,d cores on each of %,d nodes, but not so many nodes of %s have them"
                    .formatted(workflow.label(task), kind.cores(), kind.nodes(), machine.name()));
      }
      if (kind.memoryBytes() > nodeMemoryBytes) {
        throw ForetellException.badInput(
            "%s needs %,d bytes of memory, but a node has %,d; a task runs on one node"
                .formatted(workflow.label(task), kind.memoryBytes(), nodeMemoryBytes));
      }
    }
  }
}
