package org.foretell.study.campaign;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.foretell.failure.words.FailureKind;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Placement;
import org.foretell.runner.Outcome;
import org.foretell.runner.SlopedRun;
import org.foretell.scenario.Change;
import org.foretell.scenario.MachineContent;
import org.foretell.scenario.Scenario;
import org.foretell.study.description.Estimate;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.description.Variable;
import org.foretell.study.description.WhatIf;
import org.foretell.study.evaluation.FigureNames;
import org.foretell.study.surface.Slopes;
import org.foretell.study.surface.Surface;
import org.foretell.study.surface.SurfaceSearch;
import org.jspecify.annotations.Nullable;

/**
 * A case whose trace is open and whose machine is read: the scenario of each of its replays, and
 * which of them its surface needs. For one thread.
 */
final class PreparedCase {
  private final ReplayCase which;
  private final Scenario base;
  private final String hash;
  private final Map<String, List<String>> addresses = new LinkedHashMap<>();
  private final SurfaceSearch search;
  private final long nodes;
  private final long cores;
  private final int ranksPerNode;

  /**
   * Prepares a case.
   *
   * @param which case
   * @param study that it belongs to
   * @param base its scenario on the offer as it is, in no other world
   */
  PreparedCase(ReplayCase which, StudyDescription study, Scenario base) {
    this.which = which;
    this.base = base;
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
        factors.put(FigureNames.of(variable), variable.factor());
        addresses.put(FigureNames.of(variable), variable.addresses());
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
            which.whatIf().isEmpty() && hasPlainBursts(which));
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
        && replay.factors().keySet().equals(search.middle().keySet());
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
    String slopes =
        wantsSlopes(factors)
            ? search.wantedSlopes().stream()
                .map(name -> "slope of " + name + " " + addresses.get(name) + "\n")
                .collect(Collectors.joining())
            : "";
    return sha256("replay 2\n" + hash + "\n" + slopes + changes(factors));
  }

  /** Bursts that follow the speed of the cores and nothing else. */
  private static boolean hasPlainBursts(ReplayCase which) {
    return which.program().work().isEmpty()
        && which.program().memoryBound().isEmpty()
        && !which.program().measuredPairs().containsKey(which.offer().name());
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
   * {@return the replay that finds slopes}
   *
   * @param factors of figures by name, of which {@link #wantsSlopes} is true
   */
  SlopedRun sloped(Map<String, Double> factors) {
    Map<String, Scenario> moved = new LinkedHashMap<>();
    for (String name : search.wantedSlopes()) {
      Map<String, Double> other = new TreeMap<>(factors);
      other.computeIfPresent(name, (any, factor) -> factor * (1 + Slopes.STEP));
      try {
        Scenario scenario = scenario(other);
        scenario.experiment();
        moved.put(name, scenario);
      } catch (RuntimeException refused) {
        // Some figures cannot be 1 % greater, such as whole numbers: their bounds are replayed.
        if (FailureKind.of(refused).isEmpty()) {
          throw refused;
        }
      }
    }
    return new SlopedRun(scenario(factors), moved);
  }

  /**
   * {@return the scenario of a replay}
   *
   * @param factors of figures by name
   */
  Scenario scenario(Map<String, Double> factors) {
    Scenario scenario = base;
    for (List<Change> step : changes(factors)) {
      scenario = scenario.with(step);
    }
    return scenario;
  }

  /**
   * The core ratio of the program first, then the other world, which may make cores faster still,
   * and then the variables.
   */
  private List<List<Change>> changes(Map<String, Double> factors) {
    List<Change> ratio = new ArrayList<>();
    List<Change> variables = new ArrayList<>();
    String ratioName = FigureNames.coreRatio(which.program(), which.offer());
    new TreeMap<>(factors)
        .forEach(
            (name, factor) -> {
              for (String address : Objects.requireNonNull(addresses.get(name), name)) {
                if (name.equals(ratioName)) {
                  ratio.add(new Change(address, BigDecimal.valueOf(factor).toPlainString()));
                } else if (factor != 1) {
                  variables.add(Change.times(address, factor));
                }
              }
            });
    List<Change> world = which.whatIf().map(WhatIf::changes).orElse(List.of());
    return List.of(ratio, world, variables);
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
    return replay(
        factors, run.scenario(), result.outcome(), new TreeMap<>(result.changesPs()));
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
        new TreeMap<>(factors),
        nodes,
        isOver ? Long.valueOf(outcome.ps()) : null,
        isOver ? Double.valueOf(busyShare(outcome)) : null,
        outcome.failure().orElse(null),
        scenario.hash(),
        isOver ? slopesPs : null);
  }

  /**
   * {@return what was found out}
   *
   * @param surface through all replays
   * @param middle the replay in which all figures are as they are stated, which did not fail
   */
  CaseTimes times(Surface surface, Replay middle) {
    return new CaseTimes(
        which.program().name(),
        which.offer().name(),
        ranksPerNode,
        nodes,
        which.model(),
        which.whatIf().map(WhatIf::name),
        Objects.requireNonNull(middle.busyShare()),
        surface,
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
