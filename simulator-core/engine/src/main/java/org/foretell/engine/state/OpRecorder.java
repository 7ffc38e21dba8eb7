package org.foretell.engine.state;

import org.foretell.engine.cause.PlaceTable;
import org.foretell.observe.SimObserver;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/**
 * The data for observers about the op of each rank, kept from its start to its end. Exists only if
 * there is an observer.
 */
public final class OpRecorder {
  private static final OpCode[] CODES = OpCode.values();

  private static final boolean[] NAMES_COMMUNICATOR = new boolean[CODES.length];

  static {
    for (OpCode code : CODES) {
      NAMES_COMMUNICATOR[code.ordinal()] = code.has(OpField.COMMUNICATOR);
    }
  }

  private static final int SHIFT = 3;

  /** The op's code, the call site in the upper half. */
  private static final int CODE = 0;

  /** The partner, the communicator in the upper half. */
  private static final int PEER = 1;

  private static final int BYTES = 2;
  private static final int START_PS = 3;

  /** From when on the op may wait for others. */
  private static final int WAITS_FROM_PS = 4;

  /** How long it has waited for others before that. */
  private static final int WAITED_PS = 5;

  public final SimObserver observer;

  /** A cache line for each rank. */
  private final long[] state;

  public OpRecorder(SimObserver observer, int ranks) {
    this.observer = observer;
    state = new long[Math.multiplyExact(ranks, 1 << SHIFT)];
  }

  /** A rank starts an op; who and how much may be told later. */
  public void begin(int rank, OpView op, long timePs) {
    OpCode code = op.code();
    boolean names = NAMES_COMMUNICATOR[code.ordinal()];
    begin(rank, code, op.callSite(), names ? op.communicator() : Communicator.WORLD, timePs);
  }

  /** As {@link #begin(int, OpView, long)}, of an op without a view. */
  public void begin(int rank, OpCode code, int callSite, int communicator, long timePs) {
    int base = rank << SHIFT;
    state[base + CODE] = pair(code.ordinal(), callSite);
    state[base + PEER] = pair(OpView.NONE, communicator);
    state[base + BYTES] = 0;
    state[base + START_PS] = timePs;
    state[base + WAITS_FROM_PS] = timePs;
    state[base + WAITED_PS] = 0;
  }

  private static long pair(int lower, int upper) {
    return (long) upper << 32 | (lower & 0xffff_ffffL);
  }

  private OpCode code(int rank) {
    return CODES[(int) state[(rank << SHIFT) + CODE]];
  }

  /** The op of a rank and its call site, in a phase, for those who ask what takes time. */
  public long place(int rank, int marker) {
    return PlaceTable.place(code(rank), (int) (state[(rank << SHIFT) + CODE] >> 32), marker);
  }

  private void peer(int rank, int peer) {
    int at = (rank << SHIFT) + PEER;
    state[at] = pair(peer, (int) (state[at] >> 32));
  }

  /** Until now the op of a rank has waited for nobody else. */
  public void waitsFrom(int rank, long timePs) {
    state[(rank << SHIFT) + WAITS_FROM_PS] = timePs;
    observer.waitsFrom(rank, timePs);
  }

  /**
   * A step of the op of a rank ends, after which others follow.
   *
   * @param partnerPs when the last partner came to its side in this step, or 0
   */
  public void stepEnds(int rank, long endPs, long partnerPs) {
    state[(rank << SHIFT) + WAITED_PS] += waitedPs(rank, endPs, partnerPs);
    waitsFrom(rank, endPs);
  }

  private long waitedPs(int rank, long endPs, long partnerPs) {
    return Math.max(0, Math.min(partnerPs, endPs) - state[(rank << SHIFT) + WAITS_FROM_PS]);
  }

  /** All of the op of a rank, up to a time set later, may have been waiting for other ranks. */
  public void waitsFromStart(int rank) {
    state[(rank << SHIFT) + WAITED_PS] = 0;
    waitsFrom(rank, state[(rank << SHIFT) + START_PS]);
  }

  /** World rank of the partner of a rank's op, and the size. */
  public void partner(int rank, int peer, long size) {
    peer(rank, peer);
    state[(rank << SHIFT) + BYTES] = size;
  }

  /** A rank's op starts a persistent request, one of several if it is a startall. */
  public void starts(int rank, int peer, long size) {
    peer(rank, code(rank) == OpCode.START ? peer : OpView.NONE);
    state[(rank << SHIFT) + BYTES] += size;
  }

  /** A message has matched a blocking receive, which is the rank's op unless that is a sendrecv. */
  public void received(int rank, int source, long size) {
    if (code(rank) == OpCode.RECV) {
      partner(rank, source, size);
    }
  }

  /**
   * A rank's op ends.
   *
   * @param partnerPs when the last partner came to its side, or 0
   */
  public void end(int rank, long endPs, long partnerPs) {
    int base = rank << SHIFT;
    long waited = state[base + WAITED_PS] + waitedPs(rank, endPs, partnerPs);
    observer.op(
        rank,
        code(rank),
        (int) (state[base + CODE] >> 32),
        (int) state[base + PEER],
        (int) (state[base + PEER] >> 32),
        state[base + BYTES],
        state[base + START_PS],
        waited,
        endPs);
  }
}
