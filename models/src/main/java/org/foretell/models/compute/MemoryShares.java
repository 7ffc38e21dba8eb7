package org.foretell.models.compute;

import it.unimi.dsi.fastutil.ints.Int2DoubleOpenHashMap;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalDouble;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Placement;

/**
 * Bursts with a stated memory-bound share of their time. That share grows as much as the rank's
 * part of its node's stream bandwidth shrinks relative to the traced run; the rest follows the CPU
 * ratio. Immutable.
 */
public final class MemoryShares {
  private final double ofAll;
  private final Int2DoubleOpenHashMap ofCallSite;
  private final double[] timesOfRank;

  /**
   * Creates the shares on a machine.
   *
   * @param ofAll share of the time of all bursts, 0 to 1
   * @param ofCallSite shares of bursts of call sites, by number, overriding the common share
   * @param tracedBytesPerSecond the memory bandwidth of each rank in the traced run
   * @param machine states the stream bandwidth of each group of nodes that has ranks
   * @param placement where the ranks run
   * @throws IllegalArgumentException if a share is out of range, or a group states no bandwidth
   */
  public MemoryShares(
      double ofAll,
      Map<Integer, Double> ofCallSite,
      double tracedBytesPerSecond,
      Machine machine,
      Placement placement) {
    this.ofAll = checked(ofAll);
    this.ofCallSite = new Int2DoubleOpenHashMap();
    this.ofCallSite.defaultReturnValue(ofAll);
    ofCallSite.forEach((site, share) -> this.ofCallSite.put((int) site, checked(share)));
    int[] ranksOfNode = new int[Arrays.stream(placement.nodes()).max().orElse(0) + 1];
    for (int rank = 0; rank < placement.ranks(); rank++) {
      ranksOfNode[placement.node(rank)]++;
    }
    timesOfRank = new double[placement.ranks()];
    for (int rank = 0; rank < timesOfRank.length; rank++) {
      int node = placement.node(rank);
      NodeGroup group = machine.groupOf(node);
      timesOfRank[rank] =
          tracedBytesPerSecond
              / bytesPerSecond(group, ranksOfNode[node])
                  .orElseThrow(
                      () ->
                          new IllegalArgumentException(
                              "node group " + group.name() + " states no stream bandwidth"));
    }
  }

  /**
   * {@return the memory bandwidth of each rank of a node when all compute; empty if the group does
   * not state its stream bandwidth}
   *
   * @param group of the node
   * @param ranks on the node; more than cores take turns, so at most that many share
   */
  public static OptionalDouble bytesPerSecond(NodeGroup group, int ranks) {
    OptionalDouble stream = group.streamBytesPerSecond();
    if (stream.isEmpty()) {
      return stream;
    }
    int sharing = Math.max(1, Math.min(ranks, group.coresPerNode()));
    double alone = group.coreStreamBytesPerSecond().orElse(stream.getAsDouble());
    return OptionalDouble.of(Math.min(alone, stream.getAsDouble() / sharing));
  }

  /**
   * {@return how many times longer than traced the memory-bound part of a rank's bursts takes}
   *
   * @param rank world rank
   */
  public double times(int rank) {
    return timesOfRank[rank];
  }

  /** Times so many the duration that the CPU ratio gives. */
  double factor(int rank, int callSite, double cpuRatio) {
    double share = ofCallSite.isEmpty() ? ofAll : ofCallSite.get(callSite);
    return 1 - share + share * timesOfRank[rank] * cpuRatio;
  }

  private static double checked(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "a memory-bound share must be between 0 and 1, but is " + share);
    }
    return share;
  }
}
