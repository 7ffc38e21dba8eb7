package org.foretell.replay;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import org.foretell.input.OpenTrace;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ModelTrait;
import org.foretell.model.MpiModel;
import org.foretell.model.ParameterMove;
import org.foretell.pool.HeldTrace;
import org.foretell.pool.ReplayPool;
import org.foretell.report.FiniteStep;
import org.foretell.report.LatencyTolerance;
import org.foretell.report.ParameterSensitivity;
import org.foretell.report.ParameterSensitivity.Method;
import org.foretell.report.Sensitivities;
import org.foretell.result.Prediction;
import org.foretell.result.Sensitivity;
import org.foretell.scenario.Experiment;
import org.foretell.scenario.Scenario;
import org.foretell.trace.Capability;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/**
 * Finds what parameters do to a predicted time: along the critical path in one replay where the
 * model allows it, by pairs of replays where not; what thresholds and counts do, and how much more
 * latency a run bears, by replays. {@code docs/explain.md} describes it.
 */
public final class SensitivityRuns {
  /** The share by which parameters are made to cost more, and less. */
  static final double STEP = 0.01;

  private final SensitivityChoice choice;
  private final Scenario scenario;
  private final Experiment experiment;
  private final MoreRuns runs;
  private final long seed;
  private final MpiModel model;
  private final boolean isSharing;
  private final TunableFigures levers;
  private final Scenario still;

  /** What the path tells of, and what only other replays do. */
  private final List<TunableFigure> onPath = new ArrayList<>();

  private final List<TunableFigure> byReplays = new ArrayList<>();

  private final List<PlannedStep> steps;

  /** By lever on the path what it told. */
  private final List<Sensitivity> told = new ArrayList<>();

  /** Why replays failed, one line each; of several threads. */
  private final Set<String> failures = new LinkedHashSet<>();

  /**
   * Of a prediction.
   *
   * @param choice how much work there may be
   * @param scenario which gives the prediction
   * @param ready a simulation of it, which may have run
   * @param pool makes further ones
   */
  public SensitivityRuns(
      SensitivityChoice choice,
      Scenario scenario,
      Experiment.Ready ready,
      HeldTrace held,
      long seed,
      ReplayPool pool) {
    this.choice = choice;
    this.scenario = scenario;
    experiment = scenario.experiment();
    this.seed = seed;
    runs = new MoreRuns(pool, held, seed, (done, planned) -> {});
    model = ready.model().mpi();
    OpenTrace trace = held.trace();
    isSharing = !isOfItsOwn(model);
    boolean hasPath =
        !isSharing
            && model.withoutNoise() == model
            && experiment.noise().network() == null
            && experiment.noise().interruptions() == null
            && !trace.source().capabilities().contains(Capability.TASK_GRAPHS);
    levers = new TunableFigures(scenario, ready, trace.source().capabilities());
    still = levers.still();
    levers.all().forEach(one -> (hasPath && one.onPath() ? onPath : byReplays).add(one));
    steps = new FiniteSteps(experiment, levers.parameters(), model.traits()).all();
  }

  private static boolean isOfItsOwn(MpiModel mpi) {
    return mpi.traits().contains(ModelTrait.COSTS_BY_MESSAGE);
  }

  /**
   * Follows the path in a replay of its own, for which nothing needs to be known. To be called
   * once, by any thread, before the rest is found.
   */
  public void alongPath() {
    if (!choice.isNone() && !onPath.isEmpty()) {
      follow();
    }
  }

