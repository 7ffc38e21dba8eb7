package org.foretell.parsers.scalatrace;

import java.util.Arrays;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceException;
import org.foretell.trace.Variation;
import org.jspecify.annotations.Nullable;

/** The lines of a record's parameters. */
final class RecordText {
  private static final int ANY_SOURCE = Integer.MAX_VALUE;
  private static final int SUM = 3;

  private final ProgramTree.Op op;
  private final OpCode code;
  private final RankSet program;
  private final int ranks;
  private final LeftOut leftOut;
  private final StringBuilder text = new StringBuilder();

  /**
   * @param program the ranks that execute the op
   * @param ranks of the whole trace
   */
  RecordText(ProgramTree.Op op, RankSet program, int ranks, LeftOut leftOut) {
    this.op = op;
    this.code = op.view.code();
    this.program = program;
    this.ranks = ranks;
    this.leftOut = leftOut;
  }

  /**
   * The lines.
   *
   * @param communicators handles by rank
   * @param requests stored numbers of requests by rank
   */
  String lines(ValuesByRank communicators, ValuesByRank requests) {
    if (code.has(OpField.COMMUNICATOR)) {
      line(Keys.COMMUNICATOR, communicators);
    }
    switch (code) {
      case INIT -> text.append("33 2 \n34 0 \n");
      case FINALIZE, BARRIER, COMM_DUP, COMM_FREE -> {}
      case WAIT -> line(Keys.REQUEST, requests);
      case WAITALL -> waitall(requests);
      case COMM_SPLIT -> {
        line(Keys.COLOR, of(OpField.COLOR, (color, rank) -> color < 0 ? -1 : color));
        line(Keys.KEY, of(OpField.KEY, this::splitKey));
      }
      case COMM_CREATE -> line(Keys.RANKS, list(OpField.RANKS, false));
      case RECV, IRECV -> {
        sized(Keys.COUNT, Keys.DATATYPE, OpField.RECEIVE_BYTES);
        line(Keys.TAG, of(OpField.TAG, (tag, rank) -> tag));
        line(Keys.SOURCE, peers(OpField.PEER));
        matched();
      }
      case SENDRECV, SENDRECV_REPLACE -> {
        sized(Keys.COUNT, Keys.DATATYPE, OpField.BYTES);
        sized(Keys.RECEIVE_COUNT, Keys.RECEIVE_TYPE, OpField.RECEIVE_BYTES);
        line(Keys.DESTINATION, peers(OpField.PEER));
        line(Keys.TAG, of(OpField.TAG, (tag, rank) -> tag));
        line(Keys.SOURCE, peers(OpField.RECEIVE_PEER));
        line(Keys.RECEIVE_TAG, of(OpField.RECEIVE_TAG, (tag, rank) -> tag));
        matched();
      }
      case SEND, BSEND, SSEND, RSEND, ISEND, IBSEND, ISSEND, IRSEND -> {
        sized(Keys.COUNT, Keys.DATATYPE, OpField.BYTES);
        line(Keys.DESTINATION, peers(OpField.PEER));
        line(Keys.TAG, of(OpField.TAG, (tag, rank) -> tag));
        if (isSet(OpField.FLAGS)) {
          leftOut.field("protocols that sends were recorded with");
        }
      }
      case BCAST, GATHER, GATHERV, SCATTER, SCATTERV, ALLGATHER, ALLGATHERV -> collective();
      case ALLTOALL, ALLTOALLV, ALLTOALLW, REDUCE, ALLREDUCE, REDUCE_SCATTER -> collective();
      case REDUCE_SCATTER_BLOCK, SCAN, EXSCAN, NEIGHBOR_ALLGATHER -> collective();
      case NEIGHBOR_ALLTOALL -> collective();
      // Of BLOCKING_COLLECTIVE all are listed: records have no other op that is not above.
      default -> collective();
    }
    return text.toString();
  }

  private void matched() {
    if (isSet(OpField.MATCHED_PEER) || isSet(OpField.MATCHED_TAG)) {
      leftOut.field("recorded matches of wildcard receives");
    }
  }

  private boolean isSet(OpField field) {
    return code.has(field)
        && (op.variation(field) != null
            || (field.isList()
                ? op.view.listLength(field) > 0
                : op.view.get(field) != code.absent(field)));
  }

