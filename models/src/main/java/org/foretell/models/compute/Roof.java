package org.foretell.models.compute;

import java.util.Optional;
import java.util.OptionalDouble;
import org.foretell.machine.NodeGroup;

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
    OptionalDouble stream = group.streamBytesPerSecond();
    if (flops.isEmpty() || stream.isEmpty()) {
      return Optional.empty();
    }
    int sharing = Math.max(1, Math.min(ranks, group.coresPerNode()));
    double alone = group.coreStreamBytesPerSecond().orElse(stream.getAsDouble());
    return Optional.of(
        new Roof(flops.getAsDouble(), Math.min(alone, stream.getAsDouble() / sharing)));
  }

  /**
   * {@return the least time that work takes below this roof, seconds}
   *
   * @param work what is done
   */
  public double seconds(BurstWork work) {
    return Math.max(work.flops() / flopsPerSecond, work.bytes() / bytesPerSecond);
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
