package org.foretell.engine.state;

/**
 * How a rank goes on at its next event: with its next op, or with a step of the op in which it has
 * been interrupted.
 */
public final class Resume {
  /** With its next op. */
  public static final int NEXT_OP = 0;

  /** With the next step of a collective that it executes as messages. */
  public static final int IN_COLLECTIVE = -1;

  /** By choosing the request that a waitany takes, then with the next op. */
  public static final int CHOOSE_ANY = -2;

  /** By choosing the requests that a waitsome takes, then with the next op. */
  public static final int CHOOSE_SOME = -3;

  private Resume() {}

  /** With a step of the op, the first of which is 0. */
  public static int at(int step) {
    return step + 1;
  }

  /** The step with which a rank goes on. */
  public static int step(int how) {
    return how - 1;
  }

  /** Whether a rank goes on with a step of its op that has a number. */
  public static boolean isAtStep(int how) {
    return how > NEXT_OP;
  }
}
