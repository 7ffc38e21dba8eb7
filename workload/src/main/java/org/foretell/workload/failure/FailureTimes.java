package org.foretell.workload.failure;

import java.util.PriorityQueue;
import umontreal.ssj.randvar.ExponentialGen;
import umontreal.ssj.randvar.RandomVariateGen;
import umontreal.ssj.randvar.WeibullGen;
import umontreal.ssj.rng.RandomStream;
import umontreal.ssj.util.Num;

/** When something fails, in the order of time; for one run and one thread. */
final class FailureTimes {
  private final RandomVariateGen gaps;

  /** By node, for distributions with a memory. */
  private final PriorityQueue<Double> ofNodes = new PriorityQueue<>();

  private final boolean isExponential;
  private final RandomVariateGen network;
  private double nextNetwork = Double.POSITIVE_INFINITY;
  private double nextNode;

  /** Begins with fresh nodes. */
  FailureTimes(FailureRates rates, RandomStream stream) {
    isExponential = rates.isExponential();
    if (isExponential) {
      gaps = new ExponentialGen(stream, rates.nodes() / rates.nodeMtbfSeconds());
      nextNode = gaps.nextDouble();
    } else {
      double rate = Math.exp(Num.lnGamma(1 + 1 / rates.shape())) / rates.nodeMtbfSeconds();
      gaps = new WeibullGen(stream, rates.shape(), rate, 0);
      for (int node = 0; node < rates.nodes(); node++) {
        ofNodes.add(gaps.nextDouble());
      }
      nextNode = ofNodes.element();
    }
    network = new ExponentialGen(stream, 1 / rates.networkMtbfSeconds().orElse(1));
    if (rates.networkMtbfSeconds().isPresent()) {
      nextNetwork = network.nextDouble();
    }
  }

  /** The time of the next failure, seconds. */
  double next() {
    return Math.min(nextNode, nextNetwork);
  }

  /** The next failure has come; what failed is replaced. */
  void comes() {
    if (nextNetwork <= nextNode) {
      nextNetwork += network.nextDouble();
    } else if (isExponential) {
      nextNode += gaps.nextDouble();
    } else {
      double now = ofNodes.remove();
      ofNodes.add(now + gaps.nextDouble());
      nextNode = ofNodes.element();
    }
  }
}
