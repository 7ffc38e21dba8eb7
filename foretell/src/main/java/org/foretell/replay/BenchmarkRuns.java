package org.foretell.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.foretell.classification.Training;
import org.foretell.classification.Training.Place;
import org.foretell.engine.Simulation;
import org.foretell.machine.Machine;
import org.foretell.machine.Oversubscription;
import org.foretell.machine.Placement;
import org.foretell.machine.Placements;
import org.foretell.model.ModelContext;
import org.foretell.observe.SimObserver;
import org.foretell.result.Prediction;
import org.foretell.scenario.Experiment;
import org.foretell.setting.CollectiveChoice;
import org.foretell.setting.PlacementChoice;
import org.foretell.trace.TraceSource;

/** Runs micro-benchmarks on the machine and under the model of a prediction. */
public final class BenchmarkRuns implements Training.Runner {
  private final Experiment experiment;
  private final PlacementChoice placement;
  private final Optional<Machine> machine;
  private final Consumer<Simulation.Builder> watch;

  /**
   * Micro-benchmarks for a prediction.
   *
   * @param experiment the prediction
   * @param placement how it places ranks
   * @param watch is handed each simulation before it runs
   */
  public BenchmarkRuns(
      Experiment experiment,
      PlacementChoice placement,
      Optional<Machine> machine,
      Consumer<Simulation.Builder> watch) {
    this.experiment = experiment;
    this.placement = placement;
    this.machine = machine;
    this.watch = watch;
  }

  /** The pairs of ranks that the machine has room for. */
  public List<Place> places() {
    List<Place> places = new ArrayList<>();
    if (machine.isPresent()
        && (machine.get().nodes() == 1 || machine.get().groupOf(0).coresPerNode() > 1)) {
      places.add(Place.WITHIN_NODE);
    }
    if (machine.isEmpty() || machine.get().nodes() > 1) {
      places.add(Place.BETWEEN_NODES);
    }
    return places;
  }

  /** How many ranks a collective may have that is to be run, a power of two. */
  public int mostRanks(int ranks) {
    long cores =
        machine.map(of -> (long) of.nodes() * of.groupOf(0).coresPerNode()).orElse(Long.MAX_VALUE);
    int wanted = (int) Math.max(2, Math.min(ranks, cores));
    int power = Integer.highestOneBit(wanted);
    return power < wanted && 2L * power <= cores ? 2 * power : power;
  }

  @Override
  public void run(TraceSource program, Place place, SimObserver observer) {
    Placement places = places(place, program.info().ranks());
    ModelContext context =
        new ModelContext(
            placement.machineFor(experiment.provider(), machine, places),
            places,
            experiment.context().parameters(),
            experiment.context().values());
    CollectiveChoice.Choice choice = experiment.model(context);
    Simulation.Builder builder =
        Simulation.builder()
            .trace(program)
            .placement(places)
            .communication(choice.model())
            .compute((rank, burst, marker) -> burst.durationPs())
            .observer(observer);
    machine.flatMap(Machine::shmem).ifPresent(builder::shmem);
    watch.accept(builder);
    Prediction prediction = builder.build().run();
    if (prediction.outcome() != Prediction.Outcome.COMPLETED) {
      throw new AssertionError("a micro-benchmark does not complete: " + prediction);
    }
  }

  private Placement places(Place place, int ranks) {
    if (place == Place.AS_PLACED) {
      return machine.isEmpty()
          ? Placements.oneRankPerNode(ranks)
          : Placements.block(machine.get(), ranks, OptionalInt.empty(), Oversubscription.IGNORE);
    }
    int[] nodes = new int[ranks];
    int[] cores = new int[ranks];
    boolean isWithin = place == Place.WITHIN_NODE;
    Arrays.setAll(nodes, rank -> isWithin ? 0 : rank);
    Arrays.setAll(
        cores,
        rank ->
            isWithin && machine.isPresent() && machine.get().groupOf(0).coresPerNode() > 1
                ? rank
                : 0);
    return new Placement("two ranks", nodes, cores);
  }
}
