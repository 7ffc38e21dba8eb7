package org.foretell.study.campaign;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.foretell.runner.Runner;
import org.foretell.scenario.Scenario;

/**
 * Makes the replays that cases need, in rounds over all of them. What is kept is not made again.
 * For one thread.
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
   * @param cases none of which has begun
   * @return how many were made
   */
  long run(List<PursuedCase> cases) {
    for (List<PursuedCase.Wanted> round = next(cases); !round.isEmpty(); round = next(cases)) {
      List<PursuedCase.Wanted> open = new ArrayList<>();
      for (PursuedCase.Wanted wanted : round) {
        if (kept.find(wanted.key()).isEmpty()) {
          open.add(wanted);
        }
      }
      progress.planned(open.size());
      replay(open);
      // In their order, whichever of them were known before: sums of surfaces depend on it.
      for (PursuedCase.Wanted wanted : round) {
        wanted.of().add(wanted.factors(), kept.find(wanted.key()).orElseThrow());
      }
    }
    return made.get();
  }

  private static List<PursuedCase.Wanted> next(List<PursuedCase> cases) {
    List<PursuedCase.Wanted> wanted = new ArrayList<>();
    cases.forEach(one -> wanted.addAll(one.next()));
    return wanted;
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
