package org.foretell.engine.reference.buslink;

import static org.foretell.trace.OpField.FLAGS;
import static org.foretell.trace.OpField.MATCHED_PEER;
import static org.foretell.trace.OpField.MATCHED_TAG;
import static org.foretell.trace.OpField.OUTCOME;
import static org.foretell.trace.OpField.OUTCOMES;
import static org.foretell.trace.OpField.RECEIVE_PEER;
import static org.foretell.trace.OpField.RECEIVE_TAG;
import static org.foretell.trace.OpField.REQUESTS;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.foretell.engine.reference.Group;
import org.foretell.engine.reference.RankState;
import org.foretell.engine.reference.Replay;
import org.foretell.engine.reference.Request;
import org.foretell.model.BusLinkModel;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/** What the CPU pays before each part of a communication op. */
final class Startups {
  private final Replay replay;
  private final BusLinkModel model;
  private final Ways ways;
  private final Predicate<RankState> goesInSteps;

  /** What a wait for a request pays. */
  private final Map<Request, Long> waits = new HashMap<>();

  Startups(Replay replay, BusLinkModel model, Ways ways, Predicate<RankState> goesInSteps) {
    this.replay = replay;
    this.model = model;
    this.ways = ways;
    this.goesInSteps = goesInSteps;
  }

  /** A wait for this request will pay so much. */
  void waitPays(Request request, long startupPs) {
    waits.put(request, startupPs);
  }

  /** Whether the collective at hand goes in steps. */
  boolean goesInSteps(RankState rank) {
    return goesInSteps.test(rank);
  }

  long waitPs(Request request) {
    return request.active ? waits.getOrDefault(request, 0L) : 0;
  }

  long beforePs(Life life) {
    RankState rank = life.rank;
    OpView op = rank.op;
    return switch (op.code()) {
      case SEND, BSEND, SSEND, RSEND, ISEND, IBSEND, ISSEND, IRSEND -> sendPs(rank, op);
      case RECV -> receivePs(rank, op, op.peer(), op.tag());
      case SENDRECV, SENDRECV_REPLACE ->
          life.step == 0 ? 0 : life.step == 1 ? sendPs(rank, op) : receiveHalfPs(rank);
      case WAIT -> waitPs(rank, op.request());
      case WAITALL -> waitAllPs(rank);
      case WAITANY, TESTANY -> recordedPs(rank, op.get(OUTCOME));
      case WAITSOME, TESTSOME ->
          Arrays.stream(op.list(OUTCOMES)).map(index -> recordedPs(rank, index)).sum();
      case TEST -> op.get(OUTCOME) == 1 ? waitPs(rank, op.request()) : 0;
      case TESTALL -> op.get(OUTCOME) == 1 ? waitAllPs(rank) : 0;
      case START -> startPs(rank, op.request());
      case STARTALL -> {
        long[] slots = op.list(REQUESTS);
        yield life.step < slots.length ? startPs(rank, slots[life.step]) : 0;
      }
      case REDUCE -> isByMessages(op) ? collectivePs(rank) : 0;
      default ->
          op.code().isNonBlockingCollective() && !goesInSteps.test(rank) ? collectivePs(rank) : 0;
    };
  }

  static boolean isByMessages(OpView op) {
    return op.code() == OpCode.REDUCE
        && (op.get(FLAGS) & OpCode.REDUCTION_TO_ROOT_BY_MESSAGES) != 0;
  }

  private long sendPs(RankState rank, OpView op) {
    Group group = replay.group(rank, op.communicator());
    return sendPs(rank, group, op);
  }

  private long sendPs(RankState rank, Group group, OpView op) {
    if (op.peer() == OpView.PROC_NULL) {
      return 0;
    }
    int target = world(rank, group, op.peer());
    return ways.startupPs(rank.rank, target, op.tag(), op.bytes());
  }

  private int world(RankState rank, Group group, int peer) {
    return group.worldRanks[replay.peer(rank, group, peer)];
  }

  long receiveHalfPs(RankState rank) {
    OpView op = rank.op;
    return receivePs(rank, op, (int) op.get(RECEIVE_PEER), (int) op.get(RECEIVE_TAG));
  }

  private long receivePs(RankState rank, OpView op, int source, int tag) {
    return receivePs(rank, replay.group(rank, op.communicator()), op, source, tag);
  }

  /** What looking for a message costs. */
  long receivePs(RankState rank, Group group, OpView op, int source, int tag) {
    int wanted = recorded(source, op, MATCHED_PEER);
    if (wanted == OpView.PROC_NULL) {
      return 0;
    }
    long bytes = op.code().has(OpField.RECEIVE_BYTES) ? Math.max(0, op.receiveBytes()) : 0;
    return wanted == OpView.ANY
        ? ways.startupFromAnywherePs(rank.rank)
        : ways.startupPs(
            world(rank, group, wanted), rank.rank, recorded(tag, op, MATCHED_TAG), bytes);
  }

  /** A wildcard whose match was recorded is no wildcard. */
  static int recorded(int wanted, OpView op, OpField matched) {
    boolean known = wanted == OpView.ANY && op.get(matched) != OpView.NONE;
    return known ? (int) op.get(matched) : wanted;
  }

  private long waitPs(RankState rank, long slot) {
    Request request = rank.slots.get((int) slot);
    return request == null ? 0 : waitPs(request);
  }

  private long waitAllPs(RankState rank) {
    return Arrays.stream(rank.op.list(REQUESTS)).map(slot -> waitPs(rank, slot)).sum();
  }

  private long recordedPs(RankState rank, long index) {
    return index >= 0 && index < rank.op.listLength(REQUESTS)
        ? waitPs(rank, rank.op.listElement(REQUESTS, (int) index))
        : 0;
  }

  private long startPs(RankState rank, long slot) {
    Request request = rank.slots.get((int) slot);
    if (request == null || request.persistent == null || request.active) {
      throw replay.invalid(rank, "request " + slot + " cannot be started");
    }
    boolean receives = request.persistent.code() == OpCode.RECV_INIT;
    return receives ? 0 : sendPs(rank, request.group, request.persistent);
  }

  /** Of a collective by formula. */
  long collectivePs(RankState rank) {
    Group group = replay.group(rank, rank.op.communicator());
    if (group.size() == 1) {
      return 0;
    }
    int[] nodes = Arrays.stream(group.worldRanks).map(ways::node).toArray();
    long differentNodes = Arrays.stream(nodes).distinct().count();
    long sites = Arrays.stream(group.worldRanks).map(ways::site).distinct().count();
    return model.collectiveStartupPs(
        ways.node(rank.rank), differentNodes < nodes.length, differentNodes > 1, sites > 1);
  }
}
