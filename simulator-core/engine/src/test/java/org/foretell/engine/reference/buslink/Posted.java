package org.foretell.engine.reference.buslink;

import org.foretell.engine.reference.Group;
import org.foretell.engine.reference.Request;
import org.foretell.result.Position;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** A receive that has been posted, or what a probe looks for. */
final class Posted {
  final Group group;
  final int destination;

  /** Rank in the group, or ANY. */
  final int source;

  final int tag;

  /** -1 when unknown. */
  final long capacityBytes;

  final Request request;
  final Position position;
  final long postedPs;

  /** Whether a rank, or the background of one, is blocked until it completes. */
  boolean awaited;

  /** What it got, else null. */
  @Nullable Sent received;

  Posted(
      Group group,
      int destination,
      int source,
      int tag,
      long capacityBytes,
      Request request,
      Position position,
      long postedPs,
      boolean awaited) {
    this.group = group;
    this.destination = destination;
    this.source = source;
    this.tag = tag;
    this.capacityBytes = capacityBytes;
    this.request = request;
    this.position = position;
    this.postedPs = postedPs;
    this.awaited = awaited;
  }

  boolean fits(Sent message) {
    return message.group == group
        && message.view.destination() == destination
        && (source == OpView.ANY || source == message.sourceInGroup)
        && (tag == OpView.ANY || message.tag == OpView.ANY || tag == message.tag);
  }
}
