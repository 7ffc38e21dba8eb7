package org.foretell;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.foretell.energy.PowerDraw;
import org.foretell.energy.StatisticsTimes;
import org.foretell.input.OpenTrace;
import org.foretell.inspection.DeadlockCauses;
import org.foretell.model.FigureText;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.replay.RunWarnings;
import org.foretell.report.RunResult;
import org.foretell.report.RunStatistics;
import org.foretell.report.TraceSummary;
import org.foretell.result.Prediction;
import org.foretell.scenario.Experiment;
import org.foretell.setting.ComputeDescription;

/**
 * The report of a run.
 *
 * @param run what ran
 * @param parameters of models, as given
 * @param draw the power of its nodes; empty if the machine does not state it
 */
record RunReport(Planned run, Map<String, String> parameters, Optional<PowerDraw> draw) {
  /**
   * The result of a run.
   *
   * @param summary of the trace
   * @param warnings those of this run so far
   */
  RunResult of(TraceSummary summary, Done done, RunWarnings warnings) {
    Plan plan = run.plan();
    var machine = plan.chosen().map(c -> c.choice().machine());
    OpenTrace trace = run.trace();
    ModelProvider provider = run.model().provider();
    ModelContext context = run.experiment().context();
    Experiment.Ready ready = done.ready();
    return new RunResult(
        Version.text(),
        summary,
        plan.chosen().map(MachineSetting.Chosen::choice),
        context.placement(),
        provider.name(),
        run.model().reason(),
        FigureText.of(provider, context),
        ready.collectives(),
        new ComputeDescription(
                plan.compute(),
                ready.compute(),
                trace.source(),
                context.machine(),
                context.placement().ranks())
            .all(),
        plan.noise().described(),
        done.seed(),
        done.replications(),
        done.interval(),
        done.intervalLeftOut(),
        done.prediction(),
        done.prediction().outcome() == Prediction.Outcome.COMPLETED
            ? draw.map(power -> power.energy(new StatisticsTimes(done.statistics())))
            : Optional.empty(),
        new RunStatistics(done.statistics()),
        warnings
            .unusedCoreSpeed(
                plan.chosen().map(one -> one.choice().set()).orElse(List.of()), ready.compute())
            .sharedNodes(plan.compute(), trace.source(), ready.compute(), context.placement())
            .network(machine, provider, context)
            .hotSpot(ready.model(), done.statistics())
            .steered(done.statistics())
            .unusedParameters(provider, plan.given(), context)
            .unusedCollectiveSettings(parameters, ready.model())
            .library(trace.source().info(), machine, run.scenario().collectives())
            .unusedSettings(machine, plan.registry(), provider)
            .notModelled(plan.chosen().map(one -> one.content().loaded()))
            .machine(machine)
            .stopped(
                done.prediction().outcome() == Prediction.Outcome.DEADLOCKED
                    ? DeadlockCauses.of(trace.source(), provider)
                    : List.of())
            .list());
  }
}
