package org.foretell.engine.state;

/** How a rank goes on at its next event. */
public final class Resume {
  /** With its next op. */
  public static final int NEXT_OP = 0;

  /** With the same op, which has had no effect yet. */
  public static final int SAME_OP = 1;

  /** With the sending half of a sendrecv. */
  public static final int SEND_HALF = 2;

  /** With the next request of a startall. */
  public static final int NEXT_START = 3;

  /** With the next step of a collective. */
  public static final int NEXT_STEP = 4;

  /** With what comes after the quiet of an op. */
  public static final int AFTER_QUIET = 5;

  /** By choosing the request that a waitany takes, then with the next op. */
  public static final int CHOOSE_ANY = 6;

  /** By choosing the requests that a waitsome takes, then with the next op. */
  public static final int CHOOSE_SOME = 7;

  private Resume() {}

  /** Whether a rank that goes on is still in the op that it was in. */
  static boolean isInside(int how) {
    return how == NEXT_STEP || how == AFTER_QUIET;
  }
}
