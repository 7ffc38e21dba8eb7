package org.foretell.parsers.goal;

/** The layout of GOAL's binary form. All numbers are little-endian and unsigned. */
final class GoalBinary {
  static final long MAGIC = 4223;

  /** Left by a run that used up the counters of dependencies in the file itself. */
  static final long CONSUMED = 2342;

  /** Offsets count from here. */
  static final int BASE = 8;

  /** Number of ranks, and the highest CPU and NIC. */
  static final int TABLE = BASE + 6;

  /** Start and end of a rank's block. */
  static final int TABLE_ENTRY = 16;

  static final int NODE_BYTES = 39;

  static final int SEND = 1;
  static final int RECV = 2;
  static final int CALC = 3;

  static final int TYPE = 4;
  static final int PEER = 5;
  static final int SIZE = 9;
  static final int TAG = 17;
  static final int CPU = 21;
  static final int NIC = 22;
  static final int SUCCESSORS = 23;
  static final int FIRST_SUCCESSOR = 27;
  static final int START_SUCCESSORS = 31;
  static final int FIRST_START_SUCCESSOR = 35;

  private GoalBinary() {}
}
