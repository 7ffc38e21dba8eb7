package org.foretell.workload.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.foretell.report.RunResult;

/**
 * A queue of jobs on a machine: the result of {@code sim mix}. Immutable.
 *
 * @param version of Foretell
 * @param file name of the file of jobs
 * @param format what it is
 * @param machine the machine with its hash
 * @param nodes how many of its nodes there were
 * @param settings how jobs were chosen and timed, name to value, for the reader
 * @param seed of everything random
 * @param records of all jobs, in the order of their ends
 * @param summary the usual figures
 * @param coresBusyShare of the time of all cores from the first arrival to the last end that they
 *     compute, 0 to 1: those of a job with a trace as its replay alone has it, and all cores of the
 *     nodes of any other job
 * @param coresWaitingShare of the same time that cores have a rank which does not compute: as the
 *     replay alone has it, and as long as a job runs longer than alone
 * @param energy of all nodes; empty unless the machine states the power of all
 * @param recordedWaitSeconds how long jobs waited where they were recorded, mean; empty if unknown
 * @param nodesNeeded the fewest nodes with which 95% of the jobs wait no longer than was asked for;
 *     empty if nobody asked, or if the machine has too few
 * @param notes what the reader should know
 */
public record MixResult(
    String version,
    String file,
    String format,
    RunResult.MachineChoice machine,
    int nodes,
    Map<String, String> settings,
    long seed,
    List<JobRecord> records,
    MixSummary summary,
    double coresBusyShare,
    double coresWaitingShare,
    Optional<QueueEnergy> energy,
    OptionalDouble recordedWaitSeconds,
    Optional<NodesNeeded> nodesNeeded,
    List<String> notes) {
  /** Copies the collections. */
  public MixResult {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    records = List.copyOf(records);
    notes = List.copyOf(notes);
  }

  /**
   * The answer to a demand.
   *
   * @param waitSeconds what 95% of the jobs may wait
   * @param nodes the fewest nodes found; empty if the machine has too few
   */
  public record NodesNeeded(double waitSeconds, OptionalInt nodes) {}
}
