package org.foretell.engine.reference;

import org.foretell.result.Position;
import org.foretell.trace.OpView;

/**
 * A receive or probe: what it asks for.
 *
 * @param source rank in the group, or ANY
 * @param capacityBytes size of the buffer, -1 when unknown
 */
record Receive(
    Group group,
    int destination,
    int source,
    int tag,
    long capacityBytes,
    Request request,
    long postedPs,
    Position position) {

  boolean matches(Envelope envelope) {
    return envelope.group == group
        && envelope.destination == destination
        && (source == OpView.ANY || source == envelope.sourceInGroup)
        && (tag == OpView.ANY || tag == envelope.tag);
  }
}
