package org.foretell.engine.reference;

import org.foretell.trace.OpView;

/**
 * Something that completes: a send, a receive, or a rank's part in a collective. Blocking ops have
 * one too, in no slot.
 */
final class Request {
  /** Later than anything: not known to complete. */
  static final long UNKNOWN = Long.MAX_VALUE;

  /** Told when it is known when this completes. */
  private final Runnable told;

  /** The init op of a persistent request and its communicator, else null. */
  final OpView persistent;

  final Group group;

  boolean active = true;
  long completePs = UNKNOWN;

  /** Until when this depended on another rank; 0 if on nobody. */
  long othersPs;

  /** What a receive got. */
  Envelope received;

  Request(RankState owner) {
    this(owner, null, null);
  }

  Request(RankState owner, OpView persistent, Group group) {
    this(owner::progress, persistent, group);
  }

  /** A request of a step of a collective. */
  Request(Runnable told) {
    this(told, null, null);
  }

  private Request(Runnable told, OpView persistent, Group group) {
    this.told = told;
    this.persistent = persistent;
    this.group = group;
    this.active = persistent == null;
  }

  static Request completeAt(RankState owner, long timePs) {
    Request request = new Request(owner);
    request.completePs = timePs;
    return request;
  }

  void start() {
    active = true;
    completePs = UNKNOWN;
    othersPs = 0;
    received = null;
  }

  /** Says when this completes; the owner may have been waiting for that. */
  void complete(long timePs, long dependedOnOthersUntilPs) {
    completePs = timePs;
    othersPs = dependedOnOthersUntilPs;
    told.run();
  }

  boolean known() {
    return completePs != UNKNOWN;
  }
}
