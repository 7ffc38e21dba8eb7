package org.foretell.result;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.foretell.time.Ps;
import org.jspecify.annotations.Nullable;

/**
 * The result of a simulation. Immutable: arrays are copied in and out.
 *
 * @param outcome how it ended
 * @param makespanPs when the last rank finished, picoseconds since the start; when the outcome is
 *     not {@link Outcome#COMPLETED} the latest time reached
 * @param finishPs when each rank finished, or the time it had reached, picoseconds; by rank
 * @param operations number of ops replayed, including those in which ranks are blocked
 * @param schedule how the ranks were interleaved; does not influence the times
 * @param deadlock why it stopped, when it did
 * @param problems defects of the trace; at most {@link #MAX_PROBLEMS} of each kind are kept
 * @param problemCounts how many of each kind there were, indexed by {@link Problem.Kind#ordinal}
 */
public record Prediction(
    Outcome outcome,
    long makespanPs,
    long[] finishPs,
    long operations,
    ReplayOrder schedule,
    Optional<Deadlock> deadlock,
    List<Problem> problems,
    long[] problemCounts) {
  /** How many problems of one kind are kept. */
  public static final int MAX_PROBLEMS = 20;

  /** How a replay can end. */
  public enum Outcome {
    /** All ranks finished. */
    COMPLETED,
    /** Some ranks are blocked for ever. */
    DEADLOCKED,
    /** The trace contradicts itself, see the problems. */
    INVALID_TRACE
  }

  /** Copies the arrays and the problems. */
  public Prediction {
    finishPs = finishPs.clone();
    problems = List.copyOf(problems);
    problemCounts = problemCounts.clone();
  }

  /** {@return the run time in seconds, or, if the program did not finish, how far it got} */
  public double seconds() {
    return Ps.toSeconds(makespanPs);
  }

  /**
   * Returns when each rank finished, or the time it had reached.
   *
   * @return picoseconds by rank, a copy; for one rank {@link #finishPs(int)} is cheaper
   */
  @Override
  public long[] finishPs() {
    return finishPs.clone();
  }

  /**
   * Returns when a rank finished, or the time it had reached.
   *
   * @param rank from 0
   * @return picoseconds since the start
   */
  public long finishPs(int rank) {
    return finishPs[rank];
  }

  /**
   * Returns the numbers of problems.
   *
   * @return a count for each {@link Problem.Kind}, by its ordinal; a copy
   */
  @Override
  public long[] problemCounts() {
    return problemCounts.clone();
  }

  /**
   * Returns the number of problems of a kind, kept or not.
   *
   * @param kind the kind
   * @return at least 0
   */
  public long problems(Problem.Kind kind) {
    return problemCounts[kind.ordinal()];
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Prediction that
        && outcome == that.outcome
        && makespanPs == that.makespanPs
        && Arrays.equals(finishPs, that.finishPs)
        && operations == that.operations
        && schedule == that.schedule
        && deadlock.equals(that.deadlock)
        && problems.equals(that.problems)
        && Arrays.equals(problemCounts, that.problemCounts);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(makespanPs) * 31 + Arrays.hashCode(finishPs);
  }
}
