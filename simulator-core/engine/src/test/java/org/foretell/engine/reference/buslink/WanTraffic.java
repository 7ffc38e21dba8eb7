package org.foretell.engine.reference.buslink;

import org.foretell.machine.WideArea;

/** What the traffic between sites leaves of the bandwidth. */
final class WanTraffic {
  private static final long PERIOD_PS = 10_000_000_000_000L;
  private static final double PERIOD_NS = PERIOD_PS / 1e3;

  private final WideArea wideArea;
  private long period;
  private double traffic;
  private long bytes;

  /** Nothing is left. */
  static final class Jam extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  WanTraffic(WideArea wideArea) {
    this.wideArea = wideArea;
  }

  /** The share that a message gets which starts to move now. */
  double share(long nowPs, long messageBytes) {
    for (; period < nowPs / PERIOD_PS; period++) {
      traffic = traffic / 10 + 0.9 * (bytes / PERIOD_NS);
      bytes = 0;
    }
    bytes += messageBytes;
    if (wideArea.trafficPerByte() == 0) {
      return 1;
    }
    double x = traffic * wideArea.trafficPerByte() / wideArea.maxTraffic();
    double share =
        switch (wideArea.traffic()) {
          case EXPONENTIAL -> Math.exp(-5 * x);
          case LOGARITHMIC -> Math.log10(10 - 10 * x);
          case LINEAR -> 1 - x;
          case NONE -> 1;
        };
    if (!(share > 0)) {
      throw new Jam();
    }
    return share;
  }
}
