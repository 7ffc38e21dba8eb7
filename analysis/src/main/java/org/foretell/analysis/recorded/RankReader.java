package org.foretell.analysis.recorded;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/** Reads the calls of a rank, and finds what each may have waited for. */
final class RankReader {
  private static final long NOTHING = -1;

  /** Begins the keys of locks, which are no communicators. */
  private static final long LOCK = 0x10c4;

  private final int rank;
  private final RankTimeline timeline;
  private final MessageSides sides;
  private final CallGroups groups;
  private final VariableUpdates updates;
  private final CommunicatorNames communicators;
  private final SeenMessages seen;
  private final WindowCalls windows;
  private final Int2LongOpenHashMap pending = new Int2LongOpenHashMap();
  private final Int2ObjectOpenHashMap<Persistent> persistent = new Int2ObjectOpenHashMap<>();
  private final Long2IntOpenHashMap called = new Long2IntOpenHashMap();
  private int call;
  private long unknown;

  /** What starting a request does. */
  private record Persistent(boolean isSend, int peer, int tag) {}

  RankReader(
      int rank,
      RankTimeline timeline,
      MessageSides sides,
      CallGroups groups,
      VariableUpdates updates,
      CommunicatorNames communicators,
      SeenMessages seen) {
    this.rank = rank;
    this.timeline = timeline;
    this.sides = sides;
    this.groups = groups;
    this.updates = updates;
    this.seen = seen;
    this.communicators = communicators;
    windows = new WindowCalls(rank, timeline, groups, communicators);
    pending.defaultReturnValue(NOTHING);
  }

  /** {@return how many calls may have waited for what is not known} */
  long unknown() {
    return unknown;
  }

  /** The next call. */
  void called(OpView op) {
    switch (op.code()) {
      case SEND, BSEND, SSEND, RSEND -> needs(take(true, OpView.ANY, OpView.ANY));
      case RECV -> needs(take(false, OpView.ANY, OpView.ANY));
      case SENDRECV, SENDRECV_REPLACE -> {
        needs(take(true, OpView.ANY, OpView.ANY));
        needs(take(false, OpView.ANY, OpView.ANY));
      }
      case ISEND, IBSEND, ISSEND, IRSEND ->
          pending.put(op.request(), take(true, OpView.ANY, OpView.ANY));
      case IRECV -> pending.put(op.request(), take(false, OpView.ANY, OpView.ANY));
      case SEND_INIT, BSEND_INIT, SSEND_INIT, RSEND_INIT ->
          persistent.put(op.request(), new Persistent(true, world(op), op.tag()));
      case RECV_INIT -> persistent.put(op.request(), new Persistent(false, world(op), op.tag()));
      case START -> start(op.request());
      case STARTALL -> {
        for (int i = 0; i < op.listLength(OpField.REQUESTS); i++) {
          start((int) op.listElement(OpField.REQUESTS, i));
        }
      }
      case REQUEST_FREE -> {
        pending.remove(op.request());
        persistent.remove(op.request());
      }
      case PROBE -> needs(seen.need(rank, call));
      case SHMEM_WAIT_UNTIL, SHMEM_WAIT_UNTIL_ALL, SHMEM_WAIT_UNTIL_ANY, SHMEM_WAIT_UNTIL_SOME ->
          updates.waits(op, rank, call);
      case SHMEM_SET_LOCK -> needs(Need.LOCK.of(lock(op)));
      case SHMEM_CLEAR_LOCK -> groups.release(lock(op), rank, call);
      case IPROBE -> other(op);
      // Of POINT_TO_POINT and PERSISTENT all are listed: the others are told apart by family there.
      default -> other(op);
    }
    call++;
  }

  private int lock(OpView op) {
    return groups.number(CommunicatorNames.mixed(LOCK, op.get(OpField.OBJECT)));
  }

  private void other(OpView op) {
    OpCode code = op.code();
    if (code.family() == OpCode.Family.COMPLETION) {
      complete(op);
    } else if (isTogether(code)) {
      together(op);
    } else if (code.family() == OpCode.Family.RMA) {
      windows.called(op, call);
      if (code.has(OpField.REQUEST)) {
        pending.put(op.request(), windows.need(op, call));
      }
    } else if (code.has(OpField.REQUEST)) {
      pending.remove(op.request());
    }
  }

