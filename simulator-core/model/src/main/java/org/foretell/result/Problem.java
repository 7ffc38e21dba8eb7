package org.foretell.result;

import java.util.List;

/**
 * A defect of the trace that MPI does not allow, or that makes a prediction doubtful, found during
 * the replay.
 *
 * @param kind the kind of problem
 * @param message one sentence for the user, with positions
 * @param positions where, most telling first
 */
public record Problem(Kind kind, String message, List<Position> positions) {
  /** The kinds of problems. */
  public enum Kind {
    /**
     * Ranks called different collectives, or the same one with different roots, on one
     * communicator. The replay stops.
     */
    MISMATCHED_COLLECTIVE(true),
    /** A message is longer than the buffer of the receive that it matched. The replay goes on. */
    TRUNCATED_MESSAGE(false),
    /** Messages were sent but never received. */
    LEFTOVER_MESSAGE(false),
    /** Receives were posted that no message matched, and no rank waited for them. */
    LEFTOVER_RECEIVE(false),
    /** OpenSHMEM: a lock is held when all ranks have ended. */
    LEFTOVER_LOCK(false),
    /** OpenSHMEM: a variable was updated more often than its waits consumed. */
    LEFTOVER_UPDATE(false),
    /**
     * An op refers to something that does not exist: a peer outside the communicator, an unknown
     * communicator or request. The replay stops.
     */
    INVALID_OPERATION(true),
    /** Block sizes of a collective disagree between ranks. The replay goes on. */
    SIZE_MISMATCH(false),
    /**
     * A collective has more steps than the engine executes; its duration is an estimate, see {@code
     * docs/large-collectives.md}. The replay goes on.
     */
    LARGE_COLLECTIVE(false),
    /**
     * Ops that the engine does not replay took no time, as requested by {@link
     * UnsupportedOps#PASS}; one problem for each op code.
     */
    PASSED_OPERATION(false);

    private final boolean fatal;

    Kind(boolean fatal) {
      this.fatal = fatal;
    }

    /** {@return whether the replay stops there, without a predicted time} */
    public boolean fatal() {
      return fatal;
    }
  }

  /** Copies the positions. */
  public Problem {
    positions = List.copyOf(positions);
  }
}
