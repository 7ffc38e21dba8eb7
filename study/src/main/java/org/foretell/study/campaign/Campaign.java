package org.foretell.study.campaign;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.foretell.failure.ForetellException;
import org.foretell.runner.Runner;
import org.foretell.scenario.Scenario;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.evaluation.RunTimes;
import org.foretell.study.surface.Surface;

/**
 * Makes the replays that a study needs, on all cores, and keeps them. All surfaces are searched at
 * once, in rounds; results of earlier runs in the same folder are not replayed again.
 */
public final class Campaign {
  /** More cases than any study needs, and fewer than the memory holds. */
  static final long MOST_CASES = 100_000;

  private static final int LEAST_TIMED = 2;
  private static final long WARM_UP_NANOS = 1_000_000_000L;
  private static final double NANOS_PER_SECOND = 1e9;

  private final StudyDescription study;
  private final Path base;
  private final Path folder;
  private final CampaignSettings settings;

  /**
   * A campaign that has not begun.
   *
   * @param study which
   * @param base folder that paths of the study are relative to
   * @param folder for results; created if missing
   * @param settings how it runs
   * @throws ForetellException if the study has too many cases
   */
  public Campaign(StudyDescription study, Path base, Path folder, CampaignSettings settings) {
    this.study = study;
    this.base = base;
    this.folder = folder;
    this.settings = settings;
    refuseTooMany(study);
  }

  /** Before they are made, since they would fill the memory. */
  static void refuseTooMany(StudyDescription study) {
    long cases = ReplayCase.count(study);
    if (cases > MOST_CASES) {
      throw ForetellException.usage(
          "the study \""
              + study.name()
              + "\" has "
              + cases
              + (cases == Long.MAX_VALUE ? " or more" : "")
              + " combinations of program, ranks per node, offer, model, values of variables and"
              + " what-if; expected at most "
              + MOST_CASES
              + "; leave out some "
              + mostNumerous(study));
    }
  }