  /**
   * What was found; empty if nobody wants it, or the run takes no time.
   *
   * @param prediction of the experiment
   * @param mostBytes no message has more
   */
  public Optional<Sensitivities> find(Prediction prediction, long mostBytes) {
    if (choice.isNone() || prediction.makespanPs() == 0) {
      return Optional.empty();
    }
    long makespanPs = prediction.makespanPs();
    int planned = 2 * byReplays.size();
    for (PlannedStep step : steps) {
      planned += step.others().size();
    }
    boolean mayReplay = choice.mayReplay(planned, prediction.operations(), isSharing);
    // Where messages wait for each other, a derivative may not be what a percent does.
    boolean mayCheck =
        model.traits().contains(ModelTrait.ENDS_TAKE_TURNS)
            && choice.mayReplay(planned + 2 * onPath.size(), prediction.operations(), isSharing);
    List<TunableFigure> replayed = new ArrayList<>(mayCheck ? onPath : List.of());
    replayed.addAll(mayReplay ? byReplays : List.of());
    List<Supplier<OptionalLong>> tasks = new ArrayList<>();
    for (TunableFigure lever : replayed) {
      tasks.add(() -> timePs(lever, 1 - STEP));
      tasks.add(() -> timePs(lever, 1 + STEP));
    }
    if (mayReplay) {
      for (PlannedStep step : steps) {
        for (PlannedStep.Other other : step.others()) {
          boolean isUnnoticed = mostBytes <= other.unnoticedBytes();
          tasks.add(
              isUnnoticed
                  ? () -> OptionalLong.of(makespanPs)
                  : () -> timePs(() -> scenario.with(other.changes())));
        }
      }
    }
    Map<String, ParameterSensitivity> found = new LinkedHashMap<>();
    Map<String, ParameterSensitivity> slopes = new LinkedHashMap<>();
    for (int i = 0; i < told.size(); i++) {
      ParameterSensitivity one = derivative(onPath.get(i), told.get(i), makespanPs);
      found.put(one.parameter(), one);
      slopes.put(one.parameter(), one);
    }
    // With the others at once, so that no core waits for the last of them.
    List<Double> growths = mayReplay ? firstGrowths(slopes, makespanPs) : List.of();
    levers
        .latency()
        .ifPresent(lever -> growths.forEach(one -> tasks.add(() -> timePs(lever, 1 + one))));
    List<OptionalLong> times = runs.onAllCores(tasks, 1, Supplier::get);
    Map<Double, OptionalLong> grown = new LinkedHashMap<>();
    for (int i = 0; i < growths.size(); i++) {
      grown.put(growths.get(i), times.get(times.size() - growths.size() + i));
    }
    int at = 0;
    for (TunableFigure lever : replayed) {
      Optional<ParameterSensitivity> other =
          difference(lever, times.get(at), times.get(at + 1), makespanPs);
      at += 2;
      other.ifPresent(
          one -> {
            found.merge(one.parameter(), one, ParameterSensitivity::withSidesOf);
            slopes.putIfAbsent(one.parameter(), one);
          });
    }
    List<FiniteStep> neighbours = new ArrayList<>();
    if (mayReplay) {
      for (PlannedStep step : steps) {
        List<FiniteStep.Neighbour> others = new ArrayList<>();
        for (PlannedStep.Other other : step.others()) {
          others.add(new FiniteStep.Neighbour(other.value(), times.get(at++)));
        }
        neighbours.add(new FiniteStep(step.parameter(), step.value(), others));
      }
    }
    Optional<LatencyTolerance> tolerance = tolerance(slopes, grown, mayReplay, prediction);
    boolean isOpen =
        tolerance.stream()
            .flatMap(one -> one.limits().stream())
            .anyMatch(limit -> limit.source() == LatencyTolerance.Source.BOUNDS);
    int leftOut = mayReplay ? 0 : planned + (isOpen ? SensitivityChoice.MOST : 0);
    return Optional.of(
        new Sensitivities(
            List.copyOf(found.values()),
            neighbours,
            tolerance,
            STEP,
            runs.runs(),
            leftOut,
            notes()));
  }

  private List<String> notes() {
    synchronized (failures) {
      return List.copyOf(failures);
    }
  }

  /** One replay that tells what all on the path do. */
  private void follow() {
    runs.withTrace(
        source -> {
          List<ParameterMove> moves = new ArrayList<>();
          for (TunableFigure lever : onPath) {
            moves.add(
                lever.changes() == null
                    ? ParameterMove.ofBursts(lever.name(), 1 + STEP, lever.ranks())
                    : ParameterMove.of(
                        lever.name(), model(lever.costing(still, 1 + STEP), source)));
          }
          return runs.run(
              experiment
                  .simulation(source, seed)
                  .builder()
                  .sensitivities(model(still, source), moves, told::addAll));
        });
  }

  private CommunicationModel model(Scenario other, TraceSource source) {
    return other.experiment().simulation(source, seed).model();
  }

  private static OptionalLong ofCompleted(Prediction replayed) {
    return replayed.outcome() == Prediction.Outcome.COMPLETED
        ? OptionalLong.of(replayed.makespanPs())
        : OptionalLong.empty();
  }

  private OptionalLong timePs(TunableFigure lever, double cost) {
    if (lever.changes() != null) {
      return timePs(() -> lever.costing(still, cost));
    }
    return ofCompleted(
        runs.withTrace(
            source -> {
              Experiment.Ready ready = experiment.simulation(source, seed);
              return runs.run(
                  ready.builder().compute(new LongerBursts(ready.bursts(), lever.ranks(), cost)));
            }));
  }

  /** Empty if the program does not come to its end, or cannot be replayed like that. */
  private OptionalLong timePs(Supplier<Scenario> other) {
    MoreRuns.Outcome outcome = runs.outcomes(List.of(() -> other.get().experiment())).get(0);
    String failure = outcome.failure();
    if (failure != null) {
      synchronized (failures) {
        failures.add(failure);
      }
    }
    Long predictedPs = outcome.predictedPs();
    return predictedPs == null ? OptionalLong.empty() : OptionalLong.of(predictedPs);
  }

