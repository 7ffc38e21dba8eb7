package org.foretell.models.compute;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Placement;

/**
 * What bounds a rank's bursts by the roofline model (Williams, Waterman, Patterson: Roofline, an
 * insightful visual performance model, 2009): how fast its core computes, and its share of what the
 * memory of the node delivers.
 *
 * @param flopsPerSecond peak of the core, above 0
 * @param bytesPerSecond share of the rank, above 0
 */
public record Roof(double flopsPerSecond, double bytesPerSecond) {
  /** Checks the ranges. */
  public Roof {
    if (!(flopsPerSecond > 0) || !(bytesPerSecond > 0)) {
      throw new IllegalArgumentException(
          "a roof needs speeds above 0, not " + flopsPerSecond + " and " + bytesPerSecond);
    }
  }

  /**
   * The roof of each of a node's ranks when all of them compute: they share its memory alike.
   *
   * @param group of the node
   * @param ranks on the node; more than cores take turns, so at most that many share
   * @return empty when the group does not state both speeds
   */
  public static Optional<Roof> of(NodeGroup group, int ranks) {
    OptionalDouble flops = group.coreFlopsPerSecond();
    OptionalDouble memory = MemoryShares.bytesPerSecond(group, ranks);
    return flops.isEmpty() || memory.isEmpty()
        ? Optional.empty()
        : Optional.of(new Roof(flops.getAsDouble(), memory.getAsDouble()));
  }

  /**
   * The roofs of ranks when all of them compute; equal ones are one object.
   *
   * @throws IllegalStateException if a node group that has ranks does not state both speeds
   */
  static Roof[] ofRanks(Machine machine, Placement placement) {
    int[] ranksOfNode = new int[Arrays.stream(placement.nodes()).max().orElse(0) + 1];
    for (int rank = 0; rank < placement.ranks(); rank++) {
      ranksOfNode[placement.node(rank)]++;
    }
    Map<Roof, Roof> same = new HashMap<>();
    Roof[] roofs = new Roof[placement.ranks()];
    for (int rank = 0; rank < roofs.length; rank++) {
      int node = placement.node(rank);
      NodeGroup group = machine.groupOf(node);
      Roof roof =
          of(group, ranksOfNode[node])
              .orElseThrow(
                  () ->
                      new IllegalStateException("node group " + group.name() + " states no roof"));
      roofs[rank] = same.computeIfAbsent(roof, first -> first);
    }
    return roofs;
  }

  /**
   * {@return the least time that work takes below this roof, seconds}
   *
   * @param work what is done
   */
  public double seconds(BurstWork work) {
    return seconds(work.flops(), work.bytes());
  }

  /** As {@link #seconds(BurstWork)}, of work that is not in an object. */
  double seconds(double flops, double bytes) {
    return Math.max(flops / flopsPerSecond, bytes / bytesPerSecond);
  }

  /**
   * {@return whether memory bounds the work, rather than the core}
   *
   * @param work what is done
   */
  public boolean isBoundByMemory(BurstWork work) {
    return work.bytes() / bytesPerSecond > work.flops() / flopsPerSecond;
  }
}
