package org.foretell.engine.state;

/** Takes events and executes what they lead to, until nothing is left. */
public interface ReplayLoop {
  /** Runs to the end, or until the check says no; to be called once. */
  void run(ReplayProgress progress, StopCheck stop);

  /** The rank that the present event is about. */
  int rank();

  /** The time of the present event, as far as there is one. */
  long nowPs();
}