  /** Whether all members of a communicator call it. */
  private static boolean isTogether(OpCode code) {
    return switch (code) {
      case COMM_SPLIT,
          COMM_DUP,
          COMM_CREATE,
          WIN_CREATE,
          WIN_FREE,
          WIN_FENCE,
          SHMEM_MALLOC,
          SHMEM_FREE,
          SHMEM_TEAM_SPLIT,
          SHMEM_TEAM_DESTROY ->
          true;
      case COMM_CREATE_GROUP,
          COMM_FREE,
          PUT,
          GET,
          ACCUMULATE,
          GET_ACCUMULATE,
          FETCH_AND_OP,
          COMPARE_AND_SWAP,
          RPUT,
          RGET,
          RACCUMULATE,
          WIN_LOCK,
          WIN_UNLOCK,
          WIN_LOCK_ALL,
          WIN_UNLOCK_ALL,
          WIN_FLUSH,
          WIN_FLUSH_ALL,
          WIN_FLUSH_LOCAL,
          WIN_FLUSH_LOCAL_ALL,
          WIN_POST,
          WIN_START,
          WIN_COMPLETE,
          WIN_WAIT,
          WIN_SYNC,
          RGET_ACCUMULATE,
          WIN_TEST,
          SHMEM_PUT,
          SHMEM_GET,
          SHMEM_PUT_NBI,
          SHMEM_GET_NBI,
          SHMEM_IPUT,
          SHMEM_IGET,
          SHMEM_P,
          SHMEM_G,
          SHMEM_PUT_SIGNAL,
          SHMEM_PUT_SIGNAL_NBI,
          SHMEM_ATOMIC,
          SHMEM_ATOMIC_FETCH,
          SHMEM_ATOMIC_FETCH_NBI,
          SHMEM_FENCE,
          SHMEM_QUIET,
          SHMEM_WAIT_UNTIL,
          SHMEM_TEST,
          SHMEM_BARRIER,
          SHMEM_SYNC,
          SHMEM_BROADCAST,
          SHMEM_COLLECT,
          SHMEM_FCOLLECT,
          SHMEM_REDUCE,
          SHMEM_ALLTOALL,
          SHMEM_ALLTOALLS,
          SHMEM_SET_LOCK,
          SHMEM_TEST_LOCK,
          SHMEM_CLEAR_LOCK,
          SHMEM_CTX_CREATE,
          SHMEM_CTX_DESTROY,
          SHMEM_WAIT_UNTIL_ALL,
          SHMEM_WAIT_UNTIL_ANY,
          SHMEM_WAIT_UNTIL_SOME,
          SHMEM_TEST_ALL,
          SHMEM_TEST_ANY,
          SHMEM_TEST_SOME,
          SHMEM_POLL,
          SHMEM_FINALIZE ->
          code.isCollective() || code.isCollectiveOnFile();
      // Of COMMUNICATOR, RMA and SHMEM all are listed: members come together in no other op but
      // collectives.
      default -> code.isCollective() || code.isCollectiveOnFile();
    };
  }

  private void together(OpView op) {
    OpCode code = op.code();
    OpCode form = code.blockingForm();
    long communicator =
        code == OpCode.WIN_FREE || code == OpCode.WIN_FENCE
            ? communicators.ofWindow(rank, op.get(OpField.OBJECT), call)
            : code.has(OpField.COMMUNICATOR)
                ? communicators.of(rank, op.communicator(), call)
                : Communicator.WORLD;
    int before = called.addTo(communicator, 1);
    long all = CommunicatorNames.mixed(~communicator, before);
    int group = groups.number(all);
    if (form == OpCode.NEIGHBOR_ALLGATHER || form == OpCode.NEIGHBOR_ALLTOALL) {
      group = toNeighbours(op, all);
    }
    groups.called(group, rank, call, code);
    if (code.has(OpField.REQUEST)) {
      pending.put(op.request(), Need.MEMBERS.of(group));
    } else {
      needs(Need.MEMBERS.of(group));
    }
  }

  /** Each rank waits for those that have it as a neighbour, which are a group of their own. */
  private int toNeighbours(OpView op, long all) {
    for (int i = 0; i < op.listLength(OpField.RANKS); i++) {
      int member = (int) op.listElement(OpField.RANKS, i);
      if (member < 0) {
        continue;
      }
      int to = communicators.worldRank(rank, op.communicator(), call, member);
      groups.release(groups.number(CommunicatorNames.mixed(all, to)), rank, call);
    }
    return groups.number(CommunicatorNames.mixed(all, rank));
  }

  private long take(boolean isSend, int peer, int tag) {
    return sides.take(rank, call, isSend, peer, tag);
  }

  private void needs(long need) {
    if (need >= 0) {
      timeline.add(call, need);
    }
  }

  /** A peer of a communicator other than the world is found by its messages. */
  private static int world(OpView op) {
    return op.communicator() == Communicator.WORLD || op.peer() == OpView.PROC_NULL
        ? op.peer()
        : OpView.ANY;
  }

  private void start(int slot) {
    Persistent request = persistent.get(slot);
    if (request != null && request.peer() != OpView.PROC_NULL) {
      pending.put(slot, take(request.isSend(), request.peer(), request.tag()));
    }
  }

  private void complete(OpView op) {
    switch (op.code()) {
      case WAIT -> waited(op.request());
      case WAITALL -> all(op);
      case TEST -> {
        if (op.get(OpField.OUTCOME) == 1) {
          waited(op.request());
        }
      }
      case TESTALL -> {
        if (op.get(OpField.OUTCOME) == 1) {
          all(op);
        }
      }
      case WAITANY, TESTANY -> some(op, op.get(OpField.OUTCOME));
      case WAITSOME, TESTSOME -> {
        for (int i = 0; i < op.listLength(OpField.OUTCOMES); i++) {
          some(op, op.listElement(OpField.OUTCOMES, i));
        }
        if (op.code() == OpCode.WAITSOME && op.listLength(OpField.OUTCOMES) == 0) {
          unknown++;
        }
      }
      // Of COMPLETION all are listed: no other op completes requests.
      default -> throw new AssertionError(op);
    }
  }

  private void some(OpView op, long index) {
    if (index >= 0 && index < op.listLength(OpField.REQUESTS)) {
      waited((int) op.listElement(OpField.REQUESTS, (int) index));
    } else if (op.code() == OpCode.WAITANY && index == OpView.NONE) {
      unknown++;
    }
  }

  private void all(OpView op) {
    for (int i = 0; i < op.listLength(OpField.REQUESTS); i++) {
      waited((int) op.listElement(OpField.REQUESTS, i));
    }
  }

  private void waited(int slot) {
    needs(pending.remove(slot));
  }
}
