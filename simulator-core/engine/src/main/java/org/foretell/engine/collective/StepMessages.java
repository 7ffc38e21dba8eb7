package org.foretell.engine.collective;

import org.foretell.engine.state.RequestTable;
import org.foretell.model.CollectiveStep;

/** Gives a transport what steps of collectives send and receive, and knows what is under way. */
public interface StepMessages extends RequestTable.Steps {
  /** Room for what a step receives, which the schedules of both ends agree on. */
  long UNKNOWN_BYTES = -1;

  /**
   * Sends the message of a step.
   *
   * @param awaited whether it is a part of the step, rather than started
   */
  void send(ScheduleRun run, CollectiveStep step, boolean awaited);

  /** Posts a receive of a step, see {@link #send}. */
  void receive(ScheduleRun run, int from, boolean awaited);

  /** Whether a blocking step that does both posts its receive when its message has left. */
  default boolean receivesAfterSending() {
    return false;
  }

  /** The step waits for all that was started. */
  void awaitStarted(ScheduleRun run);

  /** Number of the collective to which something under way belongs, by its name. */
  int run(int name);
}
