package org.foretell.parsers.otf2;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.function.Consumer;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** Turns the one-sided events within a call of MPI or SHMEM into ops. */
final class OneSidedCalls {
  static final int SHARED = 1;
  static final int COMPARE_AND_SWAP = 3;
  private static final int FIRST_FETCHING = 3;
  private static final int BARRIER = 0;
  private static final int BROADCAST = 1;
  private static final int ALLGATHER = 6;
  private static final int ALLGATHERV = 7;
  private static final int ALLTOALL = 8;
  private static final int ALLREDUCE = 11;

  private final OpView op;
  private final Ranks ranks;
  private final Dropped dropped;
  private final Consumer<OpView> target;
  private final IntOpenHashSet windows = new IntOpenHashSet();

  OneSidedCalls(OpView op, Ranks ranks, Dropped dropped, Consumer<OpView> target) {
    this.op = op;
    this.ranks = ranks;
    this.dropped = dropped;
    this.target = target;
  }

  void clear() {
    windows.clear();
  }

  private static boolean isOneSided(int type) {
    return type >= EventReader.WIN_CREATE && type <= EventReader.RMA_COMPLETE_REMOTE;
  }

  /** Passes on the ops of a call; false if there are none. */
  boolean convert(EventReader event, @Nullable Region region, CallRecords records) {
    int first = -1;
    for (int i = 0; i < records.size() && first < 0; i++) {
      first = isOneSided(records.type(i)) ? i : -1;
    }
    if (first < 0) {
      return false;
    }
    if (region != null && region.isShmem) {
      return shmem(event, region, records);
    }
    OpCode code = region == null ? null : region.op;
    if (code == null || code.family() != OpCode.Family.RMA) {
      dropped.add(Dropped.Kind.ONE_SIDED);
      return false;
    }
    return window(event, code, records, first);
  }

  private boolean window(EventReader event, OpCode code, CallRecords records, int first) {
    int window = records.object(first);
    Members members = ranks.window(event, window);
    if (code == OpCode.WIN_CREATE) {
      windows.add(window);
      target.accept(
          op.reset(code)
              .set(OpField.OBJECT, window & Integer.MAX_VALUE)
              .set(OpField.COMMUNICATOR, members.id()));
      return true;
    }
    if (!windows.contains(window)) {
      dropped.add(Dropped.Kind.ONE_SIDED);
      return false;
    }
    op.reset(code).set(OpField.OBJECT, window & Integer.MAX_VALUE);
    if (code.has(OpField.PEER)) {
      int peer = records.peer(first);
      if (peer < 0 || peer >= members.size()) {
        throw event.damaged(
            "a rank below " + members.size() + " of the window", Integer.toUnsignedString(peer));
      }
      op.set(OpField.PEER, peer);
    }
    if (code.has(OpField.BYTES)) {
      op.set(OpField.BYTES, Math.max(0, records.bytes(first)));
    }
    switch (code) {
      case WIN_LOCK -> op.set(OpField.FLAGS, records.tag(first) == SHARED ? OpCode.LOCK_SHARED : 0);
      case WIN_POST, WIN_START -> {
        int sync = records.first(EventReader.RMA_GROUP_SYNC);
        long[] list = sync < 0 ? null : ranks.members(records.group(sync), members);
        if (list == null) {
          dropped.add(Dropped.Kind.ONE_SIDED);
          return false;
        }
        op.setList(OpField.RANKS, list);
      }
      case RPUT, RGET, RACCUMULATE, RGET_ACCUMULATE -> {
        // Requests of one-sided ops have no numbers that waits name.
        op.code(withoutRequest(code));
      }
      case WIN_FREE -> windows.remove(window);
      // Any other op names only its window, or its peer and bytes.
      default -> {}
    }
    target.accept(op);
    return true;
  }

  private static OpCode withoutRequest(OpCode code) {
    return switch (code) {
      case RPUT -> OpCode.PUT;
      case RGET -> OpCode.GET;
      case RACCUMULATE -> OpCode.ACCUMULATE;
      case RGET_ACCUMULATE -> OpCode.GET_ACCUMULATE;
      // Any other op is none of those that this reads.
      default -> throw new IllegalArgumentException(code + " has no request");
    };
  }

  private boolean shmem(EventReader event, Region region, CallRecords records) {
    boolean hasOps = false;
    boolean isNonBlocking = region.hasInName("_nbi");
    for (int i = 0; i < records.size(); i++) {
      OpCode code =
          switch (records.type(i)) {
            case EventReader.RMA_PUT -> isNonBlocking ? OpCode.SHMEM_PUT_NBI : OpCode.SHMEM_PUT;
            case EventReader.RMA_GET -> isNonBlocking ? OpCode.SHMEM_GET_NBI : OpCode.SHMEM_GET;
            case EventReader.RMA_ATOMIC ->
                records.tag(i) >= FIRST_FETCHING ? OpCode.SHMEM_ATOMIC_FETCH : OpCode.SHMEM_ATOMIC;
            case EventReader.RMA_COLLECTIVE_END -> collective(records.tag(i));
            default -> null;
          };
      if (code == null) {
        boolean isLost =
            records.type(i) == EventReader.RMA_WAIT_CHANGE
                || records.type(i) == EventReader.RMA_ACQUIRE_LOCK
                || records.type(i) == EventReader.RMA_COLLECTIVE_END;
        dropped.add(Dropped.Kind.ONE_SIDED, isLost ? 1 : 0);
        continue;
      }
      Members members = ranks.window(event, records.object(i));
      op.reset(code);
      if (code.has(OpField.PEER)) {
        int peer = records.peer(i);
        if (peer < 0 || peer >= members.size()) {
          throw event.damaged(
              "a rank below " + members.size() + " of the window", Integer.toUnsignedString(peer));
        }
        op.set(OpField.PEER, members.worldRanks().length == 0 ? peer : members.worldRanks()[peer]);
      } else {
        op.set(OpField.COMMUNICATOR, members.id());
      }
      if (code.has(OpField.BYTES)) {
        op.set(OpField.BYTES, Math.max(0, Math.max(records.bytes(i), records.received(i))));
      }
      if (code.has(OpField.ROOT)) {
        op.set(OpField.ROOT, Math.max(0, records.peer(i)));
      }
      if (code == OpCode.SHMEM_ATOMIC_FETCH && records.tag(i) == COMPARE_AND_SWAP) {
        op.set(OpField.FLAGS, OpCode.ATOMIC_COMPARES);
      }
      target.accept(op);
      hasOps = true;
    }
    return hasOps;
  }

  private static @Nullable OpCode collective(int kind) {
    return switch (kind) {
      case BARRIER -> OpCode.SHMEM_BARRIER;
      case BROADCAST -> OpCode.SHMEM_BROADCAST;
      case ALLGATHER -> OpCode.SHMEM_FCOLLECT;
      case ALLGATHERV -> OpCode.SHMEM_COLLECT;
      case ALLTOALL -> OpCode.SHMEM_ALLTOALL;
      case ALLREDUCE -> OpCode.SHMEM_REDUCE;
      default -> null;
    };
  }
}
