package org.foretell.analysis.waits;

/**
 * Why a rank waits in an op (the patterns of KOJAK and Scalasca: Wolf and Mohr, "Automatic
 * performance analysis of hybrid MPI/OpenMP applications", 2003).
 */
public enum WaitState {
  /** A receive, a probe, or a wait for a receive: the sender has not begun to send. */
  LATE_SENDER,
  /** A rendezvous send, or a wait for one: the receive has not been posted. */
  LATE_RECEIVER,
  /** A barrier: others come later. */
  WAIT_AT_BARRIER,
  /** A collective in which all need the data of all: others come later. */
  WAIT_AT_N_TO_N,
  /** A collective from a root to all: a rank that is not the root waits. */
  LATE_BROADCAST,
  /** A collective from a root to all: the root waits for others. */
  EARLY_BROADCAST,
  /** A collective from all to a root: the root waits for others. */
  EARLY_REDUCE,
  /** A collective from all to a root: a rank that is not the root waits. */
  LATE_REDUCE,
  /** A prefix reduction: others come later. */
  WAIT_AT_SCAN,
  /** A wait for a collective that does not block: others called it later. */
  WAIT_AT_NON_BLOCKING,
  /** A wait of OpenSHMEM: the update has not been sent. */
  LATE_PUT,
  /** A fence of a window: others come later. */
  WAIT_AT_FENCE,
  /** The same, before the last access by others of the own part of the window has ended. */
  EARLY_FENCE,
  /** The start of accesses to windows: their ranks have not posted them. */
  LATE_POST,
  /** The end of an exposure of a window: others are still accessing it, or get there. */
  EARLY_WAIT,
  /** The same, after the last access: the other has not called its complete. */
  LATE_COMPLETE,
  /** A lock, or accesses that a lock holds back: others have it. */
  LOCK_CONTENTION,
  /** A call that makes, frees or opens something together: others come later. */
  WAIT_AT_MANAGEMENT,
  /** An op that is none of these. */
  OTHER
}
