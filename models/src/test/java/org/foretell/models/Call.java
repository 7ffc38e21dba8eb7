package org.foretell.models;

import org.foretell.model.CollectiveCall;
import org.foretell.trace.OpCode;

/** A collective call of ranks 0 to {@code participants - 1}, for tests. */
public record Call(
    OpCode code,
    int participants,
    int nodes,
    long vectorBytes,
    long maxSentBytes,
    long maxReceivedBytes)
    implements CollectiveCall {
  /** One rank on each node. */
  public static Call of(OpCode code, int participants, long vectorBytes) {
    return new Call(code, participants, participants, vectorBytes, 0, 0);
  }

  /** Blocks of unlike sizes, one rank on each node. */
  public static Call uneven(OpCode code, int participants, long largest, long sent, long received) {
    return new Call(code, participants, participants, largest, sent, received);
  }

  /** All on one node. */
  public static Call within(OpCode code, int participants, long vectorBytes) {
    return new Call(code, participants, 1, vectorBytes, 0, 0);
  }

  @Override
  public int worldRank(int rankInCommunicator) {
    return rankInCommunicator;
  }

  @Override
  public int root() {
    return 0;
  }

  @Override
  public long totalSentBytes() {
    return maxSentBytes * participants;
  }
}
