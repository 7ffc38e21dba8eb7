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
 * The limits of a rank's bursts in the roofline model (Williams, Waterman, Patterson: Roofline, an
 * insightful visual performance model, 2009): the speed of its core, and its share of the memory
 * bandwidth of the node.
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
   * Returns the roof of each rank of a node when all of them compute and share its memory equally.
   *
   * @param group of the node
   * @param ranks on the node; more than cores take turns, so at most that many share
   * @return empty if the group does not state both speeds
   */
  public static Optional<Roof> of(NodeGroup group, int ranks) {
    OptionalDouble flops = group.coreFlopsPerSecond();
    OptionalDouble memory = MemoryShares.bytesPerSecond(group, ranks);
    return flops.isEmpty() || memory.isEmpty()
        ? Optional.empty()
        : Optional.of(new Roof(flops.getAsDouble(), memory.getAsDouble()));
  }

  /**
   * Returns the roofs of ranks when all of them compute; equal roofs are one object.
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
   * {@return the shortest possible time of work under this roof, seconds}
   *
   * @param work the work
   */
  public double seconds(BurstWork work) {
    return seconds(work.flops(), work.bytes());
  }

  /** Same as {@link #seconds(BurstWork)}, without an object for the work. */
  double seconds(double flops, double bytes) {
    return Math.max(flops / flopsPerSecond, bytes / bytesPerSecond);
  }

  /**
   * {@return whether memory rather than the core limits the work}
   *
   * @param work the work
   */
  public boolean isBoundByMemory(BurstWork work) {
    return work.bytes() / bytesPerSecond > work.flops() / flopsPerSecond;
  }
}
