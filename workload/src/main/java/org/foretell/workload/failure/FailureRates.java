package org.foretell.workload.failure;

import java.util.OptionalDouble;

/**
 * How often the nodes of a job, and the network, fail. Each node fails independently of the others;
 * a failed one is replaced by a fresh one.
 *
 * @param nodes at least 1
 * @param nodeMtbfSeconds mean time between failures of a node, above 0
 * @param shape of the Weibull distribution of times between failures of a node; 1 is exponential,
 *     less means that most failures come early, above 0
 * @param networkMtbfSeconds mean time between failures of the network, which end the job too, of an
 *     exponential distribution; empty if it never fails
 */
public record FailureRates(
    int nodes, double nodeMtbfSeconds, double shape, OptionalDouble networkMtbfSeconds) {
  /** Checks the ranges. */
  public FailureRates {
    if (nodes < 1
        || !(nodeMtbfSeconds > 0)
        || !(shape > 0)
        || Double.isInfinite(shape)
        || !(networkMtbfSeconds.orElse(1) > 0)) {
      throw new IllegalArgumentException(
          "failures need a node, mean times and a shape above 0, but have %d, %s, %s, %s"
              .formatted(nodes, nodeMtbfSeconds, shape, networkMtbfSeconds));
    }
  }

  /** {@return the mean time between failures of anything, seconds, in the long run} */
  public double mtbfSeconds() {
    double perSecond = nodes / nodeMtbfSeconds;
    if (networkMtbfSeconds.isPresent()) {
      perSecond += 1 / networkMtbfSeconds.getAsDouble();
    }
    return 1 / perSecond;
  }

  /** {@return whether the time to the next failure does not depend on the last one} */
  public boolean isExponential() {
    return shape == 1;
  }
}
