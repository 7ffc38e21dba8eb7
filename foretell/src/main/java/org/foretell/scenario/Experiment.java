package org.foretell.scenario;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.foretell.engine.Share;
import org.foretell.engine.Simulation;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ComputeModel;
import org.foretell.model.FigureValue;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.model.ModelTrait;
import org.foretell.models.compute.ScaledCompute;
import org.foretell.models.noise.Noise;
import org.foretell.result.UnsupportedOps;
import org.foretell.setting.CollectiveChoice;
import org.foretell.setting.ComputeChoice;
import org.foretell.setting.ModelCreation;
import org.foretell.trace.TraceSource;

/**
 * The simulation of a scenario: everything that decides a prediction except the seed, with the
 * ranks placed. Its simulations share no mutable state, so several threads can request one each.
 *
 * @param provider creates the model
 * @param context machine, places and parameters as the model sees them
 * @param collectives how collectives are executed
 * @param parameters all that was given to models and collectives, by name
 * @param values those parameters that were given as values
 * @param compute how long bursts take
 * @param noise the random parts
 * @param unsupported treatment of ops that the engine does not replay
 */
@SuppressWarnings("exports") // What setups fill in is made by them, and by nobody else.
public record Experiment(
    ModelProvider provider,
    ModelContext context,
    CollectiveChoice collectives,
    Map<String, String> parameters,
    Map<String, FigureValue> values,
    ComputeChoice compute,
    Noise noise,
    UnsupportedOps unsupported) {
  /** Checks that no part is null. */
  public Experiment {
    Objects.requireNonNull(provider, "provider");
    Objects.requireNonNull(context, "context");
    Objects.requireNonNull(collectives, "collectives");
    Objects.requireNonNull(parameters, "parameters");
    Objects.requireNonNull(values, "values");
    Objects.requireNonNull(compute, "compute");
    Objects.requireNonNull(noise, "noise");
    Objects.requireNonNull(unsupported, "unsupported");
  }

  /**
   * A simulation that has not run.
   *
   * @param builder wants observers, perhaps, then to be built
   * @param model without noise
   * @param compute without noise
   * @param bursts how long bursts take, noise included
   * @param collectives how collectives are executed, for the report
   */
  public record Ready(
      Simulation.Builder builder,
      CommunicationModel model,
      ScaledCompute compute,
      ComputeModel bursts,
      Map<String, String> collectives) {
    /** Checks that no part is null. */
    public Ready {
      Objects.requireNonNull(builder, "builder");
      Objects.requireNonNull(model, "model");
      Objects.requireNonNull(compute, "compute");
      Objects.requireNonNull(bursts, "bursts");
      Objects.requireNonNull(collectives, "collectives");
    }
  }

  /**
   * {@return a simulation that has not run}
   *
   * @param trace its own
   * @param seed of everything random but the placement
   */
  public Ready simulation(TraceSource trace, long seed) {
    Objects.requireNonNull(trace, "trace");
    CollectiveChoice.Choice choice = model(context);
    ScaledCompute scaled = compute.scale(trace, context.machine(), context.placement(), seed);
    int ranks = trace.info().ranks();
    ComputeModel bursts = noise.on(scaled, ranks, seed);
    Simulation.Builder builder =
        Simulation.builder()
            .trace(trace)
            .placement(context.placement())
            .communication(noise.on(choice.model(), ranks, seed))
            .compute(bursts)
            .unsupported(unsupported);
    Machine machine = context.machine();
    if (machine != null) {
      machine.fileSystem().ifPresent(builder::fileSystem);
      machine.shmem().ifPresent(builder::shmem);
    }
    return new Ready(builder, choice.model(), scaled, bursts, choice.described());
  }

  /**
   * {@return what one more thread of a simulation with the same seed needs}
   *
   * @param trace its own
   * @param seed that of the simulation
   */
  public Share share(TraceSource trace, long seed) {
    Objects.requireNonNull(trace, "trace");
    int ranks = trace.info().ranks();
    return new Share(
        trace,
        noise.on(model(context).model(), ranks, seed),
        noise.on(compute.scale(trace, context.machine(), context.placement(), seed), ranks, seed));
  }

  /**
   * {@return the model with its collectives, without noise}
   *
   * @param other machine, places and parameters as the model sees them
   */
  public CollectiveChoice.Choice model(ModelContext other) {
    Objects.requireNonNull(other, "other");
    return collectives.choose(ModelCreation.create(provider, other), other, parameters, values);
  }

  /**
   * {@return whether the time of each message is known when it starts, and follows from the message
   * alone} Then no time decides what happens next, but where the trace leaves it open.
   */
  public boolean hasIndependentMessages() {
    Set<ModelTrait> traits = model(context).model().mpi().traits();
    return noise.network() == null
        && traits.contains(ModelTrait.KNOWN_AT_START)
        && traits.contains(ModelTrait.COSTS_BY_MESSAGE);
  }

  /**
   * {@return whether a rank runs on a node of a group of the machine}
   *
   * @param group of the machine
   */
  public boolean hasRankOn(NodeGroup group) {
    Objects.requireNonNull(group, "group");
    Machine machine = context.machine();
    if (machine != null) {
      for (int node : context.placement().nodes()) {
        if (machine.groupOf(node).equals(group)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * {@return whether two seeds may give two predictions}
   *
   * @param trace which
   */
  public boolean isRandom(TraceSource trace) {
    Objects.requireNonNull(trace, "trace");
    return noise.compute() != null
        || noise.interruptions() != null
        || (noise.network() != null && !isNetworkIdle())
        || (compute.samples() && !trace.tables().histograms().isEmpty());
  }

  /** {@return whether the network has noise without effect, since no message leaves its node} */
  public boolean isNetworkNoiseIdle() {
    return noise.network() != null && isNetworkIdle();
  }

  private boolean isNetworkIdle() {
    return context.placement().nodesUsed() == 1;
  }
}
