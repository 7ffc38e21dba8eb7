package org.foretell.trace;

/** A feature of a trace that a consumer may have to prepare for, or may miss. */
public enum Capability {
  /** Wildcard receives or probes whose match in the traced run was not recorded. */
  UNRESOLVED_WILDCARDS,
  /** Waitany, waitsome, tests or iprobes whose outcome in the traced run was not recorded. */
  UNRESOLVED_COMPLETIONS,
  /** Blocking probes. */
  PROBES,
  /** Bursts that are drawn from histograms. */
  HISTOGRAMS,
  /** Call sites. */
  CALL_SITES,
  /** Phase markers. */
  MARKERS,
  /** Communicators other than the world and self. */
  SUB_COMMUNICATORS,
  /** MPI one-sided communication. */
  RMA,
  /** File input and output. */
  FILE_IO,
  /** OpenSHMEM ops. */
  SHMEM,
  /** Ranks whose program is a task graph rather than a sequence. */
  TASK_GRAPHS,
  /** The durations of calls in the traced run. */
  CALL_TIMES,
  /**
   * All ops of OpenSHMEM are {@link OpCode#isUnordered unordered} and name no variable, so that no
   * result depends on which rank is first.
   */
  UNORDERED_SHMEM,
  /** Bursts with {@link OpField#FLOPS} or {@link OpField#MEMORY_BYTES}. */
  BURST_WORK,
  /** What the processor counted during bursts, see {@link BurstCounter}. */
  BURST_COUNTS
}
