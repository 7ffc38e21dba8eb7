package org.foretell.parsers.liballprof;

import java.util.Arrays;
import java.util.List;
import org.foretell.parsers.liballprof.CallFields.Argument;

/** The arguments of one line; filled again and again. */
final class CallLine {
  private static final int COUNT = Argument.values().length;

  /** By argument, its value; of a datatype its size. */
  private final long[] values = new long[COUNT];

  private final int[] lengths = new int[COUNT];
  private final long[][] lists = new long[COUNT][];

  /** The caller's number in the communicator, and how many are in it. */
  int rank;

  int size;
  boolean hasLists;

  CallLine() {
    Arrays.fill(lists, new long[0]);
  }

  long value(Argument argument) {
    return values[argument.ordinal()];
  }

  int intValue(Argument argument) {
    return (int) values[argument.ordinal()];
  }

  /** Bytes by rank: their number is {@link #length}. */
  long[] list(Argument argument) {
    return lists[argument.ordinal()];
  }

  int length(Argument argument) {
    return lengths[argument.ordinal()];
  }

  /**
   * Reads the arguments of a call, from the field after its beginning on.
   *
   * @throws org.foretell.trace.TraceException if there are others
   */
  void read(CallFields call, LineReader line) {
    int left = line.fieldsLeft() - 1;
    List<Argument> arguments = call.arguments();
    int lists = call.fields() - arguments.size();
    hasLists = left == call.fields();
    if (!hasLists && left != call.fields() - lists) {
      throw line.error(
          "a beginning, " + call.fields() + " arguments and an end of " + call.name(),
          left + " arguments");
    }
    for (int i = 0; i < arguments.size(); i++) {
      line.nextField();
      argument(arguments.get(i), line);
    }
  }

  private void argument(Argument argument, LineReader line) {
    int at = argument.ordinal();
    switch (argument) {
      case SKIPPED -> {}
      case DATATYPE, SENDTYPE, RECVTYPE -> {
        line.integer("a datatype");
        values[at] = line.number("the size of a datatype after its number");
        if (values[at] < 0) {
          throw line.error("the size of a datatype, at least 0", "" + values[at]);
        }
      }
      case COMM -> {
        values[at] = line.integer("a communicator");
        rank = line.number("the caller's number in the communicator");
        size = line.number("the size of the communicator");
        if (size < 1 || rank < 0 || rank >= size) {
          throw line.error("a rank within its communicator", rank + " of " + size);
        }
      }
      case SENDCOUNTS, RECVCOUNTS, DISPLS -> {
        if (hasLists) {
          line.nextField();
          list(at, line);
        } else {
          lengths[at] = 0;
        }
      }
      case REQUEST, REQUESTS, SENDBUF, RECVBUF, OP -> values[at] = line.integer("a number");
      case COUNT, SENDCOUNT, RECVCOUNT, REQUESTS_COUNT -> {
        values[at] = line.number("a count");
        if (values[at] < 0) {
          throw line.error("a count, at least 0", "" + values[at]);
        }
      }
      case DEST, SOURCE, TAG, SENDTAG, RECVTAG, ROOT, COLOR, KEY ->
          values[at] = line.number("a number");
    }
  }

  private void list(int at, LineReader line) {
    int length = 0;
    while (!line.isEmpty()) {
      if (length == lists[at].length) {
        lists[at] = Arrays.copyOf(lists[at], Math.max(16, 2 * length));
      }
      lists[at][length++] = line.number("a count or a place of each rank");
    }
    lengths[at] = length;
  }
}
