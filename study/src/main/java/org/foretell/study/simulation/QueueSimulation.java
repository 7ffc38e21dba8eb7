package org.foretell.study.simulation;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.foretell.Foretell;
import org.foretell.scenario.Scenario;
import org.foretell.study.description.Simulated;
import org.foretell.study.evaluation.SimulatedFigures;
import org.foretell.workload.Mix;
import org.foretell.workload.job.JobWork;
import org.foretell.workload.report.JobRecord;
import org.foretell.workload.report.MixResult;
import org.foretell.workload.schedule.SchedulePolicy;

/**
 * A queue of jobs on all nodes of an offer.
 *
 * @param queue its settings
 * @param available nodes of the offer
 * @param inputs its files
 */
record QueueSimulation(Simulated.JobQueue queue, int available, SimulationInputs inputs)
    implements CaseSimulation {
  private static final long PS_PER_NS = 1000;

  @Override
  public String content() {
    return "mix 1 "
        + List.of(
            queue.policy(),
            queue.together(),
            queue.interference(),
            queue.anyNodes(),
            queue.kill(),
            queue.demandSeconds(),
            available)
        + "\n"
        + inputs.hashes();
  }

  @Override
  public long nodes() {
    return available;
  }

  @Override
  public int workersPerNode() {
    return 0;
  }

  @Override
  public SimulatedRun run(
      Scenario settings, long seed, boolean searchesNodes, Runnable cancellation) {
    OptionalDouble demand = queue.demandSeconds();
    MixResult result =
        Mix.of(
                inputs.file(),
                Foretell.jobs()
                    .settingsOf(settings)
                    .cancelWhen(
                        () -> {
                          cancellation.run();
                          return false;
                        }))
            .policy(queue.policy().flatMap(SchedulePolicy::of).orElse(null))
            .together(queue.together())
            .interference(queue.interference())
            .scattered(queue.anyNodes())
            .kills(queue.kill())
            .nodes(OptionalInt.of(available))
            .seed(seed)
            .demand(searchesNodes && demand.isPresent() ? demand.getAsDouble() : null)
            .run();
    List<JobRecord> records = result.records();
    return new SimulatedRun(
        makespanPs(records), result.coresBusyShare(), figures(result, demand, records));
  }

  private static long makespanPs(List<JobRecord> records) {
    long firstNs = records.stream().mapToLong(one -> one.job().submitNs()).min().orElse(0);
    long lastNs = records.stream().mapToLong(JobRecord::endNs).max().orElse(0);
    return Math.multiplyExact(lastNs - firstNs, PS_PER_NS);
  }

  private SimulatedFigures figures(
      MixResult result, OptionalDouble demand, List<JobRecord> records) {
    boolean areSlowed =
        queue.together()
            && records.stream().anyMatch(one -> one.job().work() instanceof JobWork.Replay);
    return new SimulatedFigures(
        result.coresWaitingShare(),
        (long) records.size(),
        result
            .nodesNeeded()
            .filter(needed -> needed.nodes().isPresent())
            .map(needed -> (long) needed.nodes().getAsInt())
            .orElse(null),
        demand.isPresent()
            ? (Boolean) (result.summary().waitSeconds().p95() <= demand.getAsDouble())
            : null,
        areSlowed ? (Double) result.summary().runSlowDown() : null,
        areSlowed
            ? (Double)
                records.stream().flatMapToDouble(one -> one.runSlowDown().stream()).max().orElse(1)
            : null);
  }
}
