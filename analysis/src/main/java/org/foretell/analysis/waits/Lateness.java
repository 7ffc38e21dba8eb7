package org.foretell.analysis.waits;

/**
 * How the call of a message is late, with the names of Vetter, "Performance analysis of distributed
 * applications using automatic classification of communication inefficiencies" (2000).
 */
public enum Lateness {
  /** A blocking send: the receiver waits for it. */
  LATE_SEND,
  /** A non-blocking or started send: the receiver waits for it. */
  LATE_SEND_POST,
  /** A blocking receive: the sender waits for it. */
  LATE_RECEIVE,
  /** A non-blocking or started receive: the sender waits for it. */
  LATE_RECEIVE_POST,
  /** A wait for a send that was complete before: its buffer could have been used earlier. */
  LATE_SEND_WAIT,
  /** A wait for a receive that was complete before: its data could have been used earlier. */
  LATE_RECEIVE_WAIT
}
