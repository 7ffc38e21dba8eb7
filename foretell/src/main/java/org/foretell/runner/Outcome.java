package org.foretell.runner;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.foretell.failure.ForetellException;
import org.foretell.failure.words.FailureText;
import org.foretell.result.Prediction;
import org.foretell.result.Problem;
import org.foretell.time.Ps;
import org.jspecify.annotations.Nullable;

/**
 * How the run of a scenario ended. Two outcomes are equal if their times and failures are.
 * Immutable.
 */
public final class Outcome {
  private final long endPs;
  private final OptionalDouble computePs;
  private final Optional<String> failure;
  private final boolean replayed;
  private final @Nullable RuntimeException thrown;
  private final Optional<Prediction.Outcome> stuck;
  private final List<String> problems;

  private Outcome(
      long endPs,
      OptionalDouble computePs,
      Optional<String> failure,
      boolean replayed,
      @Nullable RuntimeException thrown,
      Optional<Prediction.Outcome> stuck,
      List<String> problems) {
    this.endPs = endPs;
    this.computePs = computePs;
    this.failure = failure;
    this.replayed = replayed;
    this.thrown = thrown;
    this.stuck = stuck;
    this.problems = problems;
  }

  /**
   * {@return how a replay ended}
   *
   * @param prediction the result of the replay
   */
  public static Outcome of(Prediction prediction) {
    return of(prediction, OptionalDouble.empty());
  }

  /** How a replay ended in which all ranks together computed for so long. */
  static Outcome of(Prediction prediction, OptionalDouble computePs) {
    Objects.requireNonNull(prediction, "prediction");
    boolean completed = prediction.outcome() == Prediction.Outcome.COMPLETED;
    return new Outcome(
        prediction.makespanPs(),
        computePs,
        completed ? Optional.empty() : Optional.of("the program does not complete"),
        true,
        null,
        completed ? Optional.empty() : Optional.of(prediction.outcome()),
        prediction.problems().stream().map(Problem::message).toList());
  }

  /**
   * {@return the outcome of a run that could not be made}
   *
   * @param thrown why
   * @param replayed whether a replay began
   */
  public static Outcome failed(RuntimeException thrown, boolean replayed) {
    Objects.requireNonNull(thrown, "thrown");
    return new Outcome(
        0,
        OptionalDouble.empty(),
        Optional.of(FailureText.inALine(thrown)),
        replayed,
        thrown,
        Optional.empty(),
        List.of());
  }

  /** {@return the run time in picoseconds; empty if there is none} */
  public OptionalLong predictedPs() {
    return failure.isPresent() ? OptionalLong.empty() : OptionalLong.of(endPs);
  }

  /** {@return the reason why there is no run time, in a line; empty if there is one} */
  public Optional<String> failure() {
    return failure;
  }

  /** {@return whether a replay began, rather than failing in its preparation} */
  public boolean isReplayed() {
    return replayed;
  }

  /** {@return how a program that did not finish stopped; empty if it finished} */
  public Optional<Prediction.Outcome> stuck() {
    return stuck;
  }

  /** {@return the doubts about the replay, a sentence each; empty if there are none} */
  public List<String> problems() {
    return problems;
  }

  /**
   * {@return the run time, or, if the program did not finish, how far it got}
   *
   * @throws RuntimeException if the run failed: the exception of the run
   */
  public long endPs() {
    if (thrown != null) {
      throw thrown;
    }
    return endPs;
  }

  /**
   * {@return the predicted run time in picoseconds}
   *
   * @throws ForetellException if there is none; its message names the reason
   */
  public long ps() {
    failure.ifPresent(
        why -> {
          throw ForetellException.badInput(why);
        });
    return endPs;
  }

  /**
   * {@return the predicted run time in seconds}
   *
   * @throws ForetellException if there is none; its message names the reason
   */
  public double seconds() {
    return Ps.toSeconds(ps());
  }

  /**
   * {@return the computing time of all ranks together, in seconds; empty if there is no run time,
   * or if a question made this replay in its own way}
   */
  public OptionalDouble computeSeconds() {
    return failure.isPresent() || computePs.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(computePs.getAsDouble() / Ps.PER_SECOND);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Outcome that && endPs == that.endPs && failure.equals(that.failure);
  }

  @Override
  public int hashCode() {
    return Objects.hash(endPs, failure);
  }

  @Override
  public String toString() {
    return failure.orElseGet(() -> endPs + " ps");
  }
}
