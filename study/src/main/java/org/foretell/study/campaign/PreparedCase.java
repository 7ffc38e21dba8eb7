package org.foretell.study.campaign;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.foretell.failure.words.FailureKind;
import org.foretell.failure.words.FailureText;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.machines.findings.FileBytes;
import org.foretell.models.noise.Noise;
import org.foretell.models.noise.Replications;
import org.foretell.runner.Outcome;
import org.foretell.runner.SlopedRun;
import org.foretell.scenario.Change;
import org.foretell.scenario.MachineContent;
import org.foretell.scenario.Scenario;
import org.foretell.study.description.RunNoise;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.description.WhatIf;
import org.foretell.study.evaluation.FigureNames;
import org.foretell.study.evaluation.SimulatedFigures;
import org.foretell.study.simulation.CaseSimulation;
import org.foretell.study.simulation.SimulatedRun;
import org.foretell.study.surface.Surface;
import org.foretell.study.surface.SurfaceSearch;
import org.foretell.trace.Extrapolated;
import org.jspecify.annotations.Nullable;

/**
 * A case whose trace is open and whose machine is read: the scenario of each of its replays, and
 * which of them its surface needs. For one thread.
 */
final class PreparedCase {
  /** Stands among the factors of a noisy replay, with its number from 1. */
  private static final String NOISE = "noise";

  private final ReplayCase which;
  private final Scenario base;
  private final Scenario noisy;
  private final Optional<CaseSimulation> simulation;
  private final long seed;
  private final String hash;
  private final MovedFigures moved;
  private final SurfaceSearch search;
  private final long nodes;
  private final long cores;
  private final int ranksPerNode;
  private @Nullable CasePower power;

  /**
   * Prepares a case.
   *
   * @param which case
   * @param study that it belongs to
   * @param noisy its scenario on the offer as it is, in no other world, with the noise of the
   *     program; of a mix or a workflow only machine, model and parameters count
   * @param simulation of a mix or a workflow; empty of a trace
   */
  PreparedCase(
      ReplayCase which,
      StudyDescription study,
      Scenario noisy,
      Optional<CaseSimulation> simulation) {
    this.which = which;
    this.noisy = noisy;
    this.simulation = simulation;
    base = noisy.withNoise(Noise.NONE);
    seed = study.sample().seed();
    hash = base.hash();
    Machine machine = base.machine().map(MachineContent::machine).orElseThrow();
    moved = new MovedFigures(which, study, machine);
    search =
        new SurfaceSearch(
            moved.estimates(),
            study.sample().tolerance(),
            study.sample().mostReplays(),
            study.sample().seed(),
            which.whatIf().isEmpty() && which.hasPlainBursts());
    Placement places = base.experiment().context().placement();
    int[] used = IntStream.range(0, places.ranks()).map(places::node).distinct().toArray();
    nodes = simulation.map(CaseSimulation::nodes).orElse((long) used.length);
    cores = IntStream.of(used).mapToLong(node -> machine.groupOf(node).coresPerNode()).sum();
    ranksPerNode =
        simulation
            .map(CaseSimulation::workersPerNode)
            .or(which::ranksPerNode)
            .orElseGet(() -> (int) ((places.ranks() + nodes - 1) / Math.max(1, nodes)));
  }

  ReplayCase which() {
    return which;
  }

  /** {@return whether a replay is one of this case, as far as its names tell} */
  boolean isOf(Replay replay) {
    return replay.program().equals(which.program().name())
        && replay.offer().equals(which.offer().name())
        && replay.model().equals(which.model())
        && replay.ranksPerNode() == ranksPerNode
        && Objects.equals(replay.whatIf(), which.whatIf().map(world -> world.name()).orElse(null))
        && Objects.equals(replay.options(), options())
        && withoutNoise(replay.factors()).keySet().equals(search.middle().keySet());
  }

  /** {@return the factors of the noisy replays, none without noise} */
  List<Map<String, Double>> noisyReplays() {
    List<Map<String, Double>> all = new ArrayList<>();
    for (int number = 1; number <= noisyCount(); number++) {
      Map<String, Double> factors = new HashMap<>(search.middle());
      factors.put(NOISE, (double) number);
      all.add(factors);
    }
    return all;
  }

