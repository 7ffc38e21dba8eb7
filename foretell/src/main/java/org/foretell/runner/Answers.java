package org.foretell.runner;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.foretell.scenario.Scenario;

/** Outcomes by scenario, in the order in which these were asked for. For one thread. */
public final class Answers {
  private final Map<Scenario, Outcome> outcomes = new LinkedHashMap<>();

  Answers() {}

  void add(Scenario scenario, Outcome outcome) {
    outcomes.put(scenario, outcome);
  }

  /**
   * {@return whether a scenario has been run}
   *
   * @param scenario which
   */
  public boolean has(Scenario scenario) {
    return outcomes.containsKey(Objects.requireNonNull(scenario, "scenario"));
  }

  /**
   * {@return how a run ended}
   *
   * @param scenario one that was asked for
   * @throws IllegalArgumentException if it was not
   */
  public Outcome of(Scenario scenario) {
    Outcome outcome = outcomes.get(Objects.requireNonNull(scenario, "scenario"));
    if (outcome == null) {
      throw new IllegalArgumentException(scenario + " was not asked for in a round before");
    }
    return outcome;
  }

  /** {@return all outcomes; a view that cannot be changed} */
  public Map<Scenario, Outcome> all() {
    return Collections.unmodifiableMap(outcomes);
  }
}
