package org.foretell.study.evaluation;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * What the simulation of a mix or a workflow tells beside its time, with all figures as stated.
 *
 * @param coresWaitingShare of the time of all cores of its nodes that ranks, the master or workers
 *     wait on them, 0 to 1; null of a trace
 * @param jobs of a mix; null of others
 * @param nodesNeeded the fewest nodes with which a mix meets its demand, or a workflow its time
 *     limit; null if nothing was asked, or if the machine has too few
 * @param meetsDemand whether 95 % of the jobs of a mix wait no longer than its demand allows, on
 *     the nodes of the offer; null without a demand
 * @param slowDownByNeighbours run time of a job beside others over that alone, mean over the jobs
 *     of a mix; null unless jobs with traces are replayed together
 * @param slowDownByNeighboursWorst the same of the job with the most
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SimulatedFigures(
    @Nullable Double coresWaitingShare,
    @Nullable Long jobs,
    @Nullable Long nodesNeeded,
    @Nullable Boolean meetsDemand,
    @Nullable Double slowDownByNeighbours,
    @Nullable Double slowDownByNeighboursWorst) {
  /** Of a program that is a trace. */
  public static final SimulatedFigures NONE =
      new SimulatedFigures(null, null, null, null, null, null);

  /** {@return whether there is no demand that is not met} */
  boolean isServed() {
    return meetsDemand == null || meetsDemand;
  }
}
