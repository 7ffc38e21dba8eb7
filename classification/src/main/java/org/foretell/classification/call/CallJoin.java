package org.foretell.classification.call;

import java.util.Arrays;
import org.foretell.observe.SimObserver;
import org.foretell.trace.Capability;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/**
 * Observes a replay and joins the calls of each message: the send, the receive, and the calls that
 * wait for them. Reads the trace beside the replay, since observers do not receive requests.
 * Durations are those of the replay, or the recorded ones of the traced run; the matching of
 * messages is that of the replay in both cases.
 *
 * <p>Takes a few hundred nanoseconds for each call; memory for pending messages, a cursor for each
 * rank, and each communicator. For one thread at a time, and one replay.
 */
public final class CallJoin implements SimObserver, AutoCloseable {
  private final RankCursor[] cursors;
  private final OpView[] views;
  private final RankCalls[] calls;
  private final MessageJoin messages;
  private final CollectiveJoin collectives;
  private final UpdateJoin updates;
  private final @Nullable RecordedClocks recorded;
  private final int[] markers;

  /**
   * Creates an observer before the replay.
   *
   * @param trace the replayed trace; stays open
   * @param isRecorded whether durations are those of the traced run
   * @param sink receives each message
   * @throws TraceException if the trace is damaged, its programs are task graphs, or it lacks the
   *     required recorded times
   */
  public CallJoin(TraceSource trace, boolean isRecorded, MessageSink sink) {
    refuseTaskGraphs(trace);
    int ranks = trace.info().ranks();
    recorded = isRecorded ? new RecordedClocks(trace) : null;
    messages = new MessageJoin(ranks, sink);
    collectives = new CollectiveJoin(trace, sink);
    updates = new UpdateJoin(ranks, sink);
    cursors = new RankCursor[ranks];
    views = new OpView[ranks];
    calls = new RankCalls[ranks];
    markers = new int[ranks];
    Arrays.fill(markers, OpView.NONE);
    for (int rank = 0; rank < ranks; rank++) {
      cursors[rank] = trace.open(rank);
      views[rank] = new OpView();
      calls[rank] = new RankCalls(messages);
    }
  }

  /**
   * Refuses task graphs, which have no calls.
   *
   * @param trace any
   * @throws TraceException if its programs are task graphs
   */
  public static void refuseTaskGraphs(TraceSource trace) {
    if (trace.capabilities().contains(Capability.TASK_GRAPHS)) {
      throw new TraceException(
          "the ranks of this trace are task graphs, which make no calls; expected ranks that are"
              + " sequences of ops");
    }
  }

  @Override
  public void marker(int rank, int marker, boolean begin, long timePs) {
    if (begin) {
      markers[rank] = marker;
    } else if (markers[rank] == marker) {
      markers[rank] = OpView.NONE;
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
    OpView op = next(rank);
    if (op.code() != code) {
      throw new AssertionError(
          "rank " + rank + " ended " + code + " at " + endPs + " ps, but its trace has " + op);
    }
    long fromPs = startPs;
    long toPs = endPs;
    if (recorded != null) {
      fromPs = recorded.nowPs(rank);
      if (code.isCall()) {
        recorded.call(rank);
      }
      toPs = recorded.nowPs(rank);
    }
    Call call = new Call(rank, callSite, markers[rank], startPs, endPs, fromPs, toPs);
    calls[rank].called(op, call, peer);
    collectives.called(op, call, bytes);
    updates.called(op, call, peer);
    if (recorded != null) {
      recorded.passed(rank, op);
    }
  }

  /** The op that the replay has just ended; bursts on the way to it have their time. */
  private OpView next(int rank) {
    OpView op = views[rank];
    while (cursors[rank].next(op)) {
      OpCode.Family family = op.code().family();
      boolean isTold =
          family != OpCode.Family.COMPUTE
              && family != OpCode.Family.MARKER
              && op.code() != OpCode.EVENT;
      if (isTold) {
        return op;
      }
      if (recorded != null && family == OpCode.Family.COMPUTE) {
        recorded.burst(rank, op.durationPs());
      }
    }
    throw new AssertionError("rank " + rank + " ended more ops than its trace has");
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
    messages.message(source, destination, tag, bytes, sendPs, receivePs);
  }

  @Override
  public void oneSidedMessage(
      int source, int destination, int variable, long bytes, long sendPs, long arrivePs) {
    updates.arrived(source, destination, variable, bytes);
  }

  /** {@return how many messages were joined} */
  public long joined() {
    return messages.joined();
  }

  /**
   * {@return how many messages could not be joined: a call that waits for several requests does not
   * record which ones it waited for, or a request was freed}
   */
  public long open() {
    return messages.open();
  }

  /** Closes all cursors; the trace stays open. */
  @Override
  public void close() {
    for (RankCursor cursor : cursors) {
      if (cursor != null) {
        cursor.close();
      }
    }
  }
}
