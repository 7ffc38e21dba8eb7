package org.foretell.classification.call;

import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** One side of a message: the call that sends or posts it, and the one that waits for it. */
final class Half {
  final int rank;

  /** World rank of the other side as far as the call says, {@link OpView#NONE} for any. */
  final int peer;

  /** Or {@link OpView#ANY}. */
  final int tag;

  final int callSite;
  final CallMode mode;

  /** When the call began and ended in the replay, by which messages are found. */
  final long replayStartPs;

  final long replayEndPs;

  /** The same on the clock that durations are taken from. */
  final long startPs;

  final long endPs;

  /** Of the phase in which it was called, {@link OpView#NONE} for none. */
  final int marker;

  long waitStartPs;
  long waitEndPs;
  boolean isComplete;

  /** Null until the message is found. */
  @Nullable Pair pair;

  Half(Call call, int peer, int tag, CallMode mode) {
    rank = call.rank();
    this.peer = peer;
    this.tag = tag;
    callSite = call.callSite();
    this.mode = mode;
    replayStartPs = call.replayStartPs();
    replayEndPs = call.replayEndPs();
    startPs = call.startPs();
    endPs = call.endPs();
    marker = call.marker();
    waitStartPs = endPs;
    waitEndPs = endPs;
    isComplete = mode != CallMode.NON_BLOCKING;
  }

  void waited(long fromPs, long toPs) {
    waitStartPs = Math.max(fromPs, endPs);
    waitEndPs = Math.max(toPs, waitStartPs);
    isComplete = true;
  }

  boolean wasCalledAt(long replayPs) {
    return replayStartPs <= replayPs && replayPs <= replayEndPs;
  }
}
