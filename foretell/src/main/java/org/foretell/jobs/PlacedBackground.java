package org.foretell.jobs;

import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.report.JobsResult;

/**
 * The traffic of others on its nodes.
 *
 * @param choice what was wanted
 * @param machine with the nodes
 * @param places of its ranks, one on a node
 */
public record PlacedBackground(BackgroundChoice choice, Machine machine, Placement places) {
  /**
   * {@return the traffic as a job}
   *
   * @param startPs when it begins, picoseconds
   * @param jobsPs for how long it may be needed, picoseconds
   * @param seed of random destinations
   */
  public JobRun run(long startPs, long jobsPs, long seed) {
    return JobRun.background(
        startPs,
        choice.on(machine, places.ranks(), places.node(0), jobsPs, seed),
        choice.text(),
        places);
  }

  /** {@return what the report says of it} */
  public JobsResult.Background described() {
    return new JobsResult.Background(
        choice.text(),
        places.ranks(),
        machine.buses().speed().bytesPerSecond()
            * machine.groupOf(places.node(0)).nics()
            * choice.share());
  }
}
