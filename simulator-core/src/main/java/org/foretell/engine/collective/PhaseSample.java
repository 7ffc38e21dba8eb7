package org.foretell.engine.collective;

import org.foretell.time.Ps;

/**
 * Which phases of a collective are executed if it has too many to execute them all, see {@link
 * org.foretell.model.CollectiveSchedule#phases}. All members execute the same ones. They are chosen
 * by the golden ratio, so that the first few of them are already spread evenly over all, and in no
 * step with any power of two or edge of a torus.
 *
 * @param phaseSteps steps of a phase
 * @param steps steps of a member, all phases together
 * @param phases how many are executed, at least 2, below those that there are
 */
record PhaseSample(int phaseSteps, int steps, int phases) {
  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

  /** The number of a step, given how many have been executed; -1 after the last. */
  int step(int executed) {
    int phase = executed / phaseSteps;
    if (phase >= phases) {
      return -1;
    }
    int all = steps / phaseSteps;
    double place = (phase + 0.5) * GOLDEN;
    int chosen = (int) ((place - Math.floor(place)) * all);
    return chosen * phaseSteps + executed % phaseSteps;
  }

  /** Steps that are executed before it is measured how fast the others are. */
  int ahead() {
    return Math.max(1, phases / 8) * phaseSteps;
  }

  /**
   * How long the phases take that are not executed.
   *
   * @param measuredPs how long those took that were executed after the first {@link #ahead} steps
   */
  long restPs(long measuredPs) {
    int executed = phases * phaseSteps;
    return Ps.scale(measuredPs, (double) (steps - executed) / (executed - ahead()));
  }
}
