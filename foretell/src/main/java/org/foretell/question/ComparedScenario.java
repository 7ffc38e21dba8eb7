package org.foretell.question;

import java.util.List;
import java.util.Optional;
import org.foretell.failure.words.FailureText;
import org.foretell.report.CostParts;
import org.foretell.scenario.Scenario;
import org.jspecify.annotations.Nullable;

/** The cost parts of the prediction of a scenario, or the reason why there is none. Immutable. */
public final class ComparedScenario {
  private final Scenario scenario;
  private final @Nullable CostParts parts;
  private final @Nullable RuntimeException thrown;
  private final List<String> problems;

  private ComparedScenario(
      Scenario scenario,
      @Nullable CostParts parts,
      @Nullable RuntimeException thrown,
      List<String> problems) {
    this.scenario = scenario;
    this.parts = parts;
    this.thrown = thrown;
    this.problems = problems;
  }

  static ComparedScenario of(Scenario scenario, CostParts parts, List<String> problems) {
    return new ComparedScenario(scenario, parts, null, problems);
  }

  static ComparedScenario failed(Scenario scenario, RuntimeException thrown) {
    return new ComparedScenario(scenario, null, thrown, List.of());
  }

  /** {@return the scenario} */
  public Scenario scenario() {
    return scenario;
  }

  /** {@return the prediction and its parts; empty if there is none} */
  public Optional<CostParts> found() {
    return Optional.ofNullable(parts);
  }

  /**
   * {@return the prediction and its parts}
   *
   * @throws RuntimeException if there is no prediction: the exception that prevented it
   */
  public CostParts parts() {
    if (parts == null) {
      throw thrown == null ? new IllegalStateException("neither parts nor a failure") : thrown;
    }
    return parts;
  }

  /** {@return the reason why there is no prediction, in a line; empty if there is one} */
  public Optional<String> failure() {
    return Optional.ofNullable(thrown).map(FailureText::inALine);
  }

  /** {@return the doubts about the replays, a sentence each} */
  public List<String> problems() {
    return problems;
  }

  @Override
  public String toString() {
    return scenario + ": " + (parts == null ? failure().orElse("") : parts);
  }
}
