package org.foretell.result;

import java.util.List;
import java.util.Optional;

/**
 * The result of a simulation.
 *
 * @param outcome how it ended
 * @param makespanPs when the last rank finished, picoseconds since the start; when the outcome is
 *     not {@link Outcome#COMPLETED} the latest time reached
 * @param finishPs when each rank finished, or the time it had reached; not changed after
 *     construction
 * @param operations number of ops replayed, including those in which ranks are blocked
 * @param schedule how the ranks were interleaved; does not influence the times
 * @param deadlock why it stopped, when it did
 * @param problems what is wrong with the trace; at most {@link #MAX_PROBLEMS} of each kind are kept
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
  /** How many problems of one kind are described. */
  public static final int MAX_PROBLEMS = 20;

  /** How a replay can end. */
  public enum Outcome {
    /** All ranks finished. */
    COMPLETED,
    /** Some ranks can never go on. */
    DEADLOCKED,
    /** The trace contradicts itself, see the problems. */
    INVALID_TRACE
  }

  /** Copies the problems. */
  public Prediction {
    problems = List.copyOf(problems);
  }
}
