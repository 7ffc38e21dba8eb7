package org.foretell.engine.onesided;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayDeque;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/**
 * Which collectives of windows some members have called, not all, and in what order. A window is
 * known by the matching context of its own communicator. May be used by the threads of all parts of
 * a replay.
 */
public final class WindowCalls {
  private final Int2ObjectOpenHashMap<Calls> calls = new Int2ObjectOpenHashMap<>();

  /** Those of one window. */
  private static final class Calls {
    final ArrayDeque<Call> open = new ArrayDeque<>();
    int first;
  }

  /** A collective, and who called it first. */
  static final class Call {
    final OpCode code;
    final int rank;
    final long operation;
    private int members;

    Call(OpCode code, int rank, long operation) {
      this.code = code;
      this.rank = rank;
      this.operation = operation;
    }
  }

  /**
   * A rank calls a collective of a window.
   *
   * @param number how many it has called before
   * @param size of the window's communicator
   * @return the call of another rank with that number, if that is another collective; else null
   */
  synchronized @Nullable Call add(
      int context, OpCode code, int rank, long operation, int number, int size) {
    Calls window = calls.computeIfAbsent(context, first -> new Calls());
    Call call = null;
    int skipped = number - window.first;
    for (Call open : window.open) {
      if (skipped-- == 0) {
        call = open;
        break;
      }
    }
    if (call == null) {
      call = new Call(code, rank, operation);
      window.open.add(call);
    } else if (call.code != code) {
      return call;
    }
    call.members++;
    while (!window.open.isEmpty() && window.open.getFirst().members == size) {
      window.open.removeFirst();
      window.first++;
    }
    if (code == OpCode.WIN_FREE && window.open.isEmpty()) {
      calls.remove(context);
    }
    return null;
  }

  /** Whether a window has had collectives, and not all of its members have freed it. */
  synchronized boolean areOpen(int context) {
    return calls.containsKey(context);
  }
}
