package org.foretell.study.campaign;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.foretell.failure.ForetellException;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Placement;
import org.foretell.models.noise.Noise;
import org.foretell.runner.Outcome;
import org.foretell.runner.SlopedRun;
import org.foretell.scenario.Change;
import org.foretell.scenario.MachineContent;
import org.foretell.scenario.Scenario;
import org.foretell.study.description.Estimate;
import org.foretell.study.description.RunNoise;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.description.Variable;
import org.foretell.study.description.WhatIf;
import org.foretell.study.evaluation.FigureNames;
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

  /** A place between bounds that is no whole number if they are. */
  private static final double BETWEEN = 0.37;

  private final ReplayCase which;
  private final Scenario base;
  private final Scenario noisy;
  private final long seed;
  private final String hash;
  private final Map<String, List<String>> addresses = new LinkedHashMap<>();
  private final Map<String, String> units = new HashMap<>();
  private final SurfaceSearch search;
  private final long nodes;
  private final long cores;
  private final int ranksPerNode;

  /**
   * Prepares a case.
   *
   * @param which case
   * @param study that it belongs to
   * @param noisy its scenario on the offer as it is, in no other world, with the noise of the
   *     program
   */
  PreparedCase(ReplayCase which, StudyDescription study, Scenario noisy) {
    this.which = which;
    this.noisy = noisy;
    base = noisy.withNoise(Noise.NONE);
    seed = study.sample().seed();
    hash = base.hash();
    Machine machine = base.machine().map(MachineContent::machine).orElseThrow();
    SortedMap<String, Estimate> factors = new TreeMap<>();
    Estimate ratio = which.program().coreRatios().get(which.offer().name());
    if (ratio != null) {
      String name = FigureNames.coreRatio(which.program(), which.offer());
      factors.put(name, ratio);
      addresses.put(
          name,
          machine.groups().stream()
              .map(NodeGroup::name)
              .map(group -> "nodeGroups." + group + ".cpuRatio")
              .toList());
    }
    for (Variable variable : study.variables()) {
      if (variable.concerns(which.offer().name())) {
        factors.put(FigureNames.of(variable), variable.amount());
        addresses.put(FigureNames.of(variable), variable.addresses());
        variable.unit().ifPresent(unit -> units.put(FigureNames.of(variable), unit));
      }
    }
    if (which.whatIf().isPresent()) {
      // Other worlds are compared as they are stated.
      factors.replaceAll((name, factor) -> Estimate.exactly(factor.value()));
    }
    search =
        new SurfaceSearch(
            factors,
            study.sample().tolerance(),
            study.sample().mostReplays(),
            study.sample().seed(),
            which.whatIf().isEmpty() && which.hasPlainBursts());
    Placement places = base.experiment().context().placement();
    int[] used = IntStream.range(0, places.ranks()).map(places::node).distinct().toArray();
    nodes = used.length;
    cores = IntStream.of(used).mapToLong(node -> machine.groupOf(node).coresPerNode()).sum();
    ranksPerNode =
        which.ranksPerNode().orElse((int) ((places.ranks() + nodes - 1) / Math.max(1, nodes)));
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
    return number == null ? base : noisy.withSeed(seed + number.longValue());
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
                .map(name -> "slope of " + name + " " + addresses.get(name) + "\n")
                .collect(Collectors.joining())
            : "";
    return sha256("replay 1\n" + start + "\n" + slopes + changes(factors, true));
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
   * Tries the other world and each variable by itself, before anything is replayed, so that what is
   * wrong is reported with its name.
   *
   * @throws ForetellException if a change is impossible
   */
  void check() {
    which
        .whatIf()
        .ifPresent(
            world -> tried("the what-if \"" + world.name() + "\"", "", List.of(world.changes())));
    for (String name : addresses.keySet()) {
      Estimate amount = search.variable(name);
      double between = amount.from() + BETWEEN * (amount.to() - amount.from());
      for (double value : new double[] {amount.from(), amount.to()}) {
        tried("the figure " + name, "", changes(Map.of(name, value), false));
      }
      tried(
          "the figure " + name,
          "; replays also take values between its bounds, so if it must be a whole number, list its"
              + " \"values\"",
          changes(Map.of(name, between), false));
    }
  }

  private void tried(String what, String advice, List<List<Change>> steps) {
    try {
      Scenario scenario = base;
      for (List<Change> step : steps) {
        scenario = scenario.with(step);
      }
    } catch (ForetellException wrong) {
      throw new ForetellException(
          wrong.kind(),
          what + " of the study, on " + which.offer().name() + ": " + wrong.getMessage() + advice,
          wrong);
    }
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

  /**
   * What the offer's own figures are comes first, such as the core ratio of the program; then the
   * other world, which may make cores faster still, and then the factors.
   */
  private List<List<Change>> changes(Map<String, Double> factors, boolean isInWorld) {
    List<Change> own = new ArrayList<>();
    List<Change> multiplied = new ArrayList<>();
    String ratioName = FigureNames.coreRatio(which.program(), which.offer());
    withoutNoise(factors)
        .forEach(
            (name, factor) -> {
              for (String address : Objects.requireNonNull(addresses.get(name), name)) {
                String unit = name.equals(ratioName) ? "" : units.get(name);
                if (unit != null) {
                  own.add(new Change(address, BigDecimal.valueOf(factor).toPlainString() + unit));
                } else if (factor != 1) {
                  multiplied.add(Change.times(address, factor));
                }
              }
            });
    List<Change> world =
        isInWorld ? which.whatIf().map(WhatIf::changes).orElse(List.of()) : List.of();
    return List.of(own, world, multiplied);
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

  private Replay replay(
      Map<String, Double> factors,
      Scenario scenario,
      Outcome outcome,
      @Nullable SortedMap<String, Long> slopesPs) {
    boolean isOver = outcome.failure().isEmpty();
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
        isOver ? Long.valueOf(outcome.ps()) : null,
        isOver ? Double.valueOf(busyShare(outcome)) : null,
        outcome.failure().orElse(null),
        scenario.hash(),
        which.program().traces().extrapolated().map(Extrapolated::from).orElse(null),
        isOver ? slopesPs : null);
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
        surface,
        noisy.stream().map(one -> Objects.requireNonNull(one.seconds()) / calm).toList(),
        middle.key());
  }

  private double busyShare(Outcome outcome) {
    double all = cores * outcome.seconds();
    return all > 0 ? Math.min(1, outcome.computeSeconds().orElse(0) / all) : 0;
  }

  private static String sha256(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException never) {
      throw new IllegalStateException("every JDK has SHA-256", never);
    }
  }
}
