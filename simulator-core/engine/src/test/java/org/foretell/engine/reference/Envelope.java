package org.foretell.engine.reference;

import org.foretell.model.Message;
import org.foretell.observe.SimObserver;

/** A message that was sent. */
final class Envelope {
  final Group group;
  final int sourceInGroup;
  final int source;
  final int destination;
  final int tag;
  final long bytes;
  final Message view;
  final Request request;
  final long sentPs;

  /** Eager direct messages: how long the transfer takes. */
  long transferPs;

  /** When the sender may go on if its op does not block. */
  long callerFreePs;

  /** When a probe can see it. */
  long visiblePs;

  /** Flow models: whether the data have started to move. */
  boolean started;

  /** Flow models: when all data were there. */
  long endPs = Request.UNKNOWN;

  /** Flow models: what it was matched with, else null. */
  Receive receive;

  Envelope(Group group, int sourceInGroup, int tag, Message view, Request request, long sentPs) {
    this.group = group;
    this.sourceInGroup = sourceInGroup;
    this.source = view.source();
    this.destination = view.destination();
    this.tag = tag;
    this.bytes = view.bytes();
    this.view = view;
    this.request = request;
    this.sentPs = sentPs;
  }

  /** Tells an observer that this has arrived in a receive. */
  void tell(SimObserver observer, Receive receive, long arrivePs) {
    long postedPs = receive.postedPs();
    if (group.hidden) {
      observer.collectiveMessage(source, destination, bytes, sentPs, postedPs, arrivePs);
    } else {
      observer.message(source, destination, tag, bytes, sentPs, postedPs, arrivePs);
    }
  }
}
