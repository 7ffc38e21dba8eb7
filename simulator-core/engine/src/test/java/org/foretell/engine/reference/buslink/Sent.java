package org.foretell.engine.reference.buslink;

import org.foretell.engine.reference.Group;
import org.foretell.engine.reference.Request;
import org.foretell.model.Message;
import org.jspecify.annotations.Nullable;

/** A message that has been sent. */
final class Sent {
  final Group group;
  final int sourceInGroup;
  final int tag;
  final Message view;
  final Request request;

  /** Whether its sender is blocked until it leaves, if it is a rendezvous. */
  final boolean blocking;

  /** What happens to a blocked sender before it goes on. */
  final Runnable released;

  final long sentPs;

  /** Whether it has not left yet. */
  boolean waits;

  /** When it was there, -1 before. */
  long arrivedPs = -1;

  /** Its own receive, in traces where each message has one; null until that is posted. */
  @Nullable Posted receive;

  boolean rendezvous() {
    return view.rendezvous();
  }

  Sent(
      Group group,
      int sourceInGroup,
      int tag,
      Message view,
      Request request,
      boolean blocking,
      Runnable released,
      long sentPs) {
    this.group = group;
    this.sourceInGroup = sourceInGroup;
    this.tag = tag;
    this.view = view;
    this.request = request;
    this.blocking = blocking;
    this.released = released;
    this.sentPs = sentPs;
  }
}
