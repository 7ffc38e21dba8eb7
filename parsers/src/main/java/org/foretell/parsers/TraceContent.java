package org.foretell.parsers;

/** What a trace can contain. */
public enum TraceContent {
  /** How long the program computed. */
  COMPUTATION("computation"),

  /** Sends and receives. */
  POINT_TO_POINT("point to point"),

  /** Requests, and the calls that complete them. */
  REQUESTS("requests"),

  /** Collectives as calls. */
  COLLECTIVES("collectives"),

  /** Communicators other than that of all ranks. */
  COMMUNICATORS("communicators"),

  /** One-sided communication of MPI or SHMEM. */
  ONE_SIDED("one-sided"),

  /** Reads and writes of files. */
  FILES("files"),

  /** The place in the program of each call. */
  CALL_SITES("call sites"),

  /** Phases that the program names. */
  PHASES("phases"),

  /** How long each call took when it was recorded. */
  CALL_TIMES("times of calls"),

  /** Counters of the processor. */
  COUNTERS("counters"),

  /** Loops, which are replayed without being expanded. */
  LOOPS("loops"),

  /** Tasks that depend on each other instead of one call after another. */
  TASKS("tasks");

  private final String label;

  TraceContent(String label) {
    this.label = label;
  }

  /** {@return its name in tables} */
  public String label() {
    return label;
  }
}
