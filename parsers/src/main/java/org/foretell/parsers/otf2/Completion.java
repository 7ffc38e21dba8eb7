package org.foretell.parsers.otf2;

import org.foretell.trace.OpView;

/** How a non-blocking receive or collective ended, which is when its events say what it was. */
final class Completion {
  /** Whether it is known that it never ended, or that its end is not recorded. */
  boolean isLost;

  boolean isCancelled;
  boolean isKnown;
  int communicator = OpView.NONE;
  int peer;
  int tag;
  long bytes;
  long received;

  void take(EventReader event) {
    isKnown = true;
    communicator = event.object;
    peer = event.peer;
    tag = event.tag;
    bytes = event.bytes;
    received = event.received;
  }

  boolean isSettled() {
    return isKnown || isCancelled || isLost;
  }
}