  /** {@return how many replays it takes if the first surface is good enough} */
  long leastReplays() {
    return search.leastReplays() + noisyCount();
  }

  /** {@return how many replays it takes if no surface is} */
  long mostReplays() {
    return search.mostReplays() + noisyCount();
  }

  private int noisyCount() {
    return which.program().noise().map(RunNoise::replays).orElse(0);
  }

  /** {@return whether a replay with these factors is a noisy one} */
  static boolean isNoisy(Map<String, Double> factors) {
    return factors.containsKey(NOISE);
  }

  private static Map<String, Double> withoutNoise(Map<String, Double> factors) {
    Map<String, Double> others = new TreeMap<>(factors);
    others.remove(NOISE);
    return others;
  }

  /** The scenario of the case, with the noise of a replay or without. */
  private Scenario start(Map<String, Double> factors) {
    Double number = factors.get(NOISE);
    if (number == null) {
      return base;
    }
    // The first of several replications is the run as stated, and the seeds of the others are
    // those of sim workflow.
    return noisy.withSeed(
        simulation.isPresent()
            ? Replications.seedOf(seed, number.intValue() - 1)
            : seed + number.longValue());
  }

  private @Nullable SortedMap<String, String> options() {
    if (which.options().isEmpty()) {
      return null;
    }
    SortedMap<String, String> options = new TreeMap<>();
    which
        .options()
        .forEach(
            one ->
                options.put(
                    FigureNames.of(one.choice()),
                    one.choice().options().get(one.number()).value()));
    return options;
  }

  SurfaceSearch search() {
    return search;
  }

  long nodes() {
    return nodes;
  }

  int ranksPerNode() {
    return ranksPerNode;
  }

