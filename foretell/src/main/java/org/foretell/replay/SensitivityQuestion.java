package org.foretell.replay;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.foretell.model.ModelTrait;
import org.foretell.report.FiniteStep;
import org.foretell.report.LatencyTolerance;
import org.foretell.report.ParameterSensitivity;
import org.foretell.report.Sensitivities;
import org.foretell.runner.Answers;
import org.foretell.runner.Question;
import org.foretell.scenario.Scenario;
import org.foretell.scenario.Wanted;
import org.jspecify.annotations.Nullable;

/**
 * What do parameters do to a predicted time? It is found along the critical path in one replay
 * where the model allows it, by pairs of replays where not; what thresholds and counts do, and how
 * much more latency a run bears, by replays. {@code docs/explain.md} describes it. Empty unless
 * requested, or if the run takes no time or does not finish.
 */
public final class SensitivityQuestion implements Question<Optional<Sensitivities>> {
  private static final double STEP = Elasticities.STEP;

  private final SensitivityChoice choice;
  private final Scenario scenario;
  private final WholeRun real;
  private final PathRun path;
  private final NamedRuns<Run> runs = new NamedRuns<>();
  private Stage stage = Stage.PATH;
  private @Nullable Search search;

  /** What comes next. */
  private enum Stage {
    PATH,
    REPLAYS,
    TOLERANCE
  }

  /** What a run is of. */
  private sealed interface Run {
    /** A parameter that costs so many times as much. */
    record AtCost(TunableFigure lever, double cost) implements Run {}

    /** One of the values that a parameter may step to. */
    record AtStep(PlannedStep.Other other) implements Run {}

    /** A latency that has grown by a share of itself. */
    record Grown(double growth) implements Run {}
  }

  /**
   * Which of them are looked for.
   *
   * @param mayReplay whether replays are made for parameters whose effect the path does not give
   * @param mayCheck whether replays are also made for the others
   * @param leftOut how many replays are not made that could be
   */
  private record Scope(boolean mayReplay, boolean mayCheck, int leftOut) {}

  /**
   * The effect by parameter, and, for those that both the path and replays give, the effect along
   * the path.
   */
  private record Slopes(
      Map<String, ParameterSensitivity> found, Map<String, ParameterSensitivity> first) {}

  /** The search for how much more latency the run bears. */
  private final class Search {
    private final PathRun.Result found;
    private final TunableFigure latency;
    private final ToleranceSearch limits;
    private final int most;
    private List<Double> asked;
    private int replays;

    /**
     * Begins.
     *
     * @param asked growths that have been replayed
     * @param most how many may be, these included
     */
    Search(
        PathRun.Result found,
        TunableFigure latency,
        ToleranceSearch limits,
        List<Double> asked,
        int most) {
      this.found = found;
      this.latency = latency;
      this.limits = limits;
      this.asked = asked;
      this.most = most;
    }

    void learn(Answers answers) {
      for (double growth : asked) {
        limits.learn(
            growth, timePs(new Run.Grown(growth), answers).orElse(ToleranceSearch.NEVER_PS));
      }
      replays += asked.size();
      asked = List.of();
    }

    List<Wanted> next(Answers soFar) {
      while (replays < most) {
        asked = limits.next(most - replays);
        grow(found, latency, asked);
        List<Wanted> wanted = runs.unansweredBy(soFar);
        if (asked.isEmpty() || !wanted.isEmpty()) {
          return wanted;
        }
        learn(soFar);
      }
      return List.of();
    }

    LatencyTolerance found() {
      return new LatencyTolerance(
          latency.name(),
          latency.value(),
          latency.number(),
          limits.limits(),
          limits.isMonotone(),
          replays);
    }
  }

  /**
   * Of a run.
   *
   * @param choice how much work there may be
   * @param real the run, which may be part of another question too
   */
  public SensitivityQuestion(SensitivityChoice choice, WholeRun real) {
    this(choice, real, false);
  }

  /**
   * Of a run.
   *
   * @param choice how much work there may be
   * @param real the run, which may be part of another question too
   * @param latencyOnly whether nothing but the latency between nodes is to be moved
   */
  public SensitivityQuestion(SensitivityChoice choice, WholeRun real, boolean latencyOnly) {
    this.choice = choice;
    this.real = real;
    scenario = real.scenario();
    path = new PathRun(scenario, latencyOnly);
  }

