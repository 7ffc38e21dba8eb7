package org.foretell.study.simulation;

import java.util.List;
import java.util.OptionalDouble;
import org.foretell.scenario.Scenario;
import org.foretell.study.description.Simulated;
import org.foretell.study.evaluation.SimulatedFigures;
import org.foretell.time.Ps;
import org.foretell.workflow.WorkflowSetup;
import org.foretell.workflow.recorded.WfFormatFile;
import org.foretell.workflow.report.WorkflowResult;
import org.foretell.workflow.schedule.SchedulingPolicies;

/**
 * A pipeline on the nodes that its workers need.
 *
 * @param pipeline its settings
 * @param limit of its time, seconds; empty for none
 * @param inputs its files
 */
record PipelineSimulation(
    Simulated.Pipeline pipeline, OptionalDouble limit, SimulationInputs inputs)
    implements CaseSimulation {
  @Override
  public String content() {
    return "workflow 1 "
        + List.of(
            pipeline.instances(),
            pipeline.workers(),
            pipeline.perNode(),
            pipeline.policy(),
            pipeline.dealPs(),
            pipeline.nodeMemoryBytes(),
            limit,
            // The search for nodes makes all replications.
            limit.isPresent() ? pipeline.replications() : 1)
        + "\n"
        + inputs.hashes();
  }

  @Override
  public long nodes() {
    return pipeline.nodes();
  }

  @Override
  public int workersPerNode() {
    return pipeline.perNode();
  }

  @Override
  public SimulatedRun run(
      Scenario settings, long seed, boolean searchesNodes, Runnable cancellation) {
    WorkflowSetup setup = setup(settings).seed(seed);
    WorkflowResult result = setup.run();
    cancellation.run();
    Long needed =
        searchesNodes && limit.isPresent()
            ? setup
                .replications(pipeline.replications())
                .findFewestNodes(limit.getAsDouble())
                .map(enough -> (long) enough.nodes())
                .orElse(null)
            : null;
    return new SimulatedRun(
        Ps.fromSeconds(result.makespanSeconds()),
        result.coresBusyShare(),
        new SimulatedFigures(result.coresWaitingShare(), null, needed, null, null, null));
  }

  private WorkflowSetup setup(Scenario settings) {
    WorkflowSetup setup =
        new WorkflowSetup()
            .settingsOf(settings)
            .policy(SchedulingPolicies.named(pipeline.policy()))
            .workers(pipeline.workers(), pipeline.perNode());
    inputs
        .pipeline()
        .ifPresentOrElse(
            stages -> setup.pipeline(stages, pipeline.instances()),
            () -> setup.recorded(WfFormatFile.read(inputs.file())));
    pipeline.dealPs().ifPresent(setup::dealPs);
    pipeline.nodeMemoryBytes().ifPresent(setup::nodeMemory);
    return setup;
  }
}
