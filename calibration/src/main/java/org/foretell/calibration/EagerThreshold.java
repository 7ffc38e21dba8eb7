package org.foretell.calibration;

import java.util.List;
import java.util.OptionalLong;
import org.foretell.calibration.fit.PiecewiseFit;
import org.foretell.calibration.fit.Segment;

/**
 * Where messages begin to be a rendezvous: at the break point at which the latency of segments
 * rises most, since two messages go first. Caches make latencies rise too, so only sizes count at
 * which libraries change.
 */
final class EagerThreshold {
  private static final long LEAST_BYTES = 1 << 10;
  private static final long MOST_BYTES = 1 << 18;

  /** Half as much again as before. */
  private static final double LEAST_RISE = 1.5;

  private EagerThreshold() {}

  /** The largest size that was measured below the rise; empty if there is none. */
  static OptionalLong of(PiecewiseFit fit) {
    List<Segment> segments = fit.segments();
    OptionalLong found = OptionalLong.empty();
    double steepest = LEAST_RISE;
    for (int i = 1; i < segments.size(); i++) {
      long below = segments.get(i - 1).toBytes();
      double before = Math.max(segments.get(i - 1).latencyPs(), WayCosts.latencyPs(fit));
      double rise = segments.get(i).latencyPs() / before;
      if (below >= LEAST_BYTES && below <= MOST_BYTES && rise > steepest) {
        steepest = rise;
        found = OptionalLong.of(below);
      }
    }
    return found;
  }
}