  private void waitall(ValuesByRank requests) {
    int count = op.view.listLength(OpField.REQUESTS);
    text.append(Integer.toHexString(Keys.COUNT)).append(' ').append(count).append(" \n");
    if (count > 0) {
      line(Keys.REQUESTS, requests);
    }
  }

  private void collective() {
    boolean isReduction = code.has(OpField.COUNT);
    if (isReduction && code != OpCode.REDUCE_SCATTER) {
      reduction();
    } else if (code.has(OpField.BYTES)) {
      sized(Keys.COUNT, Keys.DATATYPE, OpField.BYTES);
    }
    if (code.has(OpField.RECEIVE_BYTES)) {
      sized(Keys.RECEIVE_COUNT, Keys.RECEIVE_TYPE, OpField.RECEIVE_BYTES);
    }
    if (isReduction) {
      line(Keys.OPERATOR, of(OpField.FLAGS, this::operator));
    }
    if (code.has(OpField.ROOT)) {
      line(Keys.ROOT, of(OpField.ROOT, (root, rank) -> root));
    }
    boolean hasSent = isSet(OpField.SEND_BYTES_BY_RANK);
    boolean hasReceived = isSet(OpField.RECEIVE_BYTES_BY_RANK);
    switch (code) {
      case ALLGATHERV -> byRank(Keys.RECEIVE_COUNTS, Keys.RECEIVE_TYPE, true);
      case GATHERV -> {
        if (hasReceived) {
          byRank(Keys.RECEIVE_COUNTS, Keys.RECEIVE_TYPE, true);
        }
      }
      case SCATTERV -> {
        if (hasSent) {
          byRank(Keys.COUNTS, Keys.DATATYPE, false);
        }
      }
      case ALLTOALLV -> {
        byRank(Keys.COUNTS, Keys.DATATYPE, false);
        byRank(Keys.RECEIVE_COUNTS, Keys.RECEIVE_TYPE, true);
      }
      case REDUCE_SCATTER -> {
        if (hasSent || isSet(OpField.COUNT)) {
          throw cannotSay("its number of elements beside the bytes of each rank");
        }
        byRank(Keys.RECEIVE_COUNTS, Keys.DATATYPE, true);
      }
      // Any other op has equal blocks, and is refused if it has lists.
      default -> {
        if (hasSent || hasReceived) {
          throw cannotSay("the total bytes that a rank sent and received");
        }
      }
    }
  }

  private void byRank(int key, int typeKey, boolean isReceived) {
    OpField field = isReceived ? OpField.RECEIVE_BYTES_BY_RANK : OpField.SEND_BYTES_BY_RANK;
    if (op.view.listLength(field) != ranks) {
      throw cannotSay(
          "lists of other lengths than the number of ranks, " + ranks + ", for lack of counts");
    }
    if (typeKey == Keys.RECEIVE_TYPE || !code.has(OpField.BYTES)) {
      text.append(Integer.toHexString(typeKey)).append(' ').append(Datatypes.BYTE).append(" \n");
    }
    line(key, list(field, true));
  }

  private long splitKey(long key, int rank) {
    if (key < 0 || key >= ranks) {
      throw cannotSay("keys of a split beyond the number of ranks, like " + key);
    }
    return Math.floorMod(key - rank, ranks);
  }

  private long operator(long flags, int rank) {
    if ((flags & ~OpCode.REDUCTION_NOT_COMMUTATIVE) != 0) {
      throw cannotSay("its form as messages to the root");
    }
    return flags == 0 ? SUM : OpConverter.FIRST_OWN_OPERATOR;
  }

  private TraceException cannotSay(String what) {
    return new TraceException(
        "ScalaTrace's format cannot express a part of "
            + code.name().toLowerCase(java.util.Locale.ROOT)
            + ": "
            + what
            + "; convert the trace to .bin or to text instead");
  }

  // Values

  /** What is stored for a value of a rank. */
  private interface Encoding {
    long of(long value, int rank);
  }

  private long[] cycle(OpField field, int rank) {
    Variation variation = op.variation(field);
    return variation == null
        ? new long[] {op.view.get(field)}
        : ProgramTree.cycle(variation.values(), program, rank, 1);
  }

  private boolean isRelative(OpField field) {
    Variation variation = op.variation(field);
    return variation != null && variation.relative();
  }

