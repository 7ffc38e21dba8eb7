package org.foretell.analysis.waits;

/**
 * In what way the call of a message is late, by what it is called in Vetter, "Performance analysis
 * of distributed applications using automatic classification of communication inefficiencies"
 * (2000).
 */
public enum Lateness {
  /** A send that blocks: the receiver waits for it. */
  LATE_SEND,
  /** A send that does not block, or is started: the receiver waits for it. */
  LATE_SEND_POST,
  /** A receive that blocks: the sender waits for it. */
  LATE_RECEIVE,
  /** A receive that does not block, or is started: the sender waits for it. */
  LATE_RECEIVE_POST,
  /** A wait for a send that has been complete: its buffer could have been used before. */
  LATE_SEND_WAIT,
  /** A wait for a receive that has been complete: its data could have been used before. */
  LATE_RECEIVE_WAIT
}
