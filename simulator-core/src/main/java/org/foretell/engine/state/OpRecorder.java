package org.foretell.engine.state;

import org.foretell.observe.SimObserver;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/**
 * What observers are told of the op that each rank executes, kept from its start to its end. Exists
 * only if there is an observer.
 */
public final class OpRecorder {
  private static final OpCode[] CODES = OpCode.values();

  private static final boolean[] NAMES_COMMUNICATOR = new boolean[CODES.length];

  static {
    for (OpCode code : CODES) {
      NAMES_COMMUNICATOR[code.ordinal()] = code.has(OpField.COMMUNICATOR);
    }
  }

  public final SimObserver observer;
  private final int[] codes;
  private final int[] callSites;
  private final int[] peers;
  private final int[] communicators;
  private final long[] bytes;
  private final long[] startPs;

  /** From when on the op may wait for others. */
  private final long[] waitsFromPs;

  public OpRecorder(SimObserver observer, int ranks) {
    this.observer = observer;
    codes = new int[ranks];
    callSites = new int[ranks];
    peers = new int[ranks];
    communicators = new int[ranks];
    bytes = new long[ranks];
    startPs = new long[ranks];
    waitsFromPs = new long[ranks];
  }

  /** A rank starts an op; who and how much may be told later. */
  public void begin(int rank, OpView op, long timePs) {
    codes[rank] = op.code().ordinal();
    callSites[rank] = op.callSite();
    peers[rank] = OpView.NONE;
    communicators[rank] = NAMES_COMMUNICATOR[codes[rank]] ? op.communicator() : Communicator.WORLD;
    bytes[rank] = 0;
    startPs[rank] = timePs;
    waitsFromPs[rank] = timePs;
  }

  /** Until now the op of a rank has waited for nobody else. */
  public void waitsFrom(int rank, long timePs) {
    waitsFromPs[rank] = timePs;
  }

  /** World rank of the partner of a rank's op, and the size. */
  public void partner(int rank, int peer, long size) {
    peers[rank] = peer;
    bytes[rank] = size;
  }

  /** A rank's op starts a persistent request, one of several if it is a startall. */
  public void starts(int rank, int peer, long size) {
    peers[rank] = codes[rank] == OpCode.START.ordinal() ? peer : OpView.NONE;
    bytes[rank] += size;
  }

  /** A message has matched a blocking receive, which is the rank's op unless that is a sendrecv. */
  public void received(int rank, int source, long size) {
    if (codes[rank] == OpCode.RECV.ordinal()) {
      partner(rank, source, size);
    }
  }

  /**
   * A rank's op ends.
   *
   * @param partnerPs when the last partner came to its side, or 0
   */
  public void end(int rank, long endPs, long partnerPs) {
    long start = startPs[rank];
    long waited = Math.max(0, Math.min(partnerPs, endPs) - waitsFromPs[rank]);
    observer.op(
        rank,
        CODES[codes[rank]],
        callSites[rank],
        peers[rank],
        communicators[rank],
        bytes[rank],
        start,
        waited,
        endPs);
  }
}