  private ValuesByRank of(OpField field, Encoding encoding) {
    ValuesByRank values = new ValuesByRank();
    boolean isRelative = isRelative(field);
    for (int rank : sortedRanks()) {
      long[] cycle = cycle(field, rank);
      long[] stored = new long[cycle.length];
      for (int i = 0; i < cycle.length; i++) {
        stored[i] =
            encoding.of(isRelative ? Math.floorMod(cycle[i] + rank, ranks) : cycle[i], rank);
      }
      values.add(Line.smallestPeriod(stored), rank);
    }
    return values;
  }

  private int[] sortedRanks() {
    int[] sorted = program.toArray();
    Arrays.sort(sorted);
    return sorted;
  }

  private ValuesByRank peers(OpField field) {
    return of(
        field,
        (peer, rank) -> {
          if (peer == OpView.ANY) {
            return ANY_SOURCE;
          } else if (peer == OpView.PROC_NULL) {
            return OpConverter.NOBODY;
          } else if (peer < 0) {
            throw cannotSay("its missing peer");
          }
          return Math.floorMod(peer - rank, ranks);
        });
  }

  /**
   * Counts and datatypes of a number of bytes, which are single bytes where they are not too many.
   */
  private void sized(int countKey, int typeKey, OpField field) {
    line(countKey, of(field, (bytes, rank) -> bytes / unit(bytes)));
    line(typeKey, of(field, (bytes, rank) -> unit(bytes) == 1 ? Datatypes.BYTE : type(bytes)));
  }

  private static int type(long bytes) {
    return Datatypes.ofBytes(unit(bytes));
  }

  private static long unit(long bytes) {
    // A buffer of unknown size is -1.
    if (bytes <= Integer.MAX_VALUE) {
      return 1;
    }
    for (int unit = 2; unit <= 16; unit *= 2) {
      if (bytes % unit == 0 && bytes / unit <= Integer.MAX_VALUE) {
        return unit;
      }
    }
    throw new TraceException(
        "ScalaTrace's format has counts of 31 bits of at most 16 bytes each, so it cannot store "
            + bytes
            + " bytes; convert the trace to .bin or to text instead");
  }

  /** Counts and datatypes of a reduction, of which the number of elements may be known. */
  private void reduction() {
    ValuesByRank counts = new ValuesByRank();
    ValuesByRank types = new ValuesByRank();
    for (int rank : sortedRanks()) {
      long[] bytes = cycle(OpField.BYTES, rank);
      long[] elements = cycle(OpField.COUNT, rank);
      long period = Loop.lcm(bytes.length, elements.length);
      if (period > Sequence.MOST) {
        throw cannotSay("sizes that repeat after " + period + " executions only");
      }
      long[] count = new long[(int) period];
      long[] type = new long[(int) period];
      for (int i = 0; i < period; i++) {
        long size = bytes[i % bytes.length];
        long number = elements[i % elements.length];
        count[i] = number == 0 ? size : number;
        type[i] = number == 0 ? Datatypes.PACKED : elementType(size, number);
      }
      counts.add(Line.smallestPeriod(count), rank);
      types.add(Line.smallestPeriod(type), rank);
    }
    line(Keys.COUNT, counts);
    line(Keys.DATATYPE, types);
  }

  private int elementType(long bytes, long elements) {
    int type = bytes % elements == 0 ? Datatypes.ofBytes(bytes / elements) : 0;
    if (type == 0) {
      throw cannotSay(elements + " elements of " + bytes + " bytes");
    }
    return type;
  }

  /**
   * A list field.
   *
   * @param mayVary whether a rank's list may change from one execution to the next
   */
  private ValuesByRank list(OpField field, boolean mayVary) {
    ValuesByRank values = new ValuesByRank();
    int width = op.view.listLength(field);
    @Nullable Variation variation = op.variation(field);
    for (int rank : sortedRanks()) {
      long[] cycle =
          variation == null
              ? op.view.list(field)
              : ProgramTree.cycle(variation.values(), program, rank, width);
      if (cycle.length < width) {
        // A constant stands for all elements.
        long each = cycle[0];
        cycle = new long[width];
        Arrays.fill(cycle, each);
      }
      if (cycle.length == 0 || (!mayVary && cycle.length > width)) {
        throw cannotSay(cycle.length == 0 ? "nothing of its ranks" : "ranks that vary");
      }
      values.add(cycle, rank);
    }
    return values;
  }

  private void line(int key, ValuesByRank values) {
    values.print(Integer.toHexString(key), text);
  }
}
