package org.foretell.engine.buslink;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.cause.Causes;
import org.foretell.engine.cause.Uses;
import org.foretell.observe.PathLeg;
import org.foretell.trace.OpView;

/** What the bursts of strands follow from under a bus-link model, for the critical path. */
public final class BurstCauses {
  private static final long STARTUP = -1;
  private static final int THE_CPU = 0;

  private final Causes causes;

  /** By strand the moment at which its burst began. */
  private int[] begun;

  /** By strand the place of a burst of the trace, or that it is none. */
  private long[] places;

  /** The CPU that has just become free. */
  private final Uses freed;

  /** By strand the op of its burst. */
  private long[] operations;

  /** By rank its node. */
  private final int[] nodes;

  public BurstCauses(Causes causes, int[] nodes) {
    this.causes = causes;
    this.nodes = nodes;
    begun = new int[nodes.length];
    places = new long[nodes.length];
    operations = new long[nodes.length];
    freed = causes.setup().uses(1, Uses.Turns.COMPETING);
    causes.setup().heldBy(this::visit);
  }

  private void visit(IntConsumer moment) {
    for (int one : begun) {
      moment.accept(one);
    }
  }

  /**
   * The moment from which on a strand has a CPU that was ready from a moment on: at once, or
   * because another has left it.
   */
  public int begins(int strand, int rank, int ready, long nowPs) {
    if (!causes.areKept()) {
      return CauseTree.NONE;
    }
    if (strand >= begun.length) {
      begun = Arrays.copyOf(begun, Math.max(strand + 1, 2 * begun.length));
      places = Arrays.copyOf(places, begun.length);
      operations = Arrays.copyOf(operations, begun.length);
    }
    boolean waits = causes.endPs(ready) < nowPs;
    begun[strand] = waits ? waits(rank, nowPs, freed.after(THE_CPU, ready)) : ready;
    places[strand] = STARTUP;
    return begun[strand];
  }

  /** Others wait for the CPU that a rank has. */
  private int waits(int rank, long nowPs, int after) {
    return causes.happened(
        PathLeg.Kind.CPU_QUEUE,
        PathLeg.Resource.NODE_CPUS,
        nodes[rank],
        rank,
        OpView.NONE,
        0,
        nowPs,
        after);
  }

  /** The burst that a rank has just begun is one of the trace. */
  public void isComputation(int rank, long place, long operation) {
    places[rank] = place;
    operations[rank] = operation;
  }

  /** The moment at which a burst has ended; others that wait for its CPU follow from that. */
  public int ends(int strand, int rank, long nowPs) {
    if (!causes.areKept()) {
      return CauseTree.NONE;
    }
    int began = begun[strand];
    begun[strand] = CauseTree.NONE;
    freed.keep(THE_CPU, waits(rank, nowPs, began));
    return places[strand] == STARTUP
        ? causes.happened(PathLeg.Kind.LATENCY, rank, nowPs, began)
        : causes.burst(rank, places[strand], operations[strand], nowPs, began);
  }
}
