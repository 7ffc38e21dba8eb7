package org.foretell.engine.collective;

import org.foretell.model.CollectiveSchedule;

/** Executes one call of a collective by itself, beside the replay, to learn how long it takes. */
@FunctionalInterface
public interface Rehearsal {
  /** The members do not come to the end: some wait for messages that nobody sends. */
  long NOT_COMPLETED = -1;

  /**
   * How long a call takes whose members begin together, on an otherwise idle machine.
   *
   * @param worldRanks of the members
   * @param steps of each member; asked in any order
   * @return picoseconds, from the beginning until the last member has ended; or {@link
   *     #NOT_COMPLETED}
   */
  long durationPs(int[] worldRanks, CollectiveSchedule steps);
}
