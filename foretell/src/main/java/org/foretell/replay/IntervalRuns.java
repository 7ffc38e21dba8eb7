package org.foretell.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.foretell.engine.Simulation;
import org.foretell.input.OpenTrace;
import org.foretell.machine.FigureRange;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.model.ModelProvider;
import org.foretell.replay.MoreRuns.Outcome;
import org.foretell.report.PredictionInterval;
import org.foretell.report.PredictionInterval.FigureEffect;
import org.foretell.report.PredictionInterval.OtherModel;
import org.foretell.report.RunStatistics;
import org.foretell.report.RunsListener;
import org.foretell.scenario.Change;
import org.foretell.scenario.Experiment;
import org.foretell.scenario.MachineContent;
import org.foretell.scenario.ModelContent;
import org.foretell.scenario.Scenario;
import org.foretell.setting.GivenParameters;
import org.foretell.setting.ModelRegistry;
import org.foretell.trace.Capability;
import org.jspecify.annotations.Nullable;

/**
 * Finds the interval around a prediction by more replays: one for each bound of each figure of the
 * machine that the run may look at, two with all figures at the bounds that are fast or slow, one
 * for each other model that fits. {@code docs/uncertainty.md} describes it.
 */
public final class IntervalRuns {
  private static final String FILES = "fileSystem.";
  private static final String TOPOLOGY = "topology.";
  private static final String GROUPS = "nodeGroups.";
  private static final String SETTINGS = "modelParameters.";
  private static final String OVERHEAD = SETTINGS + "loggops.o";
  private static final double NANOS_PER_SECOND = 1e9;

  private final Scenario scenario;
  private final ModelRegistry registry;
  private final OpenTrace trace;
  private final Machine machine;
  private final Experiment experiment;
  private final ModelProvider provider;
  private final long predictedPs;
  private final MoreRuns runs;

  /**
   * Around a prediction.
   *
   * @param scenario that was predicted
   * @param machine that was simulated
   * @param predictedPs the prediction, picoseconds
   * @param watch is handed each simulation before it runs, by any thread
   * @param told hears how many runs are done, of those planned so far; called by any thread
   */
  public IntervalRuns(
      Scenario scenario,
      ModelRegistry registry,
      OpenTrace trace,
      MachineContent machine,
      long predictedPs,
      Consumer<Simulation.Builder> watch,
      RunsListener told) {
    this.scenario = scenario;
    this.registry = registry;
    this.trace = trace;
    this.machine = machine.machine();
    this.experiment = scenario.experiment();
    this.provider = experiment.provider();
    this.predictedPs = predictedPs;
    this.runs = new MoreRuns(trace, scenario.seed(), watch, told);
  }

  /** The interval; empty if no figure has bounds and no other model fits. */
  public Optional<PredictionInterval> find() {
    long startNanos = System.nanoTime();
    List<ModelProvider> others = otherModels();
    List<FigureRange> inUse = figuresInUse();
    List<FigureRange> ofTopology = figuresOf(inUse, true);
    List<FigureRange> alone = figuresOf(inUse, false);

    List<Supplier<Experiment>> experiments = new ArrayList<>(atEachBound(alone));
    others.forEach(other -> experiments.add(() -> experiment(other)));
    if (!ofTopology.isEmpty()) {
      experiments.add(() -> atOtherValues(ofTopology));
    }
    List<Outcome> outcomes = runs.outcomes(experiments);
    int afterFigures = 2 * alone.size();
    int afterModels = afterFigures + others.size();
    List<FigureEffect> effects = new ArrayList<>(effects(alone, outcomes));
    if (!ofTopology.isEmpty() && !isUnchanged(outcomes.get(afterModels))) {
      effects.addAll(effects(ofTopology, runs.outcomes(atEachBound(ofTopology))));
    }
    if (effects.isEmpty() && others.isEmpty()) {
      return Optional.empty();
    }
    List<OtherModel> models = new ArrayList<>();
    for (int i = 0; i < others.size(); i++) {
      Outcome outcome = outcomes.get(afterFigures + i);
      models.add(new OtherModel(others.get(i).name(), outcome.predictedPs(), outcome.failure()));
    }
    return Optional.of(interval(effects, models, startNanos));
  }

  /**
   * Why the model that differs most predicts another time, in a sentence; empty if none differs
   * much. Takes a dozen replays.
   *
   * @param interval what was found
   * @param statistics of the prediction
   */
  public Optional<String> disagreement(PredictionInterval interval, RunStatistics statistics) {
    return Disagreement.farthest(interval)
        .map(
            other ->
                Disagreement.text(
                    runs,
                    scenario.seed(),
                    experiment,
                    experiment(registry.get(other.model())),
                    statistics));
  }

  /**
   * Figures and models are independent of each other, so that the least time is that of the fastest
   * model, shortened by as much as the figures shorten the prediction.
   */
  private PredictionInterval interval(
      List<FigureEffect> effects, List<OtherModel> models, long startNanos) {
    long lowPs = corner(effects, true);
    long highPs = corner(effects, false);
    PredictionInterval ofFigures =
        new PredictionInterval(
            predictedPs, lowPs, highPs, lowPs, highPs, effects, models, runs.runs(), 0);
    return new PredictionInterval(
        predictedPs,
        Math.round(lowPs * ratio(ofFigures.modelsLowPs())),
        Math.round(highPs * ratio(ofFigures.modelsHighPs())),
        lowPs,
        highPs,
        effects,
        models,
        runs.runs(),
        (System.nanoTime() - startNanos) / NANOS_PER_SECOND);
  }

