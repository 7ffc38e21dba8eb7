package org.foretell.engine.reference;

import org.foretell.trace.OpView;

/**
 * Something that completes: a send, a receive, or a rank's part in a collective. Blocking ops have
 * one too, in no slot.
 */
public final class Request {
  /** Later than anything: not known to complete. */
  public static final long UNKNOWN = Long.MAX_VALUE;

  /** Told when it is known when this completes. */
  private final Runnable told;

  /** The init op of a persistent request and its communicator, else null. */
  public final OpView persistent;

  public final Group group;

  public boolean active = true;
  public long completePs = UNKNOWN;

  /** Until when this depended on another rank; 0 if on nobody. */
  public long othersPs;

  /** What a receive got. */
  public Envelope received;

  public Request(RankState owner) {
    this(owner, null, null);
  }

  public Request(RankState owner, OpView persistent, Group group) {
    this(owner::progress, persistent, group);
  }

  /** A request of a step of a collective. */
  public Request(Runnable told) {
    this(told, null, null);
  }

  private Request(Runnable told, OpView persistent, Group group) {
    this.told = told;
    this.persistent = persistent;
    this.group = group;
    this.active = persistent == null;
  }

  public static Request completeAt(RankState owner, long timePs) {
    Request request = new Request(owner);
    request.completePs = timePs;
    return request;
  }

  public void start() {
    active = true;
    completePs = UNKNOWN;
    othersPs = 0;
    received = null;
  }

  /** Says when this completes; the owner may have been waiting for that. */
  public void complete(long timePs, long dependedOnOthersUntilPs) {
    completePs = timePs;
    othersPs = dependedOnOthersUntilPs;
    told.run();
  }

  public boolean known() {
    return completePs != UNKNOWN;
  }
}
