package org.foretell.study.campaign;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.foretell.Foretell;
import org.foretell.OpenedTrace;
import org.foretell.PredictionSetup;
import org.foretell.failure.ForetellException;
import org.foretell.machine.NodeGroup;
import org.foretell.runner.Runner;
import org.foretell.scenario.Scenario;
import org.foretell.study.description.Program;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.evaluation.RunTimes;
import org.foretell.study.surface.Surface;

/**
 * Makes the replays that a study needs, on all cores, and keeps them. All surfaces are searched for
 * at once, in rounds; what earlier runs into the same folder found is not replayed again.
 */
public final class Campaign {
  /** More cases than any study needs, and fewer than the memory holds. */
  static final long MOST_CASES = 100_000;

  private static final int RUNS_AT_ONCE = 256;
  private static final double NANOS_PER_SECOND = 1e9;

  private final StudyDescription study;
  private final Path base;
  private final Path folder;
  private final CampaignSettings settings;
  private final Map<String, Integer> coresByOffer = new HashMap<>();

  /**
   * A campaign that has not begun.
   *
   * @param study which
   * @param base folder that paths of the study are relative to
   * @param folder where results are kept; made if there is none
   * @param settings how it runs
   * @throws ForetellException if the study has too many cases
   */
  public Campaign(StudyDescription study, Path base, Path folder, CampaignSettings settings) {
    this.study = study;
    this.base = base;
    this.folder = folder;
    this.settings = settings;
    long cases = ReplayCase.count(study);
    if (cases > MOST_CASES) {
      throw ForetellException.usage(
          "the study \""
              + study.name()
              + "\" has "
              + cases
              + " combinations of program, ranks per node, offer, model and what-if; expected at"
              + " most "
              + MOST_CASES
              + ": leave out some values of ranksPerNode, models or whatIfs");
    }
  }

  /** A case, and what is known of it so far. */
  private static final class Pursued {
    private final PreparedCase prepared;
    private final Map<Map<String, Double>, Replay> replays = new LinkedHashMap<>();
    private Optional<String> failure = Optional.empty();
    private boolean isDone;

    Pursued(PreparedCase prepared) {
      this.prepared = prepared;
    }

    void add(Map<String, Double> factors, Replay replay) {
      replays.put(factors, replay);
      Double seconds = replay.seconds();
      if (seconds == null || !(seconds > 0)) {
        failure =
            Optional.of(Objects.requireNonNullElse(replay.failure(), "the program takes no time"));
        isDone = true;
      } else if (failure.isEmpty()) {
        prepared.search().add(factors, seconds);
      }
    }
  }

  /** A replay that is wanted. */
  private record Wanted(Pursued of, Map<String, Double> factors, String key) {}

  /**
   * {@return all run times of the study}
   *
   * @throws ForetellException if a trace, a machine or a setting is wrong, or results cannot be
   *     kept
   * @throws org.foretell.trace.TraceException if a trace cannot be read
   * @throws org.foretell.machines.file.MachineFileException if a machine file is wrong
   * @throws java.util.concurrent.CancellationException if it was cancelled; what was replayed is
   *     kept
   */
  public CampaignResult run() {
    try (ReplayLog log = ReplayLog.open(folder);
        Runner runner = settings.runner()) {
      List<Pursued> cases = new ArrayList<>();
      Map<Path, OpenedTrace> traces = new HashMap<>();
      List<String> impossible = new ArrayList<>();
      for (ReplayCase one : settings.shardOf(ReplayCase.of(study))) {
        prepared(one, traces, runner, impossible).ifPresent(found -> cases.add(new Pursued(found)));
      }
      AtomicLong made = new AtomicLong();
      for (List<Wanted> round = next(cases); !round.isEmpty(); round = next(cases)) {
        List<Wanted> open = new ArrayList<>();
        for (Wanted wanted : round) {
          Optional<Replay> before = log.find(wanted.key);
          if (before.isPresent()) {
            wanted.of.add(wanted.factors, before.get());
          } else {
            open.add(wanted);
          }
        }
        settings.progress().planned(open.size());
        replay(open, runner, log, made);
      }
      CampaignResult result = result(cases, impossible, made.get());
      if (settings.isWhole()) {
        log.settle(result.replays());
      }
      return result;
    }
  }

