package org.foretell.models;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.foretell.engine.Simulation;
import org.foretell.machine.Machine;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.models.compute.ScaledCompute;
import org.foretell.result.Prediction;
import org.foretell.result.ReplayOrder;
import org.foretell.trace.TraceSource;

/** Runs traces through the engine with a model that ships. */
public final class Replayed {
  private Replayed() {}

  /** Without a machine, each rank on a node of its own. */
  public static Prediction without(
      ModelProvider provider, Map<String, String> parameters, TraceSource trace) {
    return run(provider, Machines.withoutMachine(trace.info().ranks(), parameters), trace);
  }

  /**
   * As {@link #without}, of a trace that need not be sound, in strict order: of several mistakes it
   * finds the earliest.
   */
  static Prediction anyhow(
      ModelProvider provider, Map<String, String> parameters, TraceSource trace) {
    return replay(provider, Machines.withoutMachine(trace.info().ranks(), parameters), trace)
        .schedule(ReplayOrder.STRICT)
        .build()
        .run();
  }

  /** Two ranks on each node of a machine. */
  public static Prediction on(
      Machine machine, ModelProvider provider, Map<String, String> parameters, TraceSource trace) {
    return run(provider, Machines.on(machine, trace.info().ranks(), parameters), trace);
  }

  private static Simulation.Builder replay(
      ModelProvider provider, ModelContext context, TraceSource trace) {
    CommunicationModel model = provider.create(context);
    return Simulation.builder()
        .trace(trace)
        .placement(context.placement())
        .communication(model)
        .compute(ScaledCompute.builder(context.placement()).build());
  }

  private static Prediction run(ModelProvider provider, ModelContext context, TraceSource trace) {
    Prediction prediction = replay(provider, context, trace).build().run();
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
    return prediction;
  }
}