  @Override
  public List<? extends Wanted> next(Answers soFar) {
    if (choice.isNone()) {
      return List.of();
    }
    if (stage == Stage.PATH) {
      stage = Stage.REPLAYS;
      return List.of(real, path);
    }
    WholeRun.Result whole = soFar.of(real);
    if (!hasTime(whole)) {
      return List.of();
    }
    PathRun.Result found = soFar.of(path);
    if (stage == Stage.REPLAYS) {
      stage = Stage.TOLERANCE;
      want(found, whole);
      List<Wanted> wanted = runs.unansweredBy(soFar);
      if (!wanted.isEmpty()) {
        return wanted;
      }
    }
    Search begun = search == null ? begun(found, whole, soFar) : search;
    search = begun;
    if (begun == null) {
      return List.of();
    }
    begun.learn(soFar);
    return begun.next(soFar);
  }

  private static boolean hasTime(WholeRun.Result whole) {
    return whole.isCompleted() && whole.prediction().makespanPs() > 0;
  }

  private Scope scope(PathRun.Result found, WholeRun.Result whole) {
    long operations = whole.prediction().operations();
    int planned = 2 * found.byReplays().size();
    for (PlannedStep step : found.steps()) {
      planned += step.others().size();
    }
    boolean mayReplay = choice.mayReplay(planned, operations, found.isSharing());
    // Where messages wait for each other, a derivative may not be what a percent does.
    boolean mayCheck =
        found.model().traits().contains(ModelTrait.ENDS_TAKE_TURNS)
            && choice.mayReplay(planned + 2 * found.onPath().size(), operations, found.isSharing());
    return new Scope(mayReplay, mayCheck, mayReplay ? 0 : planned);
  }

  private static List<TunableFigure> replayed(PathRun.Result found, Scope scope) {
    List<TunableFigure> replayed = new ArrayList<>(scope.mayCheck() ? found.onPath() : List.of());
    replayed.addAll(scope.mayReplay() ? found.byReplays() : List.of());
    return replayed;
  }

  /** All that can be known to be wanted now, so that no core waits for the last of them. */
  private void want(PathRun.Result found, WholeRun.Result whole) {
    Scope scope = scope(found, whole);
    for (TunableFigure lever : replayed(found, scope)) {
      want(new Run.AtCost(lever, 1 - STEP), found, lever, 1 - STEP);
      want(new Run.AtCost(lever, 1 + STEP), found, lever, 1 + STEP);
    }
    if (!scope.mayReplay()) {
      return;
    }
    for (PlannedStep step : found.steps()) {
      for (PlannedStep.Other other : step.others()) {
        if (whole.mostBytes() > other.unnoticedBytes()) {
          runs.add(new Run.AtStep(other), () -> scenario.with(other.changes()));
        }
      }
    }
    found.latency().ifPresent(lever -> grow(found, lever, firstGrowths(found, whole)));
  }

  private void want(Run name, PathRun.Result found, TunableFigure lever, double cost) {
    if (lever.changes() == null) {
      runs.addReplay(name, new LongerBurstsRun(scenario, lever, cost));
    } else {
      runs.add(name, () -> lever.costing(found.still(), cost));
    }
  }

  private void grow(PathRun.Result found, TunableFigure latency, List<Double> growths) {
    growths.forEach(growth -> want(new Run.Grown(growth), found, latency, 1 + growth));
  }

  /** Null if there is no latency that grows, or its effect is unknown. */
  private @Nullable Search begun(PathRun.Result found, WholeRun.Result whole, Answers soFar) {
    Scope scope = scope(found, whole);
    Map<String, ParameterSensitivity> slopes = slopes(found, whole, soFar).first();
    if (found.latency().isEmpty() || (slopes.isEmpty() && !scope.mayReplay())) {
      return null;
    }
    TunableFigure latency = found.latency().get();
    ToleranceSearch limits = search(found, whole, slopes.get(latency.name()));
    List<Double> grown = scope.mayReplay() ? firstGrowths(found, whole) : List.of();
    int most =
        scope.mayReplay() && !limits.isDone()
            ? choice.mostOfSearch(
                replays(found, soFar) - grown.size(),
                whole.prediction().operations(),
                found.isSharing())
            : 0;
    return new Search(found, latency, limits, grown, most);
  }