  /**
   * {@return how many replays the study will take, and how long; one replay of each program is made
   * for it, and nothing is kept}
   *
   * @throws ForetellException as {@link #run}
   */
  public Forecast forecast() {
    try (Runner runner = settings.runner()) {
      Map<Path, OpenedTrace> traces = new HashMap<>();
      Map<String, Double> secondsByProgram = new LinkedHashMap<>();
      long least = 0;
      long most = 0;
      List<ReplayCase> cases = settings.shardOf(ReplayCase.of(study));
      for (ReplayCase one : cases) {
        Optional<PreparedCase> prepared = prepared(one, traces, runner, new ArrayList<>());
        if (prepared.isPresent()) {
          least += prepared.get().search().leastReplays();
          most += prepared.get().search().mostReplays();
          secondsByProgram.computeIfAbsent(
              one.program().name(), any -> timed(prepared.get(), runner));
        }
      }
      long known =
          Files.exists(folder.resolve(ReplayLog.FILE))
              ? ReplayLog.read(folder.resolve(ReplayLog.FILE)).size()
              : 0;
      double seconds =
          secondsByProgram.values().stream().mapToDouble(Double::doubleValue).average().orElse(0);
      return new Forecast(cases.size(), known, least, most, seconds, runner.threads());
    }
  }

  /** The second run: the first one loads classes and decodes the trace. */
  private static double timed(PreparedCase one, Runner runner) {
    Map<String, Double> middle = one.search().middle();
    runner.run(one.scenario(middle));
    long start = System.nanoTime();
    runner.run(one.scenario(middle).withSeed(one.scenario(middle).seed() + 1));
    return (System.nanoTime() - start) / NANOS_PER_SECOND;
  }

  /**
   * Makes some of the replays of a folder again, and compares them to the picosecond.
   *
   * @param most how many, spread evenly over all of them
   * @return what is different
   * @throws ForetellException if the folder has no results, or as {@link #run}
   */
  public Verification verify(int most) {
    Path file = folder.resolve(ReplayLog.FILE);
    if (!Files.isRegularFile(file)) {
      throw ForetellException.badInput(
          folder + ": has no " + ReplayLog.FILE + "; expected a folder with results of a study");
    }
    List<Replay> kept = List.copyOf(ReplayLog.read(file).values());
    List<String> differences = new ArrayList<>();
    try (Runner runner = settings.runner()) {
      Map<Path, OpenedTrace> traces = new HashMap<>();
      List<PreparedCase> cases = new ArrayList<>();
      for (ReplayCase one : ReplayCase.of(study)) {
        prepared(one, traces, runner, new ArrayList<>()).ifPresent(cases::add);
      }
      long step = Math.max(1, kept.size() / Math.max(1, most));
      long replayed = 0;
      for (long index = 0; index < kept.size(); index += step) {
        Replay before = kept.get((int) index);
        replayed++;
        difference(before, cases, runner).ifPresent(differences::add);
      }
      return new Verification(kept.size(), replayed, differences);
    }
  }

  private static Optional<String> difference(
      Replay before, List<PreparedCase> cases, Runner runner) {
    for (PreparedCase one : cases) {
      if (one.isOf(before) && one.key(before.factors()).equals(before.key())) {
        Scenario scenario = one.scenario(before.factors());
        Replay now = one.replay(before.factors(), scenario, runner.run(scenario));
        return now.equals(before)
            ? Optional.empty()
            : Optional.of(before.key() + ": was " + before + ", is " + now);
      }
    }
    return Optional.of(
        before.key()
            + ": a replay of "
            + before.program()
            + " on "
            + before.offer()
            + " that the study does not ask for any more: a trace, a machine or a setting has"
            + " changed");
  }

  /** Empty if a node of the offer has fewer cores than the case has ranks on a node. */
  private Optional<PreparedCase> prepared(
      ReplayCase one, Map<Path, OpenedTrace> traces, Runner runner, List<String> impossible) {
    Path file = base.resolve(one.program().trace());
    OpenedTrace trace = traces.computeIfAbsent(file, any -> Foretell.open(any, runner));
    int cores =
        coresByOffer.computeIfAbsent(
            one.offer().name(), any -> cores(scenario(one, Optional.empty(), trace)));
    if (one.ranksPerNode().orElse(1) > cores) {
      if (one.whatIf().isEmpty() && one.model().equals(study.models().get(0))) {
        impossible.add(
            one.program().name()
                + " on "
                + one.offer().name()
                + " with "
                + one.ranksPerNode().orElseThrow()
                + " ranks per node: a node has "
                + cores
                + " cores");
      }
      return Optional.empty();
    }
    return Optional.of(new PreparedCase(one, study, scenario(one, one.ranksPerNode(), trace)));
  }

