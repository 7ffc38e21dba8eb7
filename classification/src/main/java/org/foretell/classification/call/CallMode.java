package org.foretell.classification.call;

/** The calls of a side of a message. */
public enum CallMode {
  /** Send or receive in one call. */
  BLOCKING,
  /** A call that posts it, and another call that waits for it. */
  NON_BLOCKING,
  /** Both sides in one call: MPI_Sendrecv. */
  EXCHANGE
}
