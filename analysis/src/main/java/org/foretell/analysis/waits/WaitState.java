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
  /** A barrier: other ranks come later. */
  WAIT_AT_BARRIER,
  /** A collective in which all need the data of all: other ranks come later. */
  WAIT_AT_N_TO_N,
  /** A collective from a root to all: a rank that is not the root waits. */
  LATE_BROADCAST,
  /** A collective from a root to all: the root waits for other ranks. */
  EARLY_BROADCAST,
  /** A collective from all to a root: the root waits for other ranks. */
  EARLY_REDUCE,
  /** A collective from all to a root: a rank that is not the root waits. */
  LATE_REDUCE,
  /** A prefix reduction: other ranks come later. */
  WAIT_AT_SCAN,
  /** A wait for a non-blocking collective: other ranks called it later. */
  WAIT_AT_NON_BLOCKING,
  /** A wait of OpenSHMEM: the update has not been sent. */
  LATE_PUT,
  /** A fence of a window: other ranks come later. */
  WAIT_AT_FENCE,
  /** A fence, before the last access by other ranks to this rank's part of the window has ended. */
  EARLY_FENCE,
  /** The start of accesses to windows: their ranks have not posted them. */
  LATE_POST,
  /**
   * The end of an exposure of a window: other ranks are still accessing it, or have yet to do so.
   */
  EARLY_WAIT,
  /** The end of an exposure, after the last access: the other rank has not called its complete. */
  LATE_COMPLETE,
  /** A lock, or accesses that a lock holds back: another rank has it. */
  LOCK_CONTENTION,
  /** A call that creates, frees or opens an object collectively: other ranks come later. */
  WAIT_AT_MANAGEMENT,
  /** Any other op. */
  OTHER
}
