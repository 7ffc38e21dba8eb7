package org.foretell.question;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.foretell.machine.FigureRange;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.model.Figure;
import org.foretell.model.FigureOrigin;
import org.foretell.model.ModelProvider;
import org.foretell.replay.NamedRuns;
import org.foretell.report.PredictionInterval;
import org.foretell.report.PredictionInterval.FigureEffect;
import org.foretell.report.PredictionInterval.OtherModel;
import org.foretell.runner.Answers;
import org.foretell.runner.Question;
import org.foretell.scenario.Change;
import org.foretell.scenario.ModelContent;
import org.foretell.scenario.Scenario;
import org.foretell.scenario.Wanted;
import org.foretell.setting.GivenParameters;
import org.foretell.setting.ModelCreation;
import org.foretell.setting.ModelRegistry;
import org.foretell.trace.Capability;

/**
 * What is the interval around a prediction? It takes a replay for each bound of each figure of the
 * machine that the run may look at, two with all figures at the bounds that are fast or slow, one
 * for each other model that fits. {@code docs/uncertainty.md} describes it. Empty if no figure has
 * bounds and no other model fits.
 */
@SuppressWarnings("exports") // Setups know models, and nobody else.
public final class IntervalQuestion implements Question<Optional<PredictionInterval>> {
  private static final String FILES = "fileSystem.";
  private static final String TOPOLOGY = "topology.";
  private static final String GROUPS = "nodeGroups.";
  private static final String SETTINGS = "modelParameters.";
  private static final String POWER = ".power.";
  private static final String NETWORK_POWER = "network.power.";
  private static final double NANOS_PER_SECOND = 1e9;

  /** Names the run with all figures of the topology elsewhere at once, to see if any is used. */
  private static final String OTHER_TOPOLOGY = "topology";

  private final Scenario scenario;
  private final ModelRegistry registry;
  private final Set<Capability> capabilities;
  private final Machine machine;
  private final Placement placement;
  private final ModelProvider provider;

  /** Settings of the machine for other models that this one reads as well. */
  private final Set<String> settingsRead;

  private final long predictedPs;
  private final double extrapolationError;
  private final long startNanos = System.nanoTime();

  private final List<ModelProvider> others;
  private final List<FigureRange> alone;
  private final List<FigureRange> ofTopology;
  private final NamedRuns<String> runs = new NamedRuns<>();

  /** What is wanted next, given the answers so far; those of earlier rounds are taken out. */
  private final Deque<Consumer<Answers>> rounds =
      new ArrayDeque<>(List.of(any -> boundsAndModels(), this::boundsOfTopology, this::corners));

  /** Names the run with a figure at a bound. */
  private static String atBound(String figure, boolean from) {
    return (from ? "from " : "to ") + figure;
  }

  private static String withModel(ModelProvider other) {
    return "model " + other.name();
  }

  /**
   * Names the run with all figures that matter at the bounds that are fast, or at the slow ones.
   */
  private static String corner(boolean fast) {
    return fast ? "fast" : "slow";
  }

  /**
   * Finds the interval around a prediction.
   *
   * @param scenario that was predicted; it has a machine
   * @param registry with the other models
   * @param capabilities of its trace
   * @param predictedPs the prediction, picoseconds
   * @param extrapolationError relative error of the run time that was measured when the trace was
   *     extrapolated; 0 if it was not, or no error was measured
   */
  public IntervalQuestion(
      Scenario scenario,
      ModelRegistry registry,
      Set<Capability> capabilities,
      long predictedPs,
      double extrapolationError) {
    this.scenario = scenario;
    this.registry = registry;
    this.capabilities = capabilities;
    this.predictedPs = predictedPs;
    this.extrapolationError = Math.abs(extrapolationError);
    machine = scenario.machine().orElseThrow().machine();
    placement = scenario.experiment().context().placement();
    provider = scenario.model().provider();
    settingsRead =
        ModelCreation.effective(provider, scenario.experiment().context()).stream()
            .map(Figure::origin)
            .filter(FigureOrigin.OfMachine.class::isInstance)
            .map(origin -> ((FigureOrigin.OfMachine) origin).figure())
            .collect(Collectors.toSet());
    others = otherModels();
    List<FigureRange> inUse = figuresInUse();
    ofTopology = figuresOf(inUse, true);
    alone = figuresOf(inUse, false);
  }

