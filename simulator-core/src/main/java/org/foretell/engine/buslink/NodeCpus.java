package org.foretell.engine.buslink;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.foretell.machine.Placement;
import org.foretell.model.BusLinkModel;

/**
 * Which ranks of a node have a CPU under a bus-link model. Ranks that are ready stand in a queue
 * for each node; a rank keeps its CPU until its burst ends. Others may compete with the ranks; they
 * have numbers after those of the ranks.
 */
public final class NodeCpus {
  private static final int NOBODY = -1;

  /** By competitor its node: of ranks, then of what {@link #joins}. */
  private int[] nodes;

  private final int[] free;
  private final int[] first;
  private final int[] last;
  private int[] next;

  /** Nodes where a rank may have become able to run. */
  private final IntArrayList changed = new IntArrayList();

  private final boolean[] hasChanged;

  /** What ranks do. */
  @FunctionalInterface
  public interface Runner {
    /** A rank has got a CPU. */
    void runs(int rank);
  }

  public NodeCpus(BusLinkModel model, Placement placement) {
    this(model, placement.nodes());
  }

  /**
   * @param nodes by competitor its node
   */
  public NodeCpus(BusLinkModel model, int[] nodes) {
    this.nodes = nodes.clone();
    int count = model.machine().nodes();
    free = new int[count];
    first = new int[count];
    last = new int[count];
    hasChanged = new boolean[count];
    for (int node = 0; node < count; node++) {
      free[node] = model.group(node).cpus();
    }
    Arrays.fill(first, NOBODY);
    Arrays.fill(last, NOBODY);
    next = new int[nodes.length];
  }

  /** Something competes from now on for the CPUs of a rank's node. */
  public void joins(int competitor, int rank) {
    if (competitor >= nodes.length) {
      int length = Math.max(competitor + 1, 2 * nodes.length);
      nodes = Arrays.copyOf(nodes, length);
      next = Arrays.copyOf(next, length);
    }
    nodes[competitor] = nodes[rank];
  }

  /** A rank is ready to run, before or after all others of its node. */
  public void ready(int rank, boolean before) {
    int node = nodes[rank];
    if (first[node] == NOBODY) {
      next[rank] = NOBODY;
      first[node] = rank;
      last[node] = rank;
    } else if (before) {
      next[rank] = first[node];
      first[node] = rank;
    } else {
      next[rank] = NOBODY;
      next[last[node]] = rank;
      last[node] = rank;
    }
    changes(node);
  }

  /** A rank gives back its CPU. */
  public void leaves(int rank) {
    free[nodes[rank]]++;
    changes(nodes[rank]);
  }

  private void changes(int node) {
    if (!hasChanged[node]) {
      hasChanged[node] = true;
      changed.add(node);
    }
  }

  /** Lets the first ready rank run on the node of a rank, if a CPU is free. */
  public void runOne(int rank, Runner runner) {
    runNext(nodes[rank], runner);
  }

  private boolean runNext(int node, Runner runner) {
    int rank = first[node];
    if (rank == NOBODY || free[node] == 0) {
      return false;
    }
    first[node] = next[rank];
    if (first[node] == NOBODY) {
      last[node] = NOBODY;
    }
    free[node]--;
    runner.runs(rank);
    return true;
  }

  /** Lets ready ranks run where CPUs are free, node by node. */
  public void runAll(Runner runner) {
    if (changed.size() > 1) {
      changed.sort(null);
    }
    for (int i = 0; i < changed.size(); i++) {
      int node = changed.getInt(i);
      while (runNext(node, runner)) {
        // until a CPU or a rank lacks
      }
      hasChanged[node] = false;
    }
    changed.clear();
  }
}
