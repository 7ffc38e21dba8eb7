package org.foretell.runner;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.foretell.scenario.Replay;
import org.foretell.scenario.Scenario;
import org.foretell.scenario.Wanted;

/** Outcomes by scenario, and results of replays, of all rounds so far. For a single thread. */
public final class Answers {
  private final Map<Scenario, Outcome> outcomes = new LinkedHashMap<>();
  private final Map<Object, Replays.Ended> replays = new HashMap<>();

  Answers() {}

  void add(Wanted wanted, Object found) {
    if (wanted instanceof Scenario scenario) {
      outcomes.put(scenario, (Outcome) found);
    } else {
      replays.put(key(wanted), (Replays.Ended) found);
    }
  }

  /** The key that equal requests share. */
  static Object key(Wanted wanted) {
    if (wanted instanceof Replay<?> replay) {
      Optional<String> variant = replay.variant();
      return variant.isPresent() ? List.of(replay.scenario(), variant.get()) : replay;
    }
    return wanted;
  }

  /**
   * {@return whether the run or replay has been made}
   *
   * @param wanted a scenario or a replay
   */
  public boolean has(Wanted wanted) {
    Objects.requireNonNull(wanted, "wanted");
    return wanted instanceof Scenario scenario
        ? outcomes.containsKey(scenario)
        : replays.containsKey(key(wanted));
  }

  /**
   * {@return how a run ended}
   *
   * @param scenario requested in one of the rounds
   * @throws IllegalArgumentException if it was not
   */
  public Outcome of(Scenario scenario) {
    Outcome outcome = outcomes.get(Objects.requireNonNull(scenario, "scenario"));
    if (outcome == null) {
      throw new IllegalArgumentException(scenario + " was not requested in an earlier round");
    }
    return outcome;
  }

  /**
   * {@return what a replay found}
   *
   * @param replay one that was asked for
   * @param <R> the type of the result
   * @throws IllegalArgumentException if it was not
   * @throws RuntimeException if it failed; what it threw
   */
  @SuppressWarnings("unchecked") // What is equal to a replay finds the same.
  public <R> R of(Replay<R> replay) {
    Replays.Ended ended = replays.get(key(Objects.requireNonNull(replay, "replay")));
    if (ended == null) {
      throw new IllegalArgumentException(replay + " was not requested in an earlier round");
    }
    if (ended.failure() != null) {
      throw ended.failure();
    }
    return (R) Objects.requireNonNull(ended.result());
  }

  /** {@return all outcomes of scenarios; an unmodifiable view} */
  public Map<Scenario, Outcome> all() {
    return Collections.unmodifiableMap(outcomes);
  }
}
