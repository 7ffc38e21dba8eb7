package org.foretell.engine.buslink;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.cause.Causes;
import org.foretell.engine.cause.Uses;
import org.foretell.observe.PathLeg;

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
    freed = causes.uses(1);
    causes.heldBy(this::visit);
  }

  private void visit(IntConsumer moment) {
    for (int one : begun) {
      moment.accept(one);
    }
  }

  int now() {
    return causes.now();
  }

  void now(int moment) {
    causes.now(moment);
  }

  int clock(int rank) {
    return causes.clock(rank);
  }

  void finished(int rank) {
    causes.finished(rank);
  }

  /**
   * A strand that was ready from a moment on has a CPU from now on: at once, or because another has
   * left it.
   */
  public void begins(int strand, int rank, int ready, long nowPs) {
    if (strand >= begun.length) {
      begun = Arrays.copyOf(begun, Math.max(strand + 1, 2 * begun.length));
      places = Arrays.copyOf(places, begun.length);
      operations = Arrays.copyOf(operations, begun.length);
    }
    causes.now(ready);
    if (causes.nowPs() < nowPs) {
      freed.after(THE_CPU);
      waits(rank, nowPs);
    }
    begun[strand] = causes.now();
    places[strand] = STARTUP;
  }

  /** Others wait for the CPU that a rank has. */
  private void waits(int rank, long nowPs) {
    causes.queue(PathLeg.Kind.CPU_QUEUE, PathLeg.Resource.NODE_CPUS, nodes[rank], rank, nowPs);
  }

  /** The burst that a rank has just begun is one of the trace. */
  public void isComputation(int rank, long place, long operation) {
    places[rank] = place;
    operations[rank] = operation;
  }

  /** A burst has ended, which is at hand; others that wait for its CPU follow from that. */
  public void ends(int strand, int rank, long nowPs) {
    causes.now(begun[strand]);
    waits(rank, nowPs);
    freed.keep(THE_CPU);
    causes.now(begun[strand]);
    if (places[strand] == STARTUP) {
      causes.leg(PathLeg.Kind.LATENCY, rank, nowPs);
    } else {
      causes.burst(rank, places[strand], operations[strand], nowPs);
    }
    begun[strand] = CauseTree.NONE;
  }
}