  private double ratio(long otherPs) {
    return predictedPs == 0 ? 1 : (double) otherPs / predictedPs;
  }

  /**
   * The time with every figure at its fast bound, or at its slow one; at the least that of any one
   * figure alone. If there is no such machine, what they do one by one is added up.
   */
  private long corner(List<FigureEffect> effects, boolean fast) {
    Map<String, String> values = new HashMap<>();
    long extremePs = predictedPs;
    long sumPs = predictedPs;
    for (FigureEffect effect : effects) {
      long from = Objects.requireNonNullElse(effect.fromPs(), predictedPs);
      long to = Objects.requireNonNullElse(effect.toPs(), predictedPs);
      boolean isFrom = fast ? from <= to : from >= to;
      long atBound = isFrom ? from : to;
      if (fast ? atBound < predictedPs : atBound > predictedPs) {
        FigureRange range = effect.range();
        values.put(range.figure(), isFrom ? range.from() : range.to());
        extremePs = fast ? Math.min(extremePs, atBound) : Math.max(extremePs, atBound);
        sumPs += atBound - predictedPs;
      }
    }
    if (values.size() < 2) {
      return extremePs;
    }
    Supplier<Experiment> all = () -> with(values);
    Long cornerPs = runs.outcomes(List.of(all)).get(0).predictedPs();
    long togetherPs = cornerPs == null ? Math.max(0, sumPs) : cornerPs;
    return fast ? Math.min(extremePs, togetherPs) : Math.max(extremePs, togetherPs);
  }

  private Experiment experiment(ModelProvider model) {
    return scenario.withModel(ModelContent.of(model, registry)).experiment();
  }

  private Experiment with(Map<String, String> values) {
    return scenario
        .with(
            values.entrySet().stream()
                .map(entry -> new Change(entry.getKey(), entry.getValue()))
                .toList())
        .experiment();
  }

  private Experiment at(FigureRange range, boolean from) {
    String value = from ? range.from() : range.to();
    return scenario.with(new Change(range.figure(), value)).experiment();
  }

  /** All of some figures at once, each at a bound that is not its value, to see if any is used. */
  private Experiment atOtherValues(List<FigureRange> ranges) {
    Map<String, String> values = new HashMap<>();
    ranges.forEach(
        range ->
            values.put(
                range.figure(), range.to().equals(range.value()) ? range.from() : range.to()));
    return with(values);
  }

  /** For each figure a run with its least value, then one with its greatest. */
  private List<Supplier<Experiment>> atEachBound(List<FigureRange> ranges) {
    List<Supplier<Experiment>> experiments = new ArrayList<>();
    for (FigureRange range : ranges) {
      experiments.add(() -> at(range, true));
      experiments.add(() -> at(range, false));
    }
    return experiments;
  }

  private static List<FigureEffect> effects(List<FigureRange> ranges, List<Outcome> outcomes) {
    List<FigureEffect> effects = new ArrayList<>();
    for (int i = 0; i < ranges.size(); i++) {
      effects.add(
          new FigureEffect(
              ranges.get(i),
              outcomes.get(2 * i).predictedPs(),
              outcomes.get(2 * i + 1).predictedPs()));
    }
    return effects;
  }

  private boolean isUnchanged(Outcome outcome) {
    @Nullable Long ps = outcome.predictedPs();
    return ps != null && ps == predictedPs;
  }

  private static List<FigureRange> figuresOf(List<FigureRange> ranges, boolean topology) {
    return ranges.stream()
        .filter(range -> range.figure().startsWith(TOPOLOGY) == topology)
        .toList();
  }

  /** Figures that this run may look at; of others it is certain that it does not. */
  private List<FigureRange> figuresInUse() {
    boolean files = trace.source().capabilities().contains(Capability.FILE_IO);
    Set<String> groups = new LinkedHashSet<>();
    for (int node : experiment.context().placement().nodes()) {
      groups.add(GROUPS + machine.groupOf(node).name() + ".");
    }
    return machine.ranges().stream()
        .filter(range -> files || !range.figure().startsWith(FILES))
        .filter(range -> !isOfOtherModel(range.figure()))
        .filter(
            range ->
                !range.figure().startsWith(GROUPS)
                    || groups.stream().anyMatch(range.figure()::startsWith))
        .toList();
  }

  private boolean isOfOtherModel(String figure) {
    if (figure.equals(OVERHEAD) && provider.name().equals("max-rate")) {
      return false; // Its o is that of loggops unless it has one of its own.
    }
    return figure.startsWith(SETTINGS)
        && registry
            .ofSetting(figure.substring(SETTINGS.length()))
            .filter(model -> !model.name().equals(provider.name()))
            .isPresent();
  }

  /** Without simple where ranks share interfaces: it lets them send more than these can carry. */
  private List<ModelProvider> otherModels() {
    Placement placement = experiment.context().placement();
    boolean sharesInterfaces =
        placement.nodesUsed() > 1 && placement.nodesUsed() < placement.ranks();
    return registry.comparable(machine).stream()
        .filter(model -> !model.name().equals(provider.name()))
        .filter(model -> !sharesInterfaces || !model.name().equals("simple"))
        .filter(
            model -> new GivenParameters(scenario.parameters()).unknownTo(List.of(model)).isEmpty())
        .toList();
  }
}
