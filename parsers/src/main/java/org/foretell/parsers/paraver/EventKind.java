package org.foretell.parsers.paraver;

/** What a rank's event is, as its first byte in the temporary file. */
final class EventKind {
  /** Value: that of the call. The type is added. */
  static final int CALL_BEGINS = 0;

  /** A call of a type ends. */
  static final int CALL_ENDS = 8;

  static final int SENT_BYTES = 16;
  static final int RECEIVED_BYTES = 17;
  static final int IS_ROOT = 18;
  static final int COMMUNICATOR = 19;

  /** Value: the number of the phase plus 1, or 0 for the end of the innermost. */
  static final int PHASE = 20;

  /** Value: the number of the call site. */
  static final int CALL_SITE = 21;

  /** Value: what a counter counted since the event before. The counter is added. */
  static final int COUNTER = 24;

  /** Of the program: its type is a value of its own. */
  static final int USER = 32;

  /** The tracer writes its buffer, until the value is 0. */
  static final int FLUSH = 33;

  private EventKind() {}
}
