package org.foretell.observe;

/** Is told now and then how far a simulation has come, on the simulation's thread. */
@FunctionalInterface
public interface ProgressListener {
  /**
   * So much has been replayed.
   *
   * @param timePs simulated time that some rank has reached, picoseconds
   * @param operations ops replayed so far, all ranks together
   * @param totalOperations ops of the whole trace, -1 when the source does not know
   */
  void progress(long timePs, long operations, long totalOperations);
}
