package org.foretell.engine;

/** How a rank goes on at its next event. */
final class Resume {
  /** With its next op. */
  static final int NEXT_OP = 0;

  /** With the same op, which has had no effect yet. */
  static final int SAME_OP = 1;

  /** With the sending half of a sendrecv. */
  static final int SEND_HALF = 2;

  /** With the next request of a startall. */
  static final int NEXT_START = 3;

  /** With the next step of a collective. */
  static final int NEXT_STEP = 4;

  /** By choosing the request that a waitany takes, then with the next op. */
  static final int CHOOSE_ANY = 5;

  /** By choosing the requests that a waitsome takes, then with the next op. */
  static final int CHOOSE_SOME = 6;

  private Resume() {}
}
