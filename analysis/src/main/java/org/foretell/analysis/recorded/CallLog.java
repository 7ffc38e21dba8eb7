package org.foretell.analysis.recorded;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.foretell.observe.SimObserver;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;

/**
 * Records which calls moved which message: observes a replay of a {@link SpacedTrace} in which
 * bursts take a picosecond and all other ops no time. Memory is 12 bytes for each call and 40 for
 * each message. For one thread at a time, and one replay.
 */
public final class CallLog implements SimObserver {
  private final List<LongArrayList> startsPs = new ArrayList<>();
  private final List<IntArrayList> peers = new ArrayList<>();
  private final List<BitSet> updating = new ArrayList<>();
  private final MovedData messages = new MovedData();
  private final MovedData updates = new MovedData();

  /** What probes saw: who had sent it, and the rank that probed. */
  private final MovedData seen = new MovedData();

  private final CommunicatorNames communicators = new CommunicatorNames();

  // By rank whom its op has waited for last, and when that one had come; below 0 for nobody.
  private final int[] partners;
  private final long[] partnersPs;

  /**
   * Creates a log before the replay.
   *
   * @param ranks of the trace
   */
  public CallLog(int ranks) {
    partners = new int[ranks];
    Arrays.fill(partners, OpView.NONE);
    partnersPs = new long[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      startsPs.add(new LongArrayList());
      peers.add(new IntArrayList());
      updating.add(new BitSet());
    }
  }

  @Override
  public void communicator(int rank, int communicator, int number, int[] members) {
    communicators.named(rank, communicator, calls(rank), number, members);
  }

  @Override
  public void partnerCame(int rank, int partner, long timePs) {
    partners[rank] = partner;
    partnersPs[rank] = timePs;
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
    if (code == OpCode.PROBE && partners[rank] >= 0) {
      seen.add(partners[rank], rank, 0, partnersPs[rank], startPs);
    }
    partners[rank] = OpView.NONE;
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

  /** Who had sent what probes saw, with the calls that sent it and those that probed. */
  MovedData seen() {
    seen.find(startsPs, true);
    return seen;
  }

  CommunicatorNames communicators() {
    return communicators;
  }

  /** What was written to variables of other ranks, with the calls that wrote. */
  MovedData updates() {
    updates.find(startsPs, false);
    updates.keepSends((rank, call) -> updating.get(rank).get(call));
    return updates;
  }
}
