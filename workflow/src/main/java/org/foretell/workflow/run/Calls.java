package org.foretell.workflow.run;

import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/** The ops of which the programs of master and workers consist. */
final class Calls {
  /** Tag of a task. */
  static final int TASK = 0;

  /** Tag of a result. */
  static final int RESULT = 1;

  /** Tag of the message that stops a worker. */
  static final int STOP = 2;

  private Calls() {}

  /** Makes a message; true, since there is one. */
  static boolean send(OpView view, int peer, int tag, long bytes) {
    view.reset(OpCode.SEND).set(OpField.PEER, peer).set(OpField.TAG, tag).set(OpField.BYTES, bytes);
    return true;
  }

  /** Receives any message; true, since there is one. */
  static boolean receive(OpView view, int peer) {
    view.reset(OpCode.RECV)
        .set(OpField.PEER, peer)
        .set(OpField.TAG, OpView.ANY)
        .set(OpField.RECEIVE_BYTES, -1);
    return true;
  }

  /** Makes a burst; false if it takes no time. */
  static boolean burst(OpView view, OpCode code, long durationPs) {
    view.reset(code).set(OpField.DURATION_PS, durationPs);
    return durationPs > 0;
  }

  /** Reads or writes; false if that is nothing. */
  static boolean file(OpView view, OpCode code, long bytes) {
    view.reset(code).set(OpField.OBJECT, 0).set(OpField.BYTES, bytes);
    return bytes > 0;
  }
}