  @Override
  public List<? extends Wanted> next(Answers soFar) {
    while (!rounds.isEmpty()) {
      rounds.remove().accept(soFar);
      List<Wanted> wanted = runs.unansweredBy(soFar);
      if (!wanted.isEmpty()) {
        return wanted;
      }
    }
    return List.of();
  }

  private void boundsAndModels() {
    atEachBound(alone);
    for (ModelProvider other : others) {
      runs.add(withModel(other), () -> scenario.withModel(ModelContent.of(other, registry)));
    }
    if (!ofTopology.isEmpty()) {
      runs.add(OTHER_TOPOLOGY, () -> with(otherValues(ofTopology)));
    }
  }

  private void boundsOfTopology(Answers soFar) {
    if (!ofTopology.isEmpty()) {
      Long elsewherePs = runs.of(OTHER_TOPOLOGY, soFar).predictedPs();
      if (elsewherePs == null || elsewherePs != predictedPs) {
        atEachBound(ofTopology);
      }
    }
  }

  private void corners(Answers soFar) {
    List<FigureEffect> effects = effects(soFar);
    for (boolean fast : new boolean[] {true, false}) {
      Extreme extreme = extreme(effects, fast);
      if (extreme.bounds().size() > 1) {
        runs.add(corner(fast), () -> with(extreme.bounds()));
      }
    }
  }

  @Override
  public Optional<PredictionInterval> conclude(Answers all) {
    List<FigureEffect> effects = effects(all);
    if (effects.isEmpty() && others.isEmpty() && extrapolationError == 0) {
      return Optional.empty();
    }
    List<OtherModel> models = new ArrayList<>();
    for (ModelProvider other : others) {
      NamedRuns.Ended ended = runs.of(withModel(other), all);
      models.add(new OtherModel(other.name(), ended.predictedPs(), ended.failure()));
    }
    return Optional.of(interval(effects, models, all));
  }

  /**
   * Figures and models are independent of each other, so that the least time is that of the fastest
   * model, shortened by as much as the figures shorten the prediction.
   */
  private PredictionInterval interval(
      List<FigureEffect> effects, List<OtherModel> models, Answers all) {
    long lowPs = corner(effects, true, all);
    long highPs = corner(effects, false, all);
    int replays = runs.replays(all);
    PredictionInterval ofFigures =
        new PredictionInterval(
            predictedPs, lowPs, highPs, lowPs, highPs, 0, effects, models, replays, 0);
    return new PredictionInterval(
        predictedPs,
        Math.round(lowPs * ratio(ofFigures.modelsLowPs()) * Math.max(0, 1 - extrapolationError)),
        Math.round(highPs * ratio(ofFigures.modelsHighPs()) * (1 + extrapolationError)),
        lowPs,
        highPs,
        extrapolationError,
        effects,
        models,
        replays,
        (System.nanoTime() - startNanos) / NANOS_PER_SECOND);
  }

  private double ratio(long otherPs) {
    return predictedPs == 0 ? 1 : (double) otherPs / predictedPs;
  }

  /**
   * The time with every figure at its fast bound, or at its slow one; at the least that of any one
   * figure alone. If there is no such machine, what they do one by one is added up.
   */
  private long corner(List<FigureEffect> effects, boolean fast, Answers all) {
    Extreme extreme = extreme(effects, fast);
    String corner = corner(fast);
    if (!runs.has(corner)) {
      return extreme.alonePs();
    }
    Long cornerPs = runs.of(corner, all).predictedPs();
    long togetherPs = cornerPs == null ? Math.max(0, extreme.sumPs()) : cornerPs;
    return fast ? Math.min(extreme.alonePs(), togetherPs) : Math.max(extreme.alonePs(), togetherPs);
  }

  /**
   * What figures do one by one in one direction.
   *
   * @param bounds by figure that makes a difference the bound that does
   * @param alonePs the most that one does
   * @param sumPs what all do, if they add up
   */
  private record Extreme(Map<String, String> bounds, long alonePs, long sumPs) {}

