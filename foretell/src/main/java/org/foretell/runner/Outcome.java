package org.foretell.runner;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.foretell.failure.FailureText;
import org.foretell.failure.ForetellException;
import org.foretell.result.Prediction;
import org.foretell.time.Ps;
import org.jspecify.annotations.Nullable;

/** How the run of a scenario ended. Two are equal if times and failures are. Immutable. */
public final class Outcome {
  private final long endPs;
  private final double computePs;
  private final Optional<String> failure;
  private final boolean replayed;
  private final @Nullable RuntimeException thrown;

  private Outcome(
      long endPs,
      double computePs,
      Optional<String> failure,
      boolean replayed,
      @Nullable RuntimeException thrown) {
    this.endPs = endPs;
    this.computePs = computePs;
    this.failure = failure;
    this.replayed = replayed;
    this.thrown = thrown;
  }

  static Outcome of(Prediction prediction, double computePs) {
    boolean completed = prediction.outcome() == Prediction.Outcome.COMPLETED;
    return new Outcome(
        prediction.makespanPs(),
        computePs,
        completed ? Optional.empty() : Optional.of("the program does not come to its end"),
        true,
        null);
  }

  static Outcome failed(RuntimeException thrown, boolean replayed) {
    return new Outcome(0, 0, Optional.of(FailureText.inALine(thrown)), replayed, thrown);
  }

  /** {@return the run time in picoseconds; empty if there is none} */
  public OptionalLong predictedPs() {
    return failure.isPresent() ? OptionalLong.empty() : OptionalLong.of(endPs);
  }

  /** {@return why there is no run time, in a line; empty if there is one} */
  public Optional<String> failure() {
    return failure;
  }

  /** {@return whether a replay began, so that not what it was to be of failed before} */
  public boolean isReplayed() {
    return replayed;
  }

  /**
   * {@return the run time, or, if the program did not come to its end, how far it got}
   *
   * @throws RuntimeException if the run failed; what it threw
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
   * @throws ForetellException if there is none; it says why
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
   * @throws ForetellException if there is none; it says why
   */
  public double seconds() {
    return Ps.toSeconds(ps());
  }

  /**
   * {@return how long all ranks together compute, in seconds}
   *
   * @throws ForetellException if the run did not come to its end; it says why
   */
  public double computeSeconds() {
    ps();
    return computePs / (double) Ps.PER_SECOND;
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
