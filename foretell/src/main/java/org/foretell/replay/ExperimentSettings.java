package org.foretell.replay;

import java.util.Map;
import java.util.Optional;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.models.noise.Noise;
import org.foretell.result.UnsupportedOps;
import org.foretell.setting.CollectiveChoice;
import org.foretell.setting.ComputeChoice;
import org.foretell.setting.GivenParameters;
import org.foretell.setting.PlacementChoice;

/** All that decides a prediction but trace, machine and model. */
public record ExperimentSettings(
    PlacementChoice placement,
    GivenParameters given,
    CollectiveChoice collectives,
    Map<String, String> parameters,
    ComputeChoice compute,
    Noise noise,
    UnsupportedOps unsupported,
    long seed) {

  /**
   * What a model makes of it on a machine.
   *
   * @param ranks of the trace
   */
  public Experiment experiment(ModelProvider provider, Optional<Machine> machine, int ranks) {
    Placement places = placement.place(machine, provider.ranksQueue(), ranks, seed);
    ModelContext context =
        new ModelContext(
            placement.machineFor(provider, machine, places), places, given.of(provider));
    return new Experiment(provider, context, collectives, parameters, compute, noise, unsupported);
  }
}
