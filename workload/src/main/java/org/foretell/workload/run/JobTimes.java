package org.foretell.workload.run;

import java.util.List;
import org.foretell.workload.job.BatchJob;

/** How long jobs take. */
interface JobTimes {
  /** How long a job takes that has the machine to itself, nanoseconds. */
  long aloneNs(BatchJob job);

  /**
   * States when the jobs end that are running, if nothing else starts; called when jobs have
   * started.
   *
   * @param running all that run, those that started now last
   * @param nowNs the present time
   */
  void ends(List<Running> running, long nowNs);
}
