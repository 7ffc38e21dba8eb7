package org.foretell.engine.buslink;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.foretell.machine.Placement;
import org.foretell.model.BusLinkModel;

/**
 * Which strands of a node have a CPU under a bus-link model: ranks, collectives in the background
 * of ranks, streams of task graphs. Those that are ready stand in a queue for each node; a strand
 * keeps its CPU until its burst ends.
 */
public final class NodeCpus {
  private static final int NOBODY = -1;

  /** By strand its node: of ranks or streams, then of what {@link #joins}. */
  private int[] nodes;

  private final int[] free;
  private final int[] first;
  private final int[] last;
  private int[] next;

  /** Nodes where a strand may have become able to run. */
  private final IntArrayList changed = new IntArrayList();

  private final boolean[] hasChanged;

  /** What strands do. */
  @FunctionalInterface
  public interface Runner {
    /** A strand has got a CPU. */
    void runs(int strand);
  }

  public NodeCpus(BusLinkModel model, Placement placement) {
    this(model, placement.nodes());
  }

  /**
   * @param nodes by strand its node
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

  /** A strand is from now on one of the node of a rank. */
  public void joins(int strand, int rank) {
    if (strand >= nodes.length) {
      int length = Math.max(strand + 1, 2 * nodes.length);
      nodes = Arrays.copyOf(nodes, length);
      next = Arrays.copyOf(next, length);
    }
    nodes[strand] = nodes[rank];
  }

  /** A strand is ready to run, before or after all others of its node. */
  public void ready(int strand, boolean before) {
    int node = nodes[strand];
    if (first[node] == NOBODY) {
      next[strand] = NOBODY;
      first[node] = strand;
      last[node] = strand;
    } else if (before) {
      next[strand] = first[node];
      first[node] = strand;
    } else {
      next[strand] = NOBODY;
      next[last[node]] = strand;
      last[node] = strand;
    }
    changes(node);
  }

  /** A strand gives back its CPU. */
  public void leaves(int strand) {
    free[nodes[strand]]++;
    changes(nodes[strand]);
  }

  private void changes(int node) {
    if (!hasChanged[node]) {
      hasChanged[node] = true;
      changed.add(node);
    }
  }

  /** Lets the first ready strand run on the node of a strand, if a CPU is free. */
  public void runOne(int strand, Runner runner) {
    runNext(nodes[strand], runner);
  }

  private boolean runNext(int node, Runner runner) {
    int strand = first[node];
    if (strand == NOBODY || free[node] == 0) {
      return false;
    }
    first[node] = next[strand];
    if (first[node] == NOBODY) {
      last[node] = NOBODY;
    }
    free[node]--;
    runner.runs(strand);
    return true;
  }

  /** Lets ready strands run where CPUs are free, node by node. */
  public void runAll(Runner runner) {
    if (changed.size() > 1) {
      changed.sort(null);
    }
    for (int i = 0; i < changed.size(); i++) {
      int node = changed.getInt(i);
      while (runNext(node, runner)) {
        // until there is no free CPU, or no ready strand
      }
      hasChanged[node] = false;
    }
    changed.clear();
  }
}
