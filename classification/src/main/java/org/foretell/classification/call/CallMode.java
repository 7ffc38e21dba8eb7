package org.foretell.classification.call;

/** How a side of a message is called. */
public enum CallMode {
  /** Send or receive in one call. */
  BLOCKING,
  /** A call that posts it, and another that waits for it. */
  NON_BLOCKING,
  /** Both sides in one call: MPI_Sendrecv. */
  EXCHANGE
}
