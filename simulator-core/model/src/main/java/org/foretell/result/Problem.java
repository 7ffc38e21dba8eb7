package org.foretell.result;

import java.util.List;

/**
 * Something in the trace that MPI does not allow, or that makes a prediction doubtful, found while
 * replaying.
 *
 * @param kind what it is
 * @param message one sentence for the user, with positions
 * @param positions where, most telling first
 */
public record Problem(Kind kind, String message, List<Position> positions) {
  /** What can be wrong. */
  public enum Kind {
    /**
     * Ranks called different collectives, or the same one with different roots, on one
     * communicator. The replay stops.
     */
    MISMATCHED_COLLECTIVE(true),
    /** A message is longer than the buffer of the receive that it matched. The replay goes on. */
    TRUNCATED_MESSAGE(false),
    /** Messages were sent that nobody received. */
    LEFTOVER_MESSAGE(false),
    /** Receives were posted that no message came for, and nobody waited for them. */
    LEFTOVER_RECEIVE(false),
    /** OpenSHMEM: a lock is held when all ranks have ended. */
    LEFTOVER_LOCK(false),
    /** OpenSHMEM: a variable that is waited for was updated more often than its waits took. */
    LEFTOVER_UPDATE(false),
    /**
     * An op refers to something that is not there: a peer outside the communicator, an unknown
     * communicator or request. The replay stops.
     */
    INVALID_OPERATION(true),
    /** Block sizes of a collective disagree between ranks. The replay goes on. */
    SIZE_MISMATCH(false),
    /**
     * A collective has more steps than are executed; its duration is an estimate, see {@code
     * docs/large-collectives.md}. The replay goes on.
     */
    LARGE_COLLECTIVE(false),
    /**
     * Ops that the engine does not replay took no time, as asked for with {@link
     * UnsupportedOps#PASS}; one problem for each op code.
     */
    PASSED_OPERATION(false);

    private final boolean fatal;

    Kind(boolean fatal) {
      this.fatal = fatal;
    }

    /** {@return whether the replay stops there, so that no time is predicted} */
    public boolean fatal() {
      return fatal;
    }
  }

  /** Copies the positions. */
  public Problem {
    positions = List.copyOf(positions);
  }
}