  /** What has the most elements, with their number: leaving out some of them helps most. */
  private static String mostNumerous(StudyDescription study) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    study
        .choices()
        .forEach(one -> counts.put("values of the variable " + one.name(), one.options().size()));
    study
        .programs()
        .forEach(one -> counts.put("ranksPerNode of " + one.name(), one.ranksPerNode().size()));
    counts.put("models", study.models().size());
    counts.put("whatIfs", study.whatIfs().size());
    counts.put("programs", study.programs().size());
    counts.put("offers", study.offers().size());
    return counts.entrySet().stream()
        .filter(one -> one.getValue() > 1)
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .limit(3)
        .map(one -> one.getKey() + " (" + one.getValue() + ")")
        .collect(Collectors.joining(", "));
  }

  /**
   * {@return all run times of the study}
   *
   * @throws ForetellException if a trace, a machine or a setting is wrong, or results cannot be
   *     kept
   * @throws org.foretell.trace.TraceException if a trace cannot be read
   * @throws org.foretell.machines.file.MachineFileException if a machine file is wrong
   * @throws java.util.concurrent.CancellationException if it was cancelled; completed replays are
   *     kept
   */
  public CampaignResult run() {
    try (ReplayLog log = ReplayLog.open(folder);
        Runner runner = settings.runner()) {
      CasePreparation preparation = new CasePreparation(study, base, runner);
      List<PursuedCase> cases = new ArrayList<>();
      for (PreparedCase one : preparation.prepared(settings.shardOf(ReplayCase.of(study)))) {
        cases.add(new PursuedCase(one));
      }
      CaseRounds rounds = new CaseRounds(runner, log, settings.progress());
      rounds.run(cases);
      if (settings.isWhole()) {
        NearFlips near = new NearFlips(study, cases);
        for (List<PursuedCase.Wanted> round = near.next(); !round.isEmpty(); round = near.next()) {
          rounds.make(round);
          rounds.run(cases);
        }
      }
      preparation.refuseChanged();
      CampaignResult result = result(cases, preparation.impossible(), rounds.made());
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
      CasePreparation preparation = new CasePreparation(study, base, runner);
      Map<String, Double> secondsByProgram = new LinkedHashMap<>();
      long least = 0;
      long most = 0;
      double seconds = 0;
      boolean canFlip = false;
      List<ReplayCase> cases = settings.shardOf(ReplayCase.of(study));
      for (PreparedCase one : preparation.prepared(cases)) {
        least += one.leastReplays();
        most += one.mostReplays();
        canFlip |= one.search().mostReplays() > 1 && study.offers().size() > 1;
        seconds +=
            one.mostReplays()
                * secondsByProgram.computeIfAbsent(
                    one.which().program().name(), any -> timed(one, runner));
      }
      long known =
          Files.exists(folder.resolve(ReplayLog.FILE))
              ? ReplayLog.read(folder.resolve(ReplayLog.FILE)).size()
              : 0;
      double each = most == 0 ? 0 : seconds / most;
      if (settings.isWhole() && canFlip) {
        most += study.sample().mostNearFlips();
      }
      return new Forecast(cases.size(), known, least, most, each, runner.threads());
    }
  }

  /**
   * The shortest of several runs, since the JVM compiles what runs often, and a study makes many
   * replays: the first of mg.S.64 takes ten times as long as the hundredth.
   */
  private static double timed(PreparedCase one, Runner runner) {
    Map<String, Double> stated = one.search().middle();
    if (one.isSimulated()) {
      long start = System.nanoTime();
      runner.ask(new SimulationQuestion(one, stated, runner, any -> {}));
      return (System.nanoTime() - start) / NANOS_PER_SECOND;
    }
    Scenario middle = one.scenario(stated);
    long end = System.nanoTime() + WARM_UP_NANOS;
    long shortest = Long.MAX_VALUE;
    long start = System.nanoTime();
    for (int run = 1; run <= LEAST_TIMED || start < end; run++) {
      runner.run(middle.withSeed(middle.seed() + run));
      long now = System.nanoTime();
      shortest = Math.min(shortest, now - start);
      start = now;
    }
    return shortest / NANOS_PER_SECOND;
  }

  /**
   * Makes some of the replays of a folder again, and compares them to the picosecond.
   *
   * @param most how many, spread evenly over all of them
   * @return the differences
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
      CasePreparation preparation = new CasePreparation(study, base, runner);
      List<PreparedCase> cases = preparation.prepared(ReplayCase.of(study));
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
        Replay now = again(one, before.factors(), runner);
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
            + " that the study no longer needs: a trace, a machine or a setting has changed");
  }

  private static Replay again(PreparedCase one, Map<String, Double> factors, Runner runner) {
    if (one.isSimulated()) {
      return runner.ask(new SimulationQuestion(one, factors, runner, any -> {}));
    }
    if (!one.wantsSlopes(factors)) {
      Scenario scenario = one.scenario(factors);
      return one.replay(factors, scenario, runner.run(scenario));
    }
    List<Replay> made = Collections.synchronizedList(new ArrayList<>());
    runner.runWithSlopes(
        List.of(CaseSlopes.run(one, factors)),
        (run, result) -> made.add(one.replay(factors, run, result)));
    return made.get(0);
  }

  private CampaignResult result(List<PursuedCase> cases, List<String> impossible, long made) {
    Map<String, CampaignTimes.Collector> worlds = new LinkedHashMap<>();
    CampaignTimes.Collector stated = new CampaignTimes.Collector();
    study.whatIfs().forEach(one -> worlds.put(one.name(), new CampaignTimes.Collector()));
    List<Replay> replays = new ArrayList<>();
    List<String> failures = new ArrayList<>(impossible);
    List<CaseTimes> times = new ArrayList<>();
    double largestError = 0;
    Doubts doubts = new Doubts(study);
    for (PursuedCase one : cases) {
      PreparedCase prepared = one.prepared();
      ReplayCase which = prepared.which();
      replays.addAll(one.replays());
      if (one.failure().isPresent()) {
        failures.add(which + ": " + one.failure().get());
        continue;
      }
      Surface surface = prepared.search().surface();
      largestError = Math.max(largestError, surface.largestError());
      Replay middle = one.middle();
      doubts.add(prepared, surface, middle);
      CaseTimes found = prepared.times(surface, middle, one.noisy());
      times.add(found);
      which
          .whatIf()
          .map(world -> Objects.requireNonNull(worlds.get(world.name())))
          .orElse(stated)
          .add(found);
    }
    Map<String, RunTimes> others = new LinkedHashMap<>();
    worlds.forEach((name, world) -> others.put(name, world.times(study)));
    return new CampaignResult(
        stated.times(study), others, replays, made, largestError, failures, doubts.all(), times);
  }
}
