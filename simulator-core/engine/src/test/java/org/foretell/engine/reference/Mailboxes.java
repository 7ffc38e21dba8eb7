package org.foretell.engine.reference;

import java.util.ArrayList;
import java.util.List;

/** Who matches whom: messages that no receive has taken, and receives that got no message. */
final class Mailboxes {
  /** Takes note of a match. */
  interface Matched {
    void match(Envelope envelope, Receive receive);
  }

  final List<Envelope> unexpected = new ArrayList<>();
  final List<Receive> posted = new ArrayList<>();
  private final Matched matched;

  Mailboxes(Matched matched) {
    this.matched = matched;
  }

  /**
   * A message can be matched from now on; it goes to the receive that was posted first.
   *
   * @return false if it found none
   */
  boolean deliver(Envelope envelope) {
    for (Receive receive : posted) {
      if (receive.matches(envelope)) {
        posted.remove(receive);
        matched.match(envelope, receive);
        return true;
      }
    }
    unexpected.add(envelope);
    return false;
  }

  /** A receive is posted; it takes the message that came first. */
  void post(Receive receive) {
    Envelope envelope = find(receive);
    if (envelope == null) {
      posted.add(receive);
    } else {
      unexpected.remove(envelope);
      matched.match(envelope, receive);
    }
  }

  /** The message that a receive would take now, or null. */
  Envelope find(Receive receive) {
    for (Envelope envelope : unexpected) {
      if (receive.matches(envelope)) {
        return envelope;
      }
    }
    return null;
  }
}
