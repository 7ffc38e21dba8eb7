package org.foretell.engine.reference;

/** How long messages take: one kind of model. */
interface Transport extends OneSidedTransport {
  /** When a burst or, if it sends, a send of this rank can start: now or later. */
  long freeAtPs(RankState rank, boolean sends);

  /** A burst keeps the CPU. */
  void burst(RankState rank, long endPs);

  /** A send starts now; sees to it that the message gets to the receiver. */
  void launch(Envelope envelope);

  /** A message and a receive have found each other: says when both complete. */
  void match(Envelope envelope, Receive receive);

  /** Whether a sendrecv posts its receive when its caller is free of the send. */
  default boolean receivesAfterSending() {
    return false;
  }

  /** How long posting a non-blocking receive takes. */
  long postReceivePs();

  /** When a rank is done that has executed its last op. */
  long finishPs(RankState rank);
}
