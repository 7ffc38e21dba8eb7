package org.foretell.structure.cluster.grouping;

import java.util.Set;
import org.foretell.structure.cluster.signature.RankSignatures;
import org.foretell.structure.cluster.signature.Signature;
import org.foretell.structure.cluster.signature.Signature.Importance;

/**
 * Distances between ranks in some of their signatures. Each signature is normalised: its largest
 * difference between any two ranks is 1, and what stands for events is equal (0) or not (1).
 */
final class Distances {
  private static final int LOOP_BITS = 16;

  private final RankSignatures ranks;
  private final Set<Signature> signatures;
  private final Metric metric;
  private final double[] scale = new double[Signature.values().length];

  Distances(RankSignatures ranks, Set<Signature> signatures, Metric metric) {
    this.ranks = ranks;
    this.signatures = signatures;
    this.metric = metric;
    for (Signature signature : signatures) {
      if (!isName(signature)) {
        scale[signature.ordinal()] = largest(signature);
      }
    }
  }

  /** Whether values are equal or not, and nothing between. */
  private static boolean isName(Signature signature) {
    return signature.importance().compareTo(Importance.EVENTS) >= 0;
  }

  private double largest(Signature signature) {
    if (signature == Signature.LOOP) {
      double sum = 0;
      for (int shift = 0; shift < Long.SIZE; shift += LOOP_BITS) {
        long low = Long.MAX_VALUE;
        long high = 0;
        for (int rank = 0; rank < ranks.ranks(); rank++) {
          long count = loops(rank, shift);
          low = Math.min(low, count);
          high = Math.max(high, count);
        }
        sum += high - low;
      }
      return sum;
    }
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int rank = 0; rank < ranks.ranks(); rank++) {
      low = Math.min(low, (double) ranks.value(signature, rank));
      high = Math.max(high, (double) ranks.value(signature, rank));
    }
    return high - low;
  }

  private long loops(int rank, int shift) {
    return ranks.value(Signature.LOOP, rank) >>> shift & (1 << LOOP_BITS) - 1;
  }

  Distance between(int one, int other) {
    double[] sums = new double[Importance.values().length];
    for (Signature signature : signatures) {
      double difference = difference(signature, one, other);
      sums[signature.importance().ordinal()] +=
          metric == Metric.MANHATTAN ? difference : difference * difference;
    }
    if (metric == Metric.EUCLIDEAN) {
      for (int i = 0; i < sums.length; i++) {
        sums[i] = Math.sqrt(sums[i]);
      }
    }
    return new Distance(
        sums[Importance.CALL_PATH.ordinal()],
        sums[Importance.EVENTS.ordinal()],
        sums[Importance.PARTNERS.ordinal()],
        sums[Importance.AMOUNTS.ordinal()]);
  }

  private double difference(Signature signature, int one, int other) {
    long a = ranks.value(signature, one);
    long b = ranks.value(signature, other);
    if (a == b) {
      return 0;
    }
    if (isName(signature)) {
      return 1;
    }
    double difference = 0;
    if (signature == Signature.LOOP) {
      for (int shift = 0; shift < Long.SIZE; shift += LOOP_BITS) {
        difference += Math.abs((double) loops(one, shift) - loops(other, shift));
      }
    } else {
      difference = Math.abs((double) a - b);
    }
    return difference / scale[signature.ordinal()];
  }
}
