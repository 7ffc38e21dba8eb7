package org.foretell.parsers.otf2;

/** Types of records of events, as the format numbers them. */
final class EventType {
  static final int TIMESTAMP = 5;
  static final int ATTRIBUTES = 6;
  static final int BUFFER_FLUSH = 10;
  static final int MEASUREMENT_ON_OFF = 11;
  static final int ENTER = 12;
  static final int LEAVE = 13;
  static final int SEND = 14;
  static final int ISEND = 15;
  static final int ISEND_COMPLETE = 16;
  static final int IRECV_REQUEST = 17;
  static final int RECV = 18;
  static final int IRECV = 19;
  static final int REQUEST_TEST = 20;
  static final int REQUEST_CANCELLED = 21;
  static final int COLLECTIVE_BEGIN = 22;
  static final int COLLECTIVE_END = 23;
  static final int METRIC = 33;
  static final int RMA_FIRST = 35;
  static final int RMA_LAST = 52;
  static final int COLLECTIVE_REQUEST = 85;
  static final int COLLECTIVE_COMPLETE = 86;

  private EventType() {}

  /** Whether such a record is one compressed number without a length. */
  static boolean hasNoLength(int type) {
    return switch (type) {
      case ENTER,
          LEAVE,
          ISEND_COMPLETE,
          IRECV_REQUEST,
          REQUEST_TEST,
          REQUEST_CANCELLED,
          24,
          28,
          29,
          30 ->
          true;
      default -> false;
    };
  }
}
