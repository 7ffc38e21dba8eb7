package org.foretell.analysis.recorded;

/** What a call may have waited for, as a number: a kind, and which of these. */
enum Need {
  /** The sender of a message. */
  SENDER,
  /** The receiver of a message. */
  RECEIVER,
  /** The other members of a collective. */
  MEMBERS,
  /** The rank that updates a variable. */
  UPDATE,
  /** The rank that has a lock. */
  LOCK,
  /** The rank that posts a window. */
  POST,
  /** The rank that completes its accesses to a window. */
  COMPLETE,
  /** The sender of what a probe saw. */
  SEEN;

  private static final int BITS = 3;
  private static final Need[] ALL = values();

  /** Of the thing with a number from 0 on. */
  long of(int number) {
    return (long) number << BITS | ordinal();
  }

  static Need kind(long need) {
    return ALL[(int) need & ((1 << BITS) - 1)];
  }

  static int number(long need) {
    return (int) (need >> BITS);
  }
}
