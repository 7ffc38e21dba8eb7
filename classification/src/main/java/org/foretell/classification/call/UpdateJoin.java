package org.foretell.classification.call;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * Finds the call behind each update of a variable of OpenSHMEM, and the call that waited for it. Of
 * the updates that a rank was not seen to wait for, the last of each variable are kept.
 */
final class UpdateJoin {
  private static final int KEPT = 1024;

  private final List<Long2ObjectOpenHashMap<ArrayDeque<Put>>> puts = new ArrayList<>();
  private final List<Long2ObjectOpenHashMap<ArrayDeque<Update>>> updates = new ArrayList<>();
  private final MessageSink sink;

  /** A call that updates. */
  private record Put(Call call, long bytes) {}

  /** An update that has taken effect; its call may not have ended. */
  private record Update(int source, long bytes, @Nullable Call put) {}

  UpdateJoin(int ranks, MessageSink sink) {
    this.sink = sink;
    for (int rank = 0; rank < ranks; rank++) {
      puts.add(new Long2ObjectOpenHashMap<>(1));
      updates.add(new Long2ObjectOpenHashMap<>(1));
    }
  }

  private static long key(int rank, int variable) {
    return (long) rank << 32 | variable;
  }

  void called(OpView op, Call call, int partner) {
    if (op.code().family() != OpCode.Family.SHMEM) {
      return;
    }
    if (op.code() == OpCode.SHMEM_WAIT_UNTIL) {
      waited(op, call);
    } else if (op.code().isUpdate() && op.tag() >= 0 && partner >= 0) {
      add(puts.get(call.rank()), key(partner, op.tag()), new Put(call, op.bytes()));
    }
  }

  private static <T> void add(Long2ObjectOpenHashMap<ArrayDeque<T>> all, long key, T one) {
    ArrayDeque<T> queue = all.computeIfAbsent(key, k -> new ArrayDeque<>(2));
    queue.add(one);
    if (queue.size() > KEPT) {
      queue.remove();
    }
  }

  /**
   * Data have arrived.
   *
   * @param variable 0 also for data that were read, which no rank has put
   */
  void arrived(int source, int destination, int variable, long bytes) {
    ArrayDeque<Put> queue = puts.get(source).get(key(destination, variable));
    Put put = queue == null ? null : queue.peek();
    if (variable < 0 || (variable == 0 && (put == null || put.bytes() != bytes))) {
      return;
    }
    if (put != null) {
      queue.remove();
    }
    add(
        updates.get(destination),
        variable,
        new Update(source, bytes, put == null ? null : put.call()));
  }

  private void waited(OpView op, Call call) {
    ArrayDeque<Update> queue = updates.get(call.rank()).get(op.tag());
    if (queue == null) {
      return;
    }
    long count = op.get(OpField.COUNT) == OpView.NONE ? 1 : op.get(OpField.COUNT);
    Update last = null;
    for (long i = 0; i < count && !queue.isEmpty(); i++) {
      last = queue.poll();
    }
    if (last == null || last.put() == null) {
      return;
    }
    Call put = last.put();
    sink.update(
        new UpdateTimes(
            last.source(),
            call.rank(),
            put.callSite(),
            call.callSite(),
            call.marker(),
            last.bytes(),
            call.endPs() - call.startPs(),
            Math.max(0, call.endPs() - put.startPs())));
  }
}
