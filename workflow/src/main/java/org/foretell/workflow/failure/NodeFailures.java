package org.foretell.workflow.failure;

import java.util.Objects;
import java.util.OptionalDouble;
import org.foretell.failure.ForetellException;

/**
 * How often nodes and the network fail. Each node fails independently of the others. A fresh node
 * takes the place of a failed one after the time of a restart; all are fresh when the workflow
 * begins.
 *
 * @param nodeMtbfSeconds mean time between failures of a node, above 0
 * @param shape of the Weibull distribution of times between failures of a node, at least 0.1; 1 is
 *     exponential
 * @param networkMtbfSeconds mean time between failures of the network, exponential, above 0; empty
 *     if it never fails
 * @param restartPs from a failure until what failed is there again, picoseconds, at least 0
 */
public record NodeFailures(
    double nodeMtbfSeconds, double shape, OptionalDouble networkMtbfSeconds, long restartPs) {
  private static final double LEAST_SHAPE = 0.1;

  /**
   * Checks the ranges.
   *
   * @throws ForetellException if a value is out of range
   */
  public NodeFailures {
    Objects.requireNonNull(networkMtbfSeconds, "networkMtbfSeconds");
    positive("time between failures of a node", nodeMtbfSeconds);
    positive("shape of the Weibull distribution", shape);
    if (shape < LEAST_SHAPE) {
      throw ForetellException.usage(
          "the shape of the Weibull distribution is %s; the least is %s, with which most failures"
                  .formatted(shape, LEAST_SHAPE)
              + " follow each other at once");
    }
    positive("time between failures of the network", networkMtbfSeconds.orElse(1));
    if (restartPs < 0) {
      throw ForetellException.usage(
          "the time of a restart is " + restartPs + " ps, but must be 0 or more");
    }
  }

  private static void positive(String what, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw ForetellException.usage(
          "the " + what + " is " + value + ", but must be above 0 and finite");
    }
  }

  /**
   * {@return failures with exponential times between those of a node, and a network that never
   * fails}
   *
   * @param nodeMtbfSeconds mean time between failures of a node, above 0
   * @param restartPs from a failure until the node is there again, picoseconds
   */
  public static NodeFailures exponential(double nodeMtbfSeconds, long restartPs) {
    return new NodeFailures(nodeMtbfSeconds, 1, OptionalDouble.empty(), restartPs);
  }
}
