package org.foretell.parsers.dumpi;

import java.util.Objects;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;

/**
 * The requests that a wait or test names, and those that it completes. It is filled again and
 * again.
 */
final class Completion {
  private static final int NULL_REQUEST = 1;

  private int[] ids = new int[16];

  /** By place in the list, the slot of the request, {@link OpenRequests#NONE} if there is none. */
  int[] slots = new int[16];

  int count;

  /** Places in the list of the requests that the call completed. */
  int[] completed = new int[16];

  int completions;

  /** Named requests that are neither null nor open. */
  int unknown;

  /** The key of a request; requests for files have numbers of their own. */
  static int key(CallLayout call, int id) {
    boolean isFile = call.name().startsWith("MPIO_") || call.name().startsWith("MPI_File_");
    return isFile ? ~id : id;
  }

  /**
   * Reads a call and completes what it completed.
   *
   * @param call a wait or a test of any kind
   * @param open the open requests of the rank
   */
  void read(DumpiRecord call, OpenRequests open) {
    OpCode op = Objects.requireNonNull(call.call.op());
    boolean isList = call.has(Argument.REQUESTS);
    count = isList ? call.length(Argument.REQUESTS) : 1;
    if (count > ids.length) {
      ids = new int[2 * count];
      slots = new int[2 * count];
      completed = new int[2 * count];
    }
    unknown = 0;
    for (int i = 0; i < count; i++) {
      int id = isList ? call.element(Argument.REQUESTS, i) : call.intValue(Argument.REQUEST);
      ids[i] = key(call.call, id);
    }
    open.peekAll(ids, count, slots);
    for (int i = 0; i < count; i++) {
      boolean isNull = ids[i] <= NULL_REQUEST && ids[i] >= ~NULL_REQUEST;
      unknown += slots[i] == OpenRequests.NONE && !isNull ? 1 : 0;
    }
    completions = 0;
    switch (op) {
      case WAIT, WAITALL -> all();
      case TEST, TESTALL -> {
        if (call.value(Argument.FLAG) != 0) {
          all();
        }
      }
      case WAITANY -> one(call.intValue(Argument.INDEX));
      case TESTANY -> {
        if (call.value(Argument.FLAG) != 0) {
          one(call.intValue(Argument.INDEX));
        }
      }
      // Any other op here is a waitsome or a testsome.
      default -> {
        int some = Math.min(call.length(Argument.INDICES), count);
        for (int i = 0; i < some; i++) {
          one(call.element(Argument.INDICES, i));
        }
      }
    }
    for (int i = 0; i < completions; i++) {
      int at = completed[i];
      if (slots[at] != OpenRequests.NONE) {
        open.completeSlot(ids[at], slots[at]);
      }
    }
  }

  private void all() {
    for (int i = 0; i < count; i++) {
      completed[completions++] = i;
    }
  }

  private void one(int index) {
    if (index >= 0 && index < count) {
      completed[completions++] = index;
    }
  }

  /** The slots as a list of an op, without those of null requests if it does not matter where. */
  int list(long[] target, boolean keepsNull) {
    int length = 0;
    for (int i = 0; i < count; i++) {
      if (slots[i] != OpenRequests.NONE) {
        target[length++] = slots[i];
      } else if (keepsNull) {
        target[length++] = OpView.NONE;
      }
    }
    return length;
  }
}
