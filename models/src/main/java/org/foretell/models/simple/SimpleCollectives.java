package org.foretell.models.simple;

import java.util.EnumMap;
import java.util.Map;
import org.foretell.model.CollectiveCall;
import org.foretell.model.CollectiveModel;
import org.foretell.models.formula.Collective;
import org.foretell.models.parameters.ByDistance;
import org.foretell.models.parameters.SpeedBySize;
import org.foretell.time.Ps;

/**
 * Collectives that take some number of messages of size {@code s} one after the other, where {@code
 * s} is {@link Collective#sizeBytes}; with one participant nothing moves and no time passes.
 */
public final class SimpleCollectives implements CollectiveModel {
  /** How the number of messages grows with the number of participants {@code p}. */
  enum Growth {
    /** One. */
    CONSTANT,
    /** {@code p - 1}. */
    LINEAR,
    /** The binary logarithm of {@code p}, rounded up. */
    LOGARITHMIC
  }

  private final ByDistance<SpeedBySize> speeds;
  private final Map<Collective, Growth> growths;
  private final double factor;

  SimpleCollectives(
      ByDistance<SpeedBySize> speeds, Map<Collective, Growth> growths, double factor) {
    this.speeds = speeds;
    this.growths = new EnumMap<>(growths);
    this.factor = factor;
  }

  /**
   * {@return the default growth of each collective}
   *
   * @param speeds latency and bandwidth between and within nodes, by size
   */
  public static SimpleCollectives ofDefaultGrowth(ByDistance<SpeedBySize> speeds) {
    Map<Collective, Growth> growths = new EnumMap<>(Collective.class);
    for (Collective collective : Collective.values()) {
      growths.put(collective, defaultGrowth(collective));
    }
    return new SimpleCollectives(speeds, growths, 1);
  }

  /**
   * Trees where one vector reaches all or comes from all; linear where each rank's own block must
   * pass one rank. All blocks for the neighbours are taken as one message.
   */
  static Growth defaultGrowth(Collective collective) {
    return switch (collective) {
      case BARRIER, BCAST, REDUCE, ALLREDUCE, REDUCE_SCATTER, SCAN, COMMUNICATOR ->
          Growth.LOGARITHMIC;
      case GATHER, SCATTER, ALLGATHER, ALLTOALL -> Growth.LINEAR;
      case NEIGHBOR -> Growth.CONSTANT;
    };
  }

  @Override
  public long durationPs(CollectiveCall call) {
    long messagePs = speeds.of(call).messagePs(Collective.sizeBytes(call));
    return Ps.scale(Ps.times(messages(call), messagePs), factor);
  }

  private int messages(CollectiveCall call) {
    int participants = call.participants();
    return switch (growths.getOrDefault(Collective.of(call.code()), Growth.CONSTANT)) {
      case CONSTANT -> participants == 1 ? 0 : 1;
      case LINEAR -> participants - 1;
      case LOGARITHMIC -> Collective.rounds(participants);
    };
  }
}