  private ParameterSensitivity derivative(TunableFigure lever, Sensitivity of, long makespanPs) {
    double cost = lever.rounded(1 + STEP) - 1;
    double ofCost = cost == 0 ? 0 : of.elasticity(cost, makespanPs);
    double elasticity = lever.largerIsSlower() ? ofCost : -ofCost;
    double up = 1 + of.stepsUp() * cost;
    double down = Math.max(0, 1 - of.stepsDown() * cost);
    OptionalDouble whenCheaper = known(of.stepsDown() > 0, elasticity);
    OptionalDouble whenDearer = known(of.stepsUp() > 0, elasticity);
    return new ParameterSensitivity(
        lever.name(),
        lever.value(),
        lever.number(),
        lever.unit(),
        lever.largerIsSlower(),
        Method.DERIVATIVE,
        elasticity,
        lever.largerIsSlower() ? whenCheaper : whenDearer,
        lever.largerIsSlower() ? whenDearer : whenCheaper,
        OptionalDouble.of(lever.largerIsSlower() ? down : 1 / up),
        OptionalDouble.of(lever.largerIsSlower() ? up : 1 / down));
  }

  private static OptionalDouble known(boolean isKnown, double elasticity) {
    return isKnown ? OptionalDouble.of(elasticity) : OptionalDouble.empty();
  }

  private Optional<ParameterSensitivity> difference(
      TunableFigure lever, OptionalLong cheaperPs, OptionalLong dearerPs, long makespanPs) {
    if (cheaperPs.isEmpty() || dearerPs.isEmpty()) {
      return Optional.empty();
    }
    double cheaper = elasticity(lever, 1 - STEP, cheaperPs.getAsLong(), makespanPs);
    double dearer = elasticity(lever, 1 + STEP, dearerPs.getAsLong(), makespanPs);
    return Optional.of(
        new ParameterSensitivity(
            lever.name(),
            lever.value(),
            lever.number(),
            lever.unit(),
            lever.largerIsSlower(),
            Method.DIFFERENCE,
            (cheaper + dearer) / 2,
            OptionalDouble.of(lever.largerIsSlower() ? cheaper : dearer),
            OptionalDouble.of(lever.largerIsSlower() ? dearer : cheaper),
            OptionalDouble.empty(),
            OptionalDouble.empty()));
  }

  /** Of the parameter, when it costs so many times as much. */
  private double elasticity(TunableFigure lever, double cost, long timePs, long makespanPs) {
    double moved = lever.moved(lever.rounded(cost)) - 1;
    double longer = (double) (timePs - makespanPs) / makespanPs;
    return moved == 0 ? 0 : longer / moved;
  }

  /** Growths of the latency that are replayed in any case. */
  private List<Double> firstGrowths(Map<String, ParameterSensitivity> slopes, long makespanPs) {
    return levers
        .latency()
        .map(lever -> slopes.get(lever.name()))
        .map(slope -> search(makespanPs, slope).first())
        .orElse(List.of());
  }

  private ToleranceSearch search(long makespanPs, @Nullable ParameterSensitivity slope) {
    return new ToleranceSearch(
        makespanPs, slope, model.traits().contains(ModelTrait.KNOWN_AT_START));
  }

  private Optional<LatencyTolerance> tolerance(
      Map<String, ParameterSensitivity> slopes,
      Map<Double, OptionalLong> grown,
      boolean mayReplay,
      Prediction prediction) {
    Optional<TunableFigure> latency = levers.latency();
    if (latency.isEmpty() || (slopes.isEmpty() && !mayReplay)) {
      return Optional.empty();
    }
    TunableFigure lever = latency.get();
    ToleranceSearch search = search(prediction.makespanPs(), slopes.get(lever.name()));
    grown.forEach(
        (growth, timePs) -> search.learn(growth, timePs.orElse(ToleranceSearch.NEVER_PS)));
    int replays = grown.size();
    if (mayReplay && !search.isDone()) {
      int most =
          choice.mostOfSearch(runs.runs() - replays, prediction.operations(), isSharing) - replays;
      replays += search.search(growths -> times(lever, growths), most);
    }
    return Optional.of(
        new LatencyTolerance(
            lever.name(),
            lever.value(),
            lever.number(),
            search.limits(),
            search.isMonotone(),
            replays));
  }

  private List<Long> times(TunableFigure lever, List<Double> growths) {
    List<Supplier<OptionalLong>> tasks = new ArrayList<>();
    growths.forEach(growth -> tasks.add(() -> timePs(lever, 1 + growth)));
    return runs.onAllCores(tasks, 1, Supplier::get).stream()
        .map(time -> time.orElse(ToleranceSearch.NEVER_PS))
        .toList();
  }
}
