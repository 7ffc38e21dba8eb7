package org.foretell.model;

/**
 * A run of steps of a member that consists of phases which are alike, so that of very many a few
 * tell how long all of them take. All members have equally many of them, a message that is sent in
 * a phase is received in the phase of the same number, in the same run or in another one with
 * equally many phases, and each phase moves about as much.
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
   * {@return the same phases, later}
   *
   * @param before steps of the member that come before, at least 0
   */
  public Phases after(int before) {
    return new Phases(first + before, steps, count);
  }
}
