package org.foretell.jobs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.foretell.report.JobsResult.Neighbour;

/** By job the other one that slows it down most, of pairs that ran together. */
public final class WorstNeighbours {
  private final List<Optional<Neighbour>> worst;

  /** None is known yet. */
  public WorstNeighbours(int jobs) {
    worst = new ArrayList<>(Collections.nCopies(jobs, Optional.empty()));
  }

  /**
   * A job ran beside another one.
   *
   * @param job its number
   * @param name of the other
   * @param beside how it ended beside the other
   * @param alone how it ends alone
   */
  public void add(int job, String name, JobSimulations.End beside, JobSimulations.End alone) {
    double slowDown = alone.endPs() == 0 ? 1 : (double) beside.endPs() / alone.endPs();
    if (slowDown > worst.get(job).map(Neighbour::slowDown).orElse(1.0)) {
      worst.set(job, Optional.of(new Neighbour(name, slowDown)));
    }
  }

  /** {@return the worst neighbour of a job; empty if none slows it down} */
  public Optional<Neighbour> of(int job) {
    return worst.get(job);
  }
}
