package org.foretell.workload.job;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.foretell.workload.schedule.SchedulePolicy;

/**
 * The jobs of a file.
 *
 * @param format what it is, in a word or two
 * @param jobs at least one
 * @param policy what the file asks for
 * @param recordedWaitSeconds how long the jobs waited on the machine where they were recorded,
 *     mean; empty if unknown
 * @param notes what was left out, and why
 */
public record Workload(
    String format,
    List<BatchJob> jobs,
    Optional<SchedulePolicy> policy,
    OptionalDouble recordedWaitSeconds,
    List<String> notes) {
  /** Copies the lists. */
  public Workload {
    jobs = List.copyOf(jobs);
    notes = List.copyOf(notes);
  }

  /** {@return the traces of all jobs, each once} */
  public List<Path> traces() {
    return jobs.stream()
        .map(BatchJob::work)
        .filter(JobWork.Replay.class::isInstance)
        .map(work -> ((JobWork.Replay) work).trace())
        .distinct()
        .toList();
  }
}