  private int replays(PathRun.Result found, Answers answers) {
    return found.replays() + runs.replays(answers);
  }

  @Override
  public Optional<Sensitivities> conclude(Answers all) {
    if (choice.isNone() || !hasTime(all.of(real))) {
      return Optional.empty();
    }
    WholeRun.Result whole = all.of(real);
    PathRun.Result found = all.of(path);
    Scope scope = scope(found, whole);
    List<FiniteStep> neighbours = new ArrayList<>();
    for (PlannedStep step : scope.mayReplay() ? found.steps() : List.<PlannedStep>of()) {
      List<FiniteStep.Neighbour> others = new ArrayList<>();
      for (PlannedStep.Other other : step.others()) {
        Run run = new Run.AtStep(other);
        others.add(
            new FiniteStep.Neighbour(
                other.value(),
                runs.has(run)
                    ? timePs(run, all)
                    : OptionalLong.of(whole.prediction().makespanPs())));
      }
      neighbours.add(new FiniteStep(step.parameter(), step.value(), others));
    }
    Optional<LatencyTolerance> tolerance = Optional.ofNullable(search).map(Search::found);
    boolean isOpen =
        tolerance.stream()
            .flatMap(one -> one.limits().stream())
            .anyMatch(limit -> limit.source() == LatencyTolerance.Source.BOUNDS);
    return Optional.of(
        new Sensitivities(
            List.copyOf(slopes(found, whole, all).found().values()),
            neighbours,
            tolerance,
            STEP,
            replays(found, all),
            scope.mayReplay() ? 0 : scope.leftOut() + (isOpen ? SensitivityChoice.MOST : 0),
            runs.failures(all)));
  }

  /** Empty if the program does not finish, or cannot be replayed like that. */
  private OptionalLong timePs(Run run, Answers answers) {
    Long predictedPs = runs.of(run, answers).predictedPs();
    return predictedPs == null ? OptionalLong.empty() : OptionalLong.of(predictedPs);
  }

  private static Map<String, ParameterSensitivity> told(
      PathRun.Result found, WholeRun.Result whole) {
    Map<String, ParameterSensitivity> told = new LinkedHashMap<>();
    for (int i = 0; i < found.told().size(); i++) {
      ParameterSensitivity one =
          Elasticities.derivative(
              found.onPath().get(i), found.told().get(i), whole.prediction().makespanPs());
      told.put(one.parameter(), one);
    }
    return told;
  }

  private Slopes slopes(PathRun.Result found, WholeRun.Result whole, Answers answers) {
    Map<String, ParameterSensitivity> all = told(found, whole);
    Map<String, ParameterSensitivity> first = new LinkedHashMap<>(all);
    for (TunableFigure lever : replayed(found, scope(found, whole))) {
      Elasticities.difference(
              lever,
              timePs(new Run.AtCost(lever, 1 - STEP), answers),
              timePs(new Run.AtCost(lever, 1 + STEP), answers),
              whole.prediction().makespanPs())
          .ifPresent(
              one -> {
                all.merge(one.parameter(), one, ParameterSensitivity::withSidesOf);
                first.putIfAbsent(one.parameter(), one);
              });
    }
    return new Slopes(all, first);
  }

  /** Growths of the latency that are replayed in any case. */
  private static List<Double> firstGrowths(PathRun.Result found, WholeRun.Result whole) {
    Map<String, ParameterSensitivity> told = told(found, whole);
    return found
        .latency()
        .map(lever -> told.get(lever.name()))
        .map(slope -> search(found, whole, slope).first())
        .orElse(List.of());
  }

  private static ToleranceSearch search(
      PathRun.Result found, WholeRun.Result whole, @Nullable ParameterSensitivity slope) {
    return new ToleranceSearch(
        whole.prediction().makespanPs(),
        slope,
        found.model().traits().contains(ModelTrait.KNOWN_AT_START));
  }
}
