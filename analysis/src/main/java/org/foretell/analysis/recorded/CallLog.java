package org.foretell.analysis.recorded;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.foretell.observe.SimObserver;
import org.foretell.trace.OpCode;

/**
 * Which calls moved which message: watches a replay of a {@link SpacedTrace} in which bursts take a
 * picosecond and nothing else takes time. Memory is 12 bytes for each call and 40 for each message.
 * Used by one thread at a time, for one replay.
 */
public final class CallLog implements SimObserver {
  private final List<LongArrayList> startsPs = new ArrayList<>();
  private final List<IntArrayList> peers = new ArrayList<>();
  private final List<BitSet> updating = new ArrayList<>();
  private final MovedData messages = new MovedData();
  private final MovedData updates = new MovedData();

  /**
   * Nothing has been replayed yet.
   *
   * @param ranks of the trace
   */
  public CallLog(int ranks) {
    for (int rank = 0; rank < ranks; rank++) {
      startsPs.add(new LongArrayList());
      peers.add(new IntArrayList());
      updating.add(new BitSet());
    }
  }

  @Override
  public void op(
      int rank,
      OpCode code,
      int callSite,
      int peer,
      int communicator,
      long bytes,
      long startPs,
      long waitPs,
      long endPs) {
    if (code.isUpdate()) {
      updating.get(rank).set(calls(rank));
    }
    startsPs.get(rank).add(startPs);
    peers.get(rank).add(peer);
  }

  @Override
  public void message(
      int source,
      int destination,
      int tag,
      long bytes,
      long sendPs,
      long receivePs,
      long arrivePs) {
    messages.add(source, destination, tag, sendPs, receivePs);
  }

  @Override
  public void oneSidedMessage(
      int source, int destination, int variable, long bytes, long sendPs, long arrivePs) {
    updates.add(source, destination, variable, sendPs, sendPs);
  }

  int ranks() {
    return peers.size();
  }

  /** How many calls a rank made. */
  int calls(int rank) {
    return peers.get(rank).size();
  }

  /** World rank of the partner, or root, of a rank's call as the replay told it. */
  int peer(int rank, int call) {
    return peers.get(rank).getInt(call);
  }

  /** The messages, with the calls on both sides. */
  MovedData messages() {
    messages.find(startsPs, true);
    return messages;
  }

  /** What was written to variables of other ranks, with the calls that wrote. */
  MovedData updates() {
    updates.find(startsPs, false);
    updates.keepSends((rank, call) -> updating.get(rank).get(call));
    return updates;
  }
}
