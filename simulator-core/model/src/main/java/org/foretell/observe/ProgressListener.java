package org.foretell.observe;

/** Receives the progress of a simulation from time to time, on the simulation's thread. */
@FunctionalInterface
public interface ProgressListener {
  /**
   * Called with the progress so far.
   *
   * @param timePs simulated time that some rank has reached, picoseconds
   * @param operations ops replayed so far, all ranks together
   * @param totalOperations ops of the whole trace, -1 if the source does not know the number
   */
  void progress(long timePs, long operations, long totalOperations);
}