  private Extreme extreme(List<FigureEffect> effects, boolean fast) {
    Map<String, String> bounds = new HashMap<>();
    long alonePs = predictedPs;
    long sumPs = predictedPs;
    for (FigureEffect effect : effects) {
      long from = Objects.requireNonNullElse(effect.fromPs(), predictedPs);
      long to = Objects.requireNonNullElse(effect.toPs(), predictedPs);
      boolean isFrom = fast ? from <= to : from >= to;
      long atBound = isFrom ? from : to;
      if (fast ? atBound < predictedPs : atBound > predictedPs) {
        FigureRange range = effect.range();
        bounds.put(range.figure(), isFrom ? range.from() : range.to());
        alonePs = fast ? Math.min(alonePs, atBound) : Math.max(alonePs, atBound);
        sumPs += atBound - predictedPs;
      }
    }
    return new Extreme(bounds, alonePs, sumPs);
  }

  private Scenario with(Map<String, String> values) {
    return scenario.with(
        values.entrySet().stream()
            .map(entry -> new Change(entry.getKey(), entry.getValue()))
            .toList());
  }

  /** For each of some figures a bound that is not its value. */
  private static Map<String, String> otherValues(List<FigureRange> ranges) {
    Map<String, String> values = new HashMap<>();
    ranges.forEach(
        range ->
            values.put(
                range.figure(), range.to().equals(range.value()) ? range.from() : range.to()));
    return values;
  }

  /** For each figure a run with its least value, and one with its greatest. */
  private void atEachBound(List<FigureRange> ranges) {
    for (FigureRange range : ranges) {
      String figure = range.figure();
      runs.add(atBound(figure, true), () -> scenario.with(new Change(figure, range.from())));
      runs.add(atBound(figure, false), () -> scenario.with(new Change(figure, range.to())));
    }
  }

  /** Of all figures that were moved; those of the topology come last. */
  private List<FigureEffect> effects(Answers answers) {
    List<FigureEffect> effects = new ArrayList<>();
    for (List<FigureRange> ranges : List.of(alone, ofTopology)) {
      for (FigureRange range : ranges) {
        String from = atBound(range.figure(), true);
        if (runs.has(from)) {
          String to = atBound(range.figure(), false);
          effects.add(
              new FigureEffect(
                  range, runs.of(from, answers).predictedPs(), runs.of(to, answers).predictedPs()));
        }
      }
    }
    return effects;
  }

  private static List<FigureRange> figuresOf(List<FigureRange> ranges, boolean topology) {
    return ranges.stream()
        .filter(range -> range.figure().startsWith(TOPOLOGY) == topology)
        .toList();
  }

  /** Figures that this run may look at; of others it is certain that it does not. */
  private List<FigureRange> figuresInUse() {
    boolean files = capabilities.contains(Capability.FILE_IO);
    Set<String> groups = new LinkedHashSet<>();
    for (int node : placement.nodes()) {
      groups.add(GROUPS + machine.groupOf(node).name() + ".");
    }
    return machine.ranges().stream()
        .filter(range -> files || !range.figure().startsWith(FILES))
        .filter(range -> !isOfPower(range.figure()))
        .filter(range -> !isOfOtherModel(range.figure()))
        .filter(
            range ->
                !range.figure().startsWith(GROUPS)
                    || groups.stream().anyMatch(range.figure()::startsWith))
        .toList();
  }

  /** Figures of the energy of a run, which change no time. */
  private static boolean isOfPower(String figure) {
    int group = figure.indexOf('.', GROUPS.length());
    return figure.startsWith(NETWORK_POWER)
        || (figure.startsWith(GROUPS) && group > 0 && figure.startsWith(POWER, group));
  }

  private boolean isOfOtherModel(String figure) {
    if (!figure.startsWith(SETTINGS)) {
      return false;
    }
    String setting = figure.substring(SETTINGS.length());
    return registry
            .ofSetting(setting)
            .filter(model -> !model.name().equals(provider.name()))
            .isPresent()
        && !settingsRead.contains(setting);
  }

  /** Where ranks share interfaces, without those that let them send more than these can carry. */
  private List<ModelProvider> otherModels() {
    boolean sharesInterfaces =
        placement.nodesUsed() > 1 && placement.nodesUsed() < placement.ranks();
    return registry.comparable(machine).stream()
        .filter(model -> !model.name().equals(provider.name()))
        .filter(model -> !sharesInterfaces || !model.interfacesAreFree())
        .filter(
            model -> new GivenParameters(scenario.parameters()).unknownTo(List.of(model)).isEmpty())
        .toList();
  }
}
