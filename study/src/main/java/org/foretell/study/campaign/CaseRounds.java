package org.foretell.study.campaign;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.foretell.runner.Runner;
import org.foretell.runner.SlopedRun;
import org.foretell.scenario.Scenario;

/**
 * Makes the replays that cases need, in rounds over all of them. What is kept is not made again.
 * Surfaces of several cases are made at once. For one thread.
 */
final class CaseRounds {
  private static final int RUNS_AT_ONCE = 256;

  private final Runner runner;
  private final KeptReplays kept;
  private final CampaignProgress progress;
  private final AtomicLong made = new AtomicLong();

  CaseRounds(Runner runner, KeptReplays kept, CampaignProgress progress) {
    this.runner = runner;
    this.kept = kept;
    this.progress = progress;
  }

  /**
   * Makes them until all cases are done.
   *
   * @param cases whose rounds are complete
   */
  void run(List<PursuedCase> cases) {
    cases.parallelStream().forEach(one -> one.finish(kept));
    for (List<PursuedCase.Wanted> round = next(cases); !round.isEmpty(); round = next(cases)) {
      make(round);
    }
  }

  /**
   * Makes the replays of a round. Cases get them in its order, whether they are new or not, so that
   * even rounding is the same.
   *
   * @param round replays that are wanted
   */
  void make(List<PursuedCase.Wanted> round) {
    List<PursuedCase.Wanted> open = new ArrayList<>(round);
    open.removeIf(wanted -> kept.find(wanted.key()).isPresent());
    progress.planned(open.size());
    List<PursuedCase.Wanted> sloped = new ArrayList<>(open);
    sloped.removeIf(one -> !one.of().prepared().wantsSlopes(one.factors()));
    replayWithSlopes(sloped);
    open.removeAll(sloped);
    List<PursuedCase.Wanted> simulated = new ArrayList<>(open);
    simulated.removeIf(one -> !one.of().prepared().isSimulated());
    simulate(simulated);
    open.removeAll(simulated);
    replay(open);
    Map<PursuedCase, List<PursuedCase.Wanted>> byCase = new LinkedHashMap<>();
    round.forEach(one -> byCase.computeIfAbsent(one.of(), any -> new ArrayList<>()).add(one));
    byCase.entrySet().parallelStream()
        .forEach(
            one -> {
              one.getValue()
                  .forEach(
                      wanted ->
                          one.getKey()
                              .add(wanted.factors(), kept.find(wanted.key()).orElseThrow()));
              one.getKey().endRound();
            });
  }

  /** {@return how many were made} */
  long made() {
    return made.get();
  }

  private static List<PursuedCase.Wanted> next(List<PursuedCase> cases) {
    return cases.parallelStream().map(PursuedCase::next).flatMap(List::stream).toList();
  }

  /** Each once. */
  private void simulate(List<PursuedCase.Wanted> open) {
    List<SimulationQuestion> questions = new ArrayList<>();
    for (List<PursuedCase.Wanted> same : byKey(open)) {
      PursuedCase.Wanted one = same.get(0);
      questions.add(
          new SimulationQuestion(
              one.of().prepared(),
              one.factors(),
              runner,
              replay -> {
                kept.add(replay);
                progress.done(made.addAndGet(same.size()));
              }));
    }
    runner.askAll(questions);
  }

  /** Offers that are the same machine share their replays. */
  private static List<List<PursuedCase.Wanted>> byKey(List<PursuedCase.Wanted> open) {
    Map<String, List<PursuedCase.Wanted>> byKey = new LinkedHashMap<>();
    open.forEach(one -> byKey.computeIfAbsent(one.key(), any -> new ArrayList<>()).add(one));
    return List.copyOf(byKey.values());
  }

  private void replayWithSlopes(List<PursuedCase.Wanted> open) {
    List<List<PursuedCase.Wanted>> distinct = byKey(open);
    for (int from = 0; from < distinct.size(); from += RUNS_AT_ONCE) {
      Map<SlopedRun, List<PursuedCase.Wanted>> wanted = new LinkedHashMap<>();
      for (List<PursuedCase.Wanted> same :
          distinct.subList(from, Math.min(distinct.size(), from + RUNS_AT_ONCE))) {
        PursuedCase.Wanted one = same.get(0);
        wanted.put(CaseSlopes.run(one.of().prepared(), one.factors()), same);
      }
      runner.runWithSlopes(
          List.copyOf(wanted.keySet()),
          (run, result) -> {
            for (PursuedCase.Wanted one : Objects.requireNonNull(wanted.get(run))) {
              kept.add(one.of().prepared().replay(one.factors(), run, result));
              progress.done(made.incrementAndGet());
            }
          });
    }
  }

  /** In parts, since a machine with changed figures is made for each replay. */
  private void replay(List<PursuedCase.Wanted> open) {
    for (int from = 0; from < open.size(); from += RUNS_AT_ONCE) {
      List<PursuedCase.Wanted> part =
          open.subList(from, Math.min(open.size(), from + RUNS_AT_ONCE));
      // Offers that are the same machine share their replays.
      Map<Scenario, List<PursuedCase.Wanted>> wanted = new LinkedHashMap<>();
      for (PursuedCase.Wanted one : part) {
        wanted
            .computeIfAbsent(one.of().prepared().scenario(one.factors()), any -> new ArrayList<>())
            .add(one);
      }
      runner.run(
          List.copyOf(wanted.keySet()),
          (scenario, outcome) -> {
            for (PursuedCase.Wanted one : Objects.requireNonNull(wanted.get(scenario))) {
              kept.add(one.of().prepared().replay(one.factors(), scenario, outcome));
              progress.done(made.incrementAndGet());
            }
          });
    }
  }
}
