package org.foretell.replay;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.foretell.failure.words.FailureKind;
import org.foretell.runner.Answers;
import org.foretell.runner.Outcome;
import org.foretell.scenario.Replay;
import org.foretell.scenario.Scenario;
import org.foretell.scenario.Wanted;
import org.jspecify.annotations.Nullable;

/**
 * Scenarios that a question wants, by what they are to it. One that cannot be made, since there is
 * no such machine, ends like a run that fails. For one thread.
 *
 * @param <N> names a run
 */
public final class NamedRuns<N> {
  private final Map<N, Run> runs = new LinkedHashMap<>();

  /** What is wanted for a name: one of the three is not null. */
  private record Run(
      @Nullable Scenario scenario,
      @Nullable Replay<Outcome> replay,
      @Nullable RuntimeException notMade) {
    Optional<Wanted> wanted() {
      return Optional.ofNullable(scenario != null ? scenario : replay);
    }

    /** A replay that cannot be made ends like a run that cannot. */
    Outcome of(Answers answers) {
      if (scenario != null) {
        return answers.of(scenario);
      }
      if (notMade != null) {
        return Outcome.failed(notMade, false);
      }
      try {
        return answers.of(Objects.requireNonNull(replay));
      } catch (RuntimeException failure) {
        if (!FailureKind.isOfRun(failure)) {
          throw failure;
        }
        return Outcome.failed(failure, true);
      }
    }
  }

  /**
   * How a run ended: one of the two is null.
   *
   * @param predictedPs picoseconds
   * @param failure why there is no prediction, in a line
   */
  public record Ended(@Nullable Long predictedPs, @Nullable String failure) {}

  /** One that is a scenario. */
  public void add(N name, Supplier<Scenario> made) {
    try {
      runs.put(name, new Run(made.get(), null, null));
    } catch (RuntimeException failure) {
      if (!FailureKind.isOfRun(failure)) {
        throw failure;
      }
      runs.put(name, new Run(null, null, failure));
    }
  }

  /** One in which something is done otherwise. */
  void addReplay(N name, Replay<Outcome> replay) {
    runs.put(name, new Run(null, replay, null));
  }

  /** Those that have no outcome yet. */
  public List<Wanted> unansweredBy(Answers soFar) {
    List<Wanted> unanswered = new ArrayList<>();
    runs.values().forEach(run -> run.wanted().ifPresent(unanswered::add));
    unanswered.removeIf(soFar::has);
    return unanswered;
  }

  /** Whether it was added. */
  public boolean has(N name) {
    return runs.containsKey(name);
  }

  /** How one ended that was added. */
  public Ended of(N name, Answers answers) {
    Run run = Objects.requireNonNull(runs.get(name), () -> name + " was not requested");
    Outcome outcome = run.of(answers);
    return outcome.predictedPs().isPresent()
        ? new Ended(outcome.predictedPs().getAsLong(), null)
        : new Ended(null, outcome.failure().orElseThrow());
  }

  /** How many have been replayed, each by its name: two that are equal count twice. */
  public int replays(Answers answers) {
    return (int) runs.values().stream().filter(one -> one.of(answers).isReplayed()).count();
  }

  /** Why there are no times where there are none, each reason once. */
  List<String> failures(Answers answers) {
    return runs.values().stream()
        .flatMap(one -> one.of(answers).failure().stream())
        .distinct()
        .toList();
  }
}
