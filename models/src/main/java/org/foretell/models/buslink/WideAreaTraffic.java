package org.foretell.models.buslink;

import java.util.Locale;
import org.foretell.machine.WideArea;
import org.foretell.result.InputException;
import org.foretell.time.Ps;

/**
 * The traffic that messages make in the wide-area network, and what it leaves of the bandwidth, as
 * Dimemas has it. It is estimated every ten seconds of simulated time, from what has started to
 * move since.
 */
final class WideAreaTraffic {
  private static final long PERIOD_PS = 10 * Ps.PER_SECOND;
  private static final double PERIOD_NS = (double) PERIOD_PS / Ps.PER_NANOSECOND;

  /** How much of the estimate before goes into the next. */
  private static final double KEPT = 0.1;

  private final WideArea network;

  /** Number of the period that goes on. */
  private long period;

  private double bytesInPeriod;

  /** The estimate, of the periods before. */
  private double bytesPerNs;

  WideAreaTraffic(WideArea network) {
    this.network = network;
  }

  /**
   * The share of the bandwidth for a message that starts to move; messages come in the order in
   * which they start.
   *
   * @throws InputException if nothing is left
   */
  double share(long bytes, long nowPs) {
    if (network.trafficPerByte() == 0) {
      return 1;
    }
    estimate(nowPs / PERIOD_PS);
    bytesInPeriod += bytes;
    double load = network.trafficPerByte() * bytesPerNs / network.maxTraffic();
    // Math may round differently from one machine to the next.
    double share =
        switch (network.traffic()) {
          case NONE -> 1;
          case LINEAR -> 1 - load;
          case EXPONENTIAL -> StrictMath.exp(-5 * load);
          case LOGARITHMIC -> StrictMath.log10(10 - 10 * load);
        };
    if (!(share > 0)) {
      throw new InputException(
          "messages between sites make "
              + String.format(Locale.US, "%.3f", load)
              + " times the wide-area network's maxTraffic at "
              + nowPs
              + " ps, which leaves nothing of its bandwidth; raise maxTraffic or lower"
              + " trafficPerByte");
    }
    return share;
  }

  private void estimate(long now) {
    if (now > period) {
      bytesPerNs = KEPT * bytesPerNs + (1 - KEPT) * (bytesInPeriod / PERIOD_NS);
      bytesPerNs *= StrictMath.pow(KEPT, (double) (now - period - 1));
      bytesInPeriod = 0;
      period = now;
    }
  }
}
