package org.foretell.question;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.foretell.failure.words.FailureKind;
import org.foretell.failure.words.FailureText;
import org.foretell.runner.Answers;
import org.foretell.runner.Outcome;
import org.foretell.scenario.Scenario;
import org.jspecify.annotations.Nullable;

/**
 * Scenarios that a question wants, by what they are to it. One that cannot be made, since there is
 * no such machine, ends like a run that fails. For one thread.
 *
 * @param <N> names a run
 */
final class NamedRuns<N> {
  private final Map<N, Scenario> scenarios = new LinkedHashMap<>();
  private final Map<N, String> notMade = new LinkedHashMap<>();

  /**
   * How a run ended: one of the two is null.
   *
   * @param predictedPs picoseconds
   * @param failure why there is no prediction, in a line
   */
  record Ended(@Nullable Long predictedPs, @Nullable String failure) {}

  void add(N name, Supplier<Scenario> made) {
    try {
      scenarios.put(name, made.get());
    } catch (RuntimeException failure) {
      if (!FailureKind.isOfRun(failure)) {
        throw failure;
      }
      notMade.put(name, FailureText.inALine(failure));
    }
  }

  /** Those that have no outcome yet. */
  List<Scenario> unansweredBy(Answers soFar) {
    List<Scenario> unanswered = new ArrayList<>(scenarios.values());
    unanswered.removeIf(soFar::has);
    return unanswered;
  }

  boolean has(N name) {
    return scenarios.containsKey(name) || notMade.containsKey(name);
  }

  Ended of(N name, Answers answers) {
    String failure = notMade.get(name);
    if (failure != null) {
      return new Ended(null, failure);
    }
    Scenario scenario = Objects.requireNonNull(scenarios.get(name), () -> name + " was not wanted");
    Outcome outcome = answers.of(scenario);
    return outcome.predictedPs().isPresent()
        ? new Ended(outcome.predictedPs().getAsLong(), null)
        : new Ended(null, outcome.failure().orElseThrow());
  }

  /** How many have been replayed, each by its name: two that are equal count twice. */
  int replays(Answers answers) {
    return (int) scenarios.values().stream().filter(one -> answers.of(one).isReplayed()).count();
  }
}
