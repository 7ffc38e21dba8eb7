package org.foretell.study.evaluation;

/**
 * By how much changed figures of a machine change its power.
 *
 * @param idle factor of the power of an idle node, at least 0
 * @param busy factor of the power of a busy node
 * @param network factor of the power of the network
 */
public record PowerFactors(double idle, double busy, double network) {
  /** Nothing changes it. */
  public static final PowerFactors NONE = new PowerFactors(1, 1, 1);
}
