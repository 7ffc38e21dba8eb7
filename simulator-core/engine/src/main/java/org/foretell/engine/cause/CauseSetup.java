package org.foretell.engine.cause;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntToLongFunction;
import org.foretell.observe.PathLeg.Kind;
import org.foretell.observe.PathLeg.Resource;
import org.foretell.observe.PathObserver;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * What takes part in the {@link Causes} of a replay: holders of moments, shared resources, and the
 * current op of each rank. All of it is registered before the replay begins; CPUs and ops are asked
 * for during it.
 */
public final class CauseSetup {
  private final Causes causes;
  private final Uses cpus;
  private final List<Uses> uses = new ArrayList<>();
  private final List<CauseTree.Holders> holders = new ArrayList<>();
  private IntToLongFunction placeOf =
      rank -> PlaceTable.place(OpCode.INIT, OpView.NONE, OpView.NONE);
  private IntToLongFunction operationOf = rank -> OpView.NONE;

  /**
   * @param ofCpus the order in which CPUs are in use; null if alternatives do not matter
   */
  CauseSetup(Causes causes, int ranks, @Nullable Order ofCpus) {
    this.causes = causes;
    cpus = new Uses(causes, ranks, Uses.Turns.COMPETING, ofCpus);
  }

  /**
   * The causes of a replay whose ranks are at the beginning.
   *
   * @param nodes by rank
   * @param observer of the critical path; null for none
   * @param moved the parameter steps; null unless requested
   */
  public static Causes of(
      int[] nodes, @Nullable PathObserver observer, @Nullable MovedParameters moved) {
    return observer == null && moved == null
        ? none()
        : KeptCauses.kept(nodes, observer == null ? leg -> {} : observer, moved);
  }

  /** As {@link #of}, of a replay whose ranks are task graphs, which have no clocks. */
  public static Causes ofGraphs(int[] nodes, @Nullable PathObserver observer) {
    return observer == null ? none() : KeptCauses.keptOfGraphs(nodes, observer);
  }

  /** Nobody asks. */
  public static Causes none() {
    return NoCauses.none();
  }

  /** Until when the CPUs of ranks are in use, where they compete. */
  public Uses cpus() {
    return cpus;
  }

  /** A rank waits for its CPU. */
  public int waitsForCpu(int rank, long untilPs, int after) {
    int free = cpus.after(rank, after);
    return causes.happened(Kind.CPU_QUEUE, Resource.CPU, rank, rank, OpView.NONE, 0, untilPs, free);
  }

  /** Some things that one thing after the other needs. */
  public Uses uses(int things, Uses.Turns turns) {
    Uses made = new Uses(causes, causes.areKept() ? things : 0, turns, causes.order(turns));
    uses.add(made);
    return made;
  }

  /** Another object holds moments. */
  public void heldBy(CauseTree.Holders holder) {
    holders.add(holder);
  }

  /**
   * Sets the places of ranks.
   *
   * @param ofRank by rank the op that it executes, its call site and phase, see {@link
   *     PlaceTable#place}
   * @param operation by rank the number of its op
   */
  public void placeOf(IntToLongFunction ofRank, IntToLongFunction operation) {
    placeOf = ofRank;
    operationOf = operation;
  }

  /** Where a rank is, see {@link PlaceTable#place}; 0 where nobody asks. */
  public long place(int rank) {
    return causes.areKept() ? placeOf.applyAsLong(rank) : 0;
  }

  /** The number of the op that a rank executes; 0 where nobody asks. */
  public long operation(int rank) {
    return causes.areKept() ? operationOf.applyAsLong(rank) : 0;
  }

  /** Visits what is in use; what was so before the present is forgotten. */
  void visitUses(IntConsumer moment, long presentPs) {
    uses.forEach(one -> one.visit(moment, presentPs, thing -> {}));
  }

  void visitHolders(IntConsumer moment) {
    holders.forEach(holder -> holder.visit(moment));
  }
}
