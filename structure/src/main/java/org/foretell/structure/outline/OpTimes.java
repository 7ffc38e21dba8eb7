package org.foretell.structure.outline;

import java.util.Arrays;

/** How long each op of a program took: sums, and the shortest and longest of its times. */
final class OpTimes {
  private final double[] sumsPs;
  private final double[] leastPs;
  private final double[] mostPs;

  OpTimes(int ops) {
    sumsPs = new double[ops];
    leastPs = new double[ops];
    mostPs = new double[ops];
    Arrays.fill(leastPs, Double.POSITIVE_INFINITY);
  }

  private OpTimes(OpTimes of) {
    sumsPs = of.sumsPs.clone();
    leastPs = of.leastPs.clone();
    mostPs = of.mostPs.clone();
  }

  OpTimes copy() {
    return new OpTimes(this);
  }

  void add(int op, double timePs) {
    sumsPs[op] += timePs;
    leastPs[op] = Math.min(leastPs[op], timePs);
    mostPs[op] = Math.max(mostPs[op], timePs);
  }

  double sumPs(int op) {
    return sumsPs[op];
  }

  /** 0 where no time was taken. */
  double leastPs(int op) {
    return leastPs[op] == Double.POSITIVE_INFINITY ? 0 : leastPs[op];
  }

  double mostPs(int op) {
    return mostPs[op];
  }
}
