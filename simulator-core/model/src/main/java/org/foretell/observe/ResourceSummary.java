package org.foretell.observe;

/**
 * How busy messages kept a CPU or one side of a NIC; only models that occupy them report it.
 *
 * @param resource its kind
 * @param index rank for CPUs, number for NICs
 * @param volume messages that it handled
 * @param busyPs time it was kept by them, picoseconds
 * @param makespanPs when the last rank finished, picoseconds
 */
public record ResourceSummary(
    SimObserver.Resource resource, int index, MessageVolume volume, long busyPs, long makespanPs) {
  /** {@return the share of the run time in which it was busy; 0 for a run that takes no time} */
  public double utilisation() {
    return makespanPs == 0 ? 0 : (double) busyPs / makespanPs;
  }
}