  /**
   * {@return what decides a replay, by content: the scenario of the case and the factors}
   *
   * @param factors of figures by name
   */
  String key(Map<String, Double> factors) {
    String start = isNoisy(factors) ? start(factors).hash() : hash;
    String slopes =
        wantsSlopes(factors)
            ? search.wantedSlopes().stream()
                .map(name -> "slope of " + name + " " + moved.addresses(name) + "\n")
                .collect(Collectors.joining())
            : "";
    String content = simulation.map(one -> "\n" + one.content()).orElse("");
    String text = "replay 1\n" + start + "\n" + slopes + changes(factors, true) + content;
    return FileBytes.sha256(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * {@return whether a replay finds slopes too}
   *
   * @param factors of figures by name
   */
  boolean wantsSlopes(Map<String, Double> factors) {
    return !search.wantedSlopes().isEmpty() && factors.equals(search.middle());
  }

  /**
   * Tries the other world and each variable by itself, before anything is replayed.
   *
   * @throws org.foretell.failure.ForetellException if a change is impossible
   */
  void check() {
    new CaseCheck(which, base, moved).run();
  }

  /**
   * {@return the scenario of a replay}
   *
   * @param factors of figures by name
   */
  Scenario scenario(Map<String, Double> factors) {
    Scenario scenario = start(factors);
    for (List<Change> step : changes(factors, true)) {
      scenario = scenario.with(step);
    }
    return scenario;
  }

  private List<List<Change>> changes(Map<String, Double> factors, boolean isInWorld) {
    return moved.changes(withoutNoise(factors), isInWorld);
  }

  /**
   * {@return what is kept of a replay}
   *
   * @param factors of figures by name
   * @param scenario that was replayed
   * @param outcome how that ended
   */
  Replay replay(Map<String, Double> factors, Scenario scenario, Outcome outcome) {
    return replay(factors, scenario, outcome, null);
  }

  /**
   * {@return what is kept of a replay with slopes}
   *
   * @param factors of figures by name
   * @param run what was replayed
   * @param result how that ended
   */
  Replay replay(Map<String, Double> factors, SlopedRun run, SlopedRun.Result result) {
    return replay(factors, run.scenario(), result.outcome(), new TreeMap<>(result.changesPs()));
  }

  /** {@return whether it is a mix or a workflow, which {@link #simulated} runs} */
  boolean isSimulated() {
    return simulation.isPresent();
  }

  /**
   * Simulates a mix or a workflow. What a trace cannot be read for, and cancellation, is thrown;
   * all else that keeps it from running is the failure of the replay.
   *
   * @param factors of figures by name
   * @param cancellation called now and then; what it throws ends the run
   */
  Replay simulated(Map<String, Double> factors, Runnable cancellation) {
    Scenario scenario = scenario(factors);
    boolean isStated = scenario.seed() == seed && withoutNoise(factors).equals(search.middle());
    try {
      return replay(
          factors, simulation.orElseThrow().run(scenario, scenario.seed(), isStated, cancellation));
    } catch (RuntimeException failure) {
      if (!FailureKind.isOfRun(failure)) {
        throw failure;
      }
      return replay(factors, null, null, FailureText.of(failure), null, null, null);
    }
  }

  private Replay replay(Map<String, Double> factors, SimulatedRun run) {
    return replay(
        factors,
        run.makespanPs(),
        run.busyShare(),
        null,
        null,
        null,
        run.figures().equals(SimulatedFigures.NONE) ? null : run.figures());
  }

  private Replay replay(
      Map<String, Double> factors,
      Scenario scenario,
      Outcome outcome,
      @Nullable SortedMap<String, Long> slopesPs) {
    boolean isOver = outcome.failure().isEmpty();
    return replay(
        factors,
        isOver ? Long.valueOf(outcome.ps()) : null,
        isOver ? Double.valueOf(busyShare(outcome)) : null,
        outcome.failure().orElse(null),
        scenario.hash(),
        isOver ? slopesPs : null,
        null);
  }

  private Replay replay(
      Map<String, Double> factors,
      @Nullable Long predictedPs,
      @Nullable Double busyShare,
      @Nullable String failure,
      @Nullable String scenarioHash,
      @Nullable SortedMap<String, Long> slopesPs,
      @Nullable SimulatedFigures figures) {
    return new Replay(
        key(factors),
        which.program().name(),
        which.offer().name(),
        ranksPerNode,
        which.model(),
        which.whatIf().map(world -> world.name()).orElse(null),
        options(),
        new TreeMap<>(factors),
        nodes,
        predictedPs,
        busyShare,
        failure,
        scenarioHash,
        which.program().traces().extrapolated().map(Extrapolated::from).orElse(null),
        slopesPs,
        figures);
  }

  /**
   * {@return what was found out}
   *
   * @param surface through all replays
   * @param middle the replay in which all figures are as they are stated, which did not fail
   * @param noisy the noisy replays, which did not fail
   */
  CaseTimes times(Surface surface, Replay middle, List<Replay> noisy) {
    double calm = Objects.requireNonNull(middle.seconds());
    Map<String, Integer> options = new HashMap<>();
    which.options().forEach(one -> options.put(FigureNames.of(one.choice()), one.number()));
    return new CaseTimes(
        which.program().name(),
        which.offer().name(),
        ranksPerNode,
        nodes,
        which.model(),
        options,
        which.whatIf().map(WhatIf::name),
        Objects.requireNonNull(middle.busyShare()),
        middle.simulated() == null ? SimulatedFigures.NONE : middle.simulated(),
        power(),
        surface,
        noisy.stream().map(one -> Objects.requireNonNull(one.seconds()) / calm).toList(),
        middle.key());
  }

  /** Only after the changes were checked. */
  private CasePower power() {
    CasePower known = power;
    if (known == null) {
      List<String> ofPower = moved.ofPower();
      known =
          which.offer().statesPower() || (ofPower.isEmpty() && !moved.isPowerOther())
              ? CasePower.NONE
              : CasePower.of(
                  which.offer(),
                  moved.estimates(),
                  ofPower,
                  values -> scenario(values).machine().orElseThrow().machine());
      power = known;
    }
    return known;
  }

  private double busyShare(Outcome outcome) {
    double all = cores * outcome.seconds();
    return all > 0 ? Math.min(1, outcome.computeSeconds().orElse(0) / all) : 0;
  }
}
