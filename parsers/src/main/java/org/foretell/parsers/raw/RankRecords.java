package org.foretell.parsers.raw;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/**
 * The records of a rank in one order. Those of several threads are merged by time: calls that send
 * by their beginning, since others may have gone on from then, and all others by their end, since
 * what they needed had happened by then. A sendrecv is converted in two halves.
 */
final class RankRecords {
  private final List<ThreadRecords> threads;
  private final PriorityQueue<ThreadRecords> ready;
  private final long emptyTicks;

  /** Of what the tracer took before, the part that no burst was long enough for. */
  private long owedTicks;

  private boolean isAfterCall;
  private boolean isHalfDone;
  private ThreadRecords current;
  private boolean started;
  private long latestEndTicks;
  private long burstTicks;

  private RankRecords(List<ThreadRecords> threads, long emptyTicks) {
    this.threads = threads;
    this.emptyTicks = emptyTicks;
    current = threads.get(0);
    // The order of threads that end at the same time is that of their numbers.
    ready =
        new PriorityQueue<>(
            Comparator.<ThreadRecords>comparingLong(thread -> orderTicks(thread.call()))
                .thenComparingInt(threads::indexOf));
  }

  /** The records of a file, from their beginning; null if no thread wrote any. */
  static @Nullable RankRecords of(RawFile file, Definitions definitions) {
    List<ThreadRecords> threads =
        file.threads(definitions).stream()
            .map(stream -> new ThreadRecords(stream, definitions))
            .toList();
    return threads.isEmpty() ? null : new RankRecords(threads, file.header().emptyTicks());
  }

  int threads() {
    return threads.size();
  }

  /** Goes to the next record; false when there is none. */
  boolean next() {
    boolean found = threads.size() == 1 ? current.next() : nextOfSeveral();
    if (found) {
      RawCall call = current.call();
      long gap = call.gapTicks;
      if (threads.size() > 1) {
        gap = latestEndTicks == 0 ? gap : Math.max(0, call.startTicks - latestEndTicks);
        latestEndTicks = Math.max(latestEndTicks, call.endTicks);
      }
      burst(gap);
    }
    return found;
  }

  /**
   * What the tracer took is a mean, and clocks go in steps: a gap may be shorter. What is missing
   * is taken from the next burst, so that many short bursts are right together.
   */
  private void burst(long gapTicks) {
    long leftTicks = gapTicks - emptyTicks - owedTicks;
    burstTicks = Math.max(0, leftTicks);
    owedTicks = isAfterCall ? Math.min(emptyTicks, Math.max(0, -leftTicks)) : 0;
    isAfterCall = true;
  }

  private boolean nextOfSeveral() {
    if (!started) {
      started = true;
      threads.stream().filter(ThreadRecords::next).forEach(ready::add);
    } else if (isHalfDone) {
      current.call().part = RawCall.Part.RECEIVING_HALF;
      ready.add(current);
    } else if (current.next()) {
      ready.add(current);
    }
    ThreadRecords first = ready.poll();
    if (first == null) {
      return false;
    }
    current = first;
    RawCall call = current.call();
    isHalfDone = isSendrecv(call) && call.part == RawCall.Part.WHOLE;
    if (isHalfDone) {
      call.part = RawCall.Part.SENDING_HALF;
    }
    return true;
  }

  private static long orderTicks(RawCall call) {
    boolean isSend = isBlockingSend(op(call));
    boolean beginsWithSend = isSendrecv(call) && call.part != RawCall.Part.RECEIVING_HALF;
    return isSend || beginsWithSend ? call.startTicks : call.endTicks;
  }

  private static boolean isBlockingSend(@Nullable OpCode op) {
    return op == OpCode.SEND || op == OpCode.BSEND || op == OpCode.SSEND || op == OpCode.RSEND;
  }

  private static boolean isSendrecv(RawCall call) {
    return op(call) == OpCode.SENDRECV || op(call) == OpCode.SENDRECV_REPLACE;
  }

  private static @Nullable OpCode op(RawCall call) {
    return call.function == null ? null : call.function.op();
  }

  /** The record that {@link #next} went to. */
  RawCall call() {
    return current.call();
  }

  /** Ticks of the burst before it, without what the tracer itself took. */
  long burstTicks() {
    return burstTicks;
  }

  long polls() {
    return threads.stream().mapToLong(ThreadRecords::polls).sum();
  }

  long borrowed() {
    return threads.stream().mapToLong(ThreadRecords::borrowed).sum();
  }

  long counters() {
    return threads.stream().mapToLong(ThreadRecords::counters).sum();
  }

  boolean isCut() {
    return threads.stream().anyMatch(ThreadRecords::isCut);
  }
}
