package org.foretell.engine.collective;

/** Told when collectives go on that have a clock of their own. */
@FunctionalInterface
public interface RunListener {
  /**
   * A member has called a collective that goes on in its background, or begins with phases of one;
   * or a step has ended in which one was blocked.
   */
  void goesOn(ScheduleRun run);
}
