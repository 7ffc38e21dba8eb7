package org.foretell.peers;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.foretell.Foretell;
import org.foretell.PredictionSetup;
import org.foretell.engine.reference.GraphReference;
import org.foretell.engine.reference.ReferenceEngine;
import org.foretell.engine.reference.buslink.BusLinkReference;
import org.foretell.input.MachineArgument;
import org.foretell.input.OpenTrace;
import org.foretell.input.TraceReading;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.machines.file.LoadedMachine;
import org.foretell.model.BusLinkModel;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.models.compute.ScaledCompute;
import org.foretell.models.noise.Noise;
import org.foretell.observe.SimObserver;
import org.foretell.result.Prediction;
import org.foretell.result.UnsupportedOps;
import org.foretell.scenario.Experiment;
import org.foretell.setting.CollectiveChoice;
import org.foretell.setting.ComputeChoice;
import org.foretell.setting.GivenParameters;
import org.foretell.setting.ModelRegistry;
import org.foretell.setting.PlacementChoice;
import org.foretell.trace.Capability;

/** When the ranks of a case end, by our own reader and engine, and by the slow twin. */
final class Replayed {
  private Replayed() {}

  static long[] byEngine(PeerCase one) {
    PredictionSetup setup = Foretell.prediction().model(one.model()).trace(one.trace());
    if (!one.machine().equals("-")) {
      setup.machine(one.machine());
    }
    one.parameters().forEach(setup::parameter);
    return completed(setup.run().prediction());
  }

  private static long[] completed(Prediction prediction) {
    if (prediction.outcome() != Prediction.Outcome.COMPLETED) {
      throw new AssertionError(prediction.outcome() + ": " + prediction.problems());
    }
    return prediction.finishPs();
  }

  static long[] byTwin(PeerCase one) {
    ModelProvider provider = ModelRegistry.load(java.util.List.of()).get(one.model());
    Optional<Machine> machine =
        one.machine().equals("-")
            ? Optional.empty()
            : Optional.of(MachineArgument.load(one.machine(), Map.of()))
                .map(LoadedMachine::machine);
    try (OpenTrace trace = new TraceReading().open(one.trace())) {
      Placement placement =
          PlacementChoice.USUAL.place(
              machine, provider.ranksQueue(), trace.source().info().ranks(), 1);
      Map<String, String> given = new LinkedHashMap<>(one.parameters());
      ModelContext context =
          new ModelContext(
              machine.orElse(null), placement, new GivenParameters(given).of(provider));
      Experiment.Ready ready =
          new Experiment(
                  provider,
                  context,
                  CollectiveChoice.UNSAID,
                  given,
                  Map.of(),
                  ComputeChoice.USUAL,
                  Noise.NONE,
                  UnsupportedOps.REFUSE)
              .simulation(trace.source(), 1);
      return byTwin(trace, placement, ready.model(), ready.compute());
    }
  }

  private static long[] byTwin(
      OpenTrace trace, Placement placement, CommunicationModel model, ScaledCompute compute) {
    SimObserver nobody = new SimObserver() {};
    if (trace.source().capabilities().contains(Capability.TASK_GRAPHS)) {
      return new GraphReference(trace.source(), placement, model.mpi(), compute, nobody)
          .run()
          .finishPs();
    }
    return completed(
        model.mpi() instanceof BusLinkModel
            ? BusLinkReference.run(trace.source(), placement, model, compute, null, nobody)
            : ReferenceEngine.run(trace.source(), placement, model, compute, nobody));
  }
}