  private static int cores(Scenario scenario) {
    return scenario.machine().orElseThrow().machine().groups().stream()
        .mapToInt(NodeGroup::coresPerNode)
        .max()
        .orElseThrow();
  }

  private Scenario scenario(ReplayCase one, Optional<Integer> ranksPerNode, OpenedTrace trace) {
    Program program = one.program();
    PredictionSetup setup =
        trace
            .prediction()
            .machine(machine(one.offer().machine()))
            .model(one.model())
            .ranksPerNode(ranksPerNode.orElse(null))
            .tracedCoreSpeed(program.tracedCoreSpeed().orElse(null));
    program.work().ifPresent(table -> setup.work(base.resolve(table)));
    program.memoryBound().ifPresent(setup::memoryBound);
    Program.MeasuredPair pair = program.measuredPairs().get(one.offer().name());
    if (pair != null) {
      setup.measuredPair(base.resolve(pair.base()), base.resolve(pair.other()));
    }
    try {
      return setup.scenario().with(one.offer().changes());
    } catch (ForetellException wrong) {
      throw new ForetellException(wrong.kind(), one + ": " + wrong.getMessage());
    }
  }

  /** A file stands where the study does, and not where the command runs. */
  private String machine(String nameOrFile) {
    Path file = base.resolve(nameOrFile);
    return nameOrFile.endsWith(".json") || nameOrFile.contains("/") ? file.toString() : nameOrFile;
  }

  private static List<Wanted> next(List<Pursued> cases) {
    List<Wanted> wanted = new ArrayList<>();
    for (Pursued one : cases) {
      if (!one.isDone) {
        List<Map<String, Double>> places = one.prepared.search().next();
        one.isDone = places.isEmpty();
        places.forEach(place -> wanted.add(new Wanted(one, place, one.prepared.key(place))));
      }
    }
    return wanted;
  }

  /** In parts, since a machine with changed figures is made for each replay. */
  private void replay(List<Wanted> open, Runner runner, ReplayLog log, AtomicLong made) {
    for (int from = 0; from < open.size(); from += RUNS_AT_ONCE) {
      List<Wanted> part = open.subList(from, Math.min(open.size(), from + RUNS_AT_ONCE));
      // Offers that are the same machine share their replays.
      Map<Scenario, List<Wanted>> wanted = new LinkedHashMap<>();
      for (Wanted one : part) {
        wanted
            .computeIfAbsent(one.of.prepared.scenario(one.factors), any -> new ArrayList<>())
            .add(one);
      }
      runner.run(
          List.copyOf(wanted.keySet()),
          (scenario, outcome) -> {
            for (Wanted one : Objects.requireNonNull(wanted.get(scenario))) {
              log.add(one.of.prepared.replay(one.factors, scenario, outcome));
              settings.progress().done(made.incrementAndGet());
            }
          });
      for (Wanted one : part) {
        one.of.add(one.factors, log.find(one.key).orElseThrow());
      }
    }
  }

  private CampaignResult result(List<Pursued> cases, List<String> impossible, long made) {
    Map<String, CampaignTimes.Collector> worlds = new LinkedHashMap<>();
    CampaignTimes.Collector stated = new CampaignTimes.Collector();
    study.whatIfs().forEach(one -> worlds.put(one.name(), new CampaignTimes.Collector()));
    List<Replay> replays = new ArrayList<>();
    List<String> failures = new ArrayList<>(impossible);
    List<CaseTimes> times = new ArrayList<>();
    double largestError = 0;
    Doubts doubts = new Doubts(study);
    for (Pursued one : cases) {
      PreparedCase prepared = one.prepared;
      ReplayCase which = prepared.which();
      replays.addAll(one.replays.values());
      if (one.failure.isPresent()) {
        failures.add(which + ": " + one.failure.get());
        continue;
      }
      Surface surface = prepared.search().surface();
      largestError = Math.max(largestError, surface.largestError());
      Replay middle = one.replays.values().iterator().next();
      doubts.add(prepared, surface, middle);
      times.add(prepared.times(surface, middle));
      which
          .whatIf()
          .map(world -> Objects.requireNonNull(worlds.get(world.name())))
          .orElse(stated)
          .add(
              which,
              new CampaignTimes.Found(
                  prepared.ranksPerNode(),
                  prepared.nodes(),
                  Objects.requireNonNull(middle.busyShare()),
                  surface));
    }
    Map<String, RunTimes> others = new LinkedHashMap<>();
    worlds.forEach((name, world) -> others.put(name, world.times(study)));
    return new CampaignResult(
        stated.times(study), others, replays, made, largestError, failures, doubts.all(), times);
  }
}
