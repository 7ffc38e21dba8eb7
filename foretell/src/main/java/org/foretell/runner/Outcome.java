package org.foretell.runner;

import java.util.Optional;
import java.util.OptionalLong;
import org.foretell.failure.ForetellException;
import org.foretell.time.Ps;

/**
 * How the run of a scenario ended. Immutable.
 *
 * @param predictedPs the run time in picoseconds; empty if there is none
 * @param failure why there is none, in a line; empty if there is one
 */
public record Outcome(OptionalLong predictedPs, Optional<String> failure) {
  /** Checks that it is one of the two. */
  public Outcome {
    if (predictedPs.isPresent() == failure.isPresent()) {
      throw new IllegalArgumentException("a run has either a time or a failure");
    }
  }

  static Outcome of(long predictedPs) {
    return new Outcome(OptionalLong.of(predictedPs), Optional.empty());
  }

  static Outcome failed(String why) {
    return new Outcome(OptionalLong.empty(), Optional.of(why));
  }

  /**
   * {@return the predicted run time in picoseconds}
   *
   * @throws ForetellException if there is none; it says why
   */
  public long ps() {
    return predictedPs.orElseThrow(() -> ForetellException.badInput(failure.orElseThrow()));
  }

  /**
   * {@return the predicted run time in seconds}
   *
   * @throws ForetellException if there is none; it says why
   */
  public double seconds() {
    return Ps.toSeconds(ps());
  }
}
