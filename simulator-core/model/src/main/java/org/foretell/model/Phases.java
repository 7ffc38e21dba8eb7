package org.foretell.model;

/**
 * A run of steps of a member that consists of similar phases, so that a few phases of very many
 * suffice to estimate the time of all. All members have the same number of phases, a message sent
 * in a phase is received in the phase of the same number, in the same run or in another run with
 * equally many phases, and each phase moves about as much data.
 *
 * @param first steps of the member before the first phase, at least 0
 * @param steps steps of a phase, at least 1
 * @param count number of phases, at least 1
 */
public record Phases(int first, int steps, int count) {
  /** {@return the number of steps before the first one after the last phase} */
  public int end() {
    return first + steps * count;
  }

  /**
   * {@return the same phases after some more steps}
   *
   * @param before number of preceding steps of the member, at least 0
   */
  public Phases after(int before) {
    return new Phases(first + before, steps, count);
  }
}
