package org.foretell.parsers.simgrid;

import java.util.List;
import org.foretell.parsers.simgrid.TiOptions.UnknownActions;
import org.foretell.time.Ps;
import org.foretell.time.TimeOverflowException;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.Variation;

/**
 * Turns the lines of one rank after the other into ops. Durations go to the rank's column, apart
 * from the structure.
 */
final class RankConverter {
  private static final List<Variation> DURATION_IN_COLUMN = List.of(Variation.DURATION_COLUMN);
  private static final int ANY_TAG = -444;
  private static final int ANY_SOURCE = -555;
  private static final int PROC_NULL = -666;

  /** MPI_UNDEFINED: what the tracer writes for a source, or a destination, that is no rank. */
  private static final int UNDEFINED = -333;

  private static final long SEND_KEY = 0;
  private static final long RECEIVE_KEY = 1L << 60;
  private static final long COLLECTIVE_KEY = 1L << 61;

  private final TraceSink sink;
  private final TiSurvey survey;
  private final TiGaps gaps;
  private final int ranks;
  private final boolean passUnknown;
  private final double flopsPerSecond;
  private final double psPerFlop;

  private final OpView op = new OpView();
  private final PendingRequests pending = new PendingRequests();
  private final long[] durations = new long[1 << 12];
  private int durationCount;
  private final Counts first;
  private final Counts second;

  private int rank;
  private int callSite;
  private int defaultBytes;
  private long collectives;
  private boolean emptyDatatype;

  RankConverter(TraceSink sink, TiSurvey survey, TiOptions options, TiGaps gaps) {
    this.sink = sink;
    this.survey = survey;
    this.gaps = gaps;
    this.ranks = survey.ranks();
    this.passUnknown = options.unknownActions() == UnknownActions.PASS;
    this.flopsPerSecond = options.baseFlopsPerSecond();
    this.psPerFlop = Ps.PER_SECOND / flopsPerSecond;
    this.first = new Counts();
    this.second = new Counts();
  }

  /** Converts all lines of a rank. */
  void convert(int newRank, LineScanner line) {
    rank = newRank;
    callSite = OpView.NONE;
    defaultBytes = survey.defaultDatatypeBytes();
    collectives = 0;
    pending.clear();
    sink.beginProgram(RankSet.of(rank));
    while (line.nextLine()) {
      line.nextField();
      if (!line.isDigits() || line.integer("a rank") != rank) {
        throw line.expected("rank " + rank);
      }
      emptyDatatype = false;
      action(line);
      if (emptyDatatype) {
        gaps.derivedType();
      }
    }
    waitForAll();
    flushDurations();
    sink.endProgram();
    gaps.collectivesOf(rank, collectives);
  }

  private void action(LineScanner line) {
    if (!line.nextField()) {
      throw line.expected("an action");
    }
    TiAction action = line.action();
    if (action == null) {
      unknown(line);
      return;
    }
    OpCode code = action.op();
    op.reset(code).set(OpField.CALL_SITE, callSite);
    switch (action.shape()) {
      case INIT -> {
        defaultBytes = line.nextField() ? TiDatatypes.DOUBLE_BYTES : TiDatatypes.BYTE_BYTES;
        sink.op(op);
      }
      case FINALIZE -> {
        waitForAll();
        sink.op(op.reset(OpCode.FINALIZE).set(OpField.CALL_SITE, callSite));
      }
      case COMPUTE -> burst(durationOfFlops(line, amount(line, "an amount of flop")));
      case SLEEP -> burst(durationOfSeconds(line, amount(line, "a time in seconds")));
      case LOCATION ->
          callSite = survey.callSites().getOrDefault(TiSurvey.callSite(line), OpView.NONE);
      case SEND -> send(line, code);
      case RECEIVE -> receive(line, code);
      case SENDRECV -> sendrecv(line);
      case WAIT, TEST -> completion(line, code);
      case WAITALL -> waitForAll();
      case COMMUNICATOR -> gaps.communicatorCall(action);
      case NOTHING -> {}
      default -> collective(line, action);
    }
  }

  private void unknown(LineScanner line) {
    String name = line.field();
    if (!passUnknown) {
      throw line.error(
          "expected a known action, found '"
              + (name.length() > 40 ? name.substring(0, 40) + "..." : name)
              + "'"
              + TiAction.whyUnknown(name)
              + " in line '"
              + line.line()
              + "'; known are "
              + TiAction.names()
              + "; unknown actions can be let pass without taking time");
    }
    gaps.passed(name);
  }

  // Bursts

  private void burst(long durationPs) {
    durations[durationCount++] = durationPs;
    sink.op(op, DURATION_IN_COLUMN);
    if (durationCount == durations.length) {
      flushDurations();
    }
  }

  private void flushDurations() {
    if (durationCount > 0) {
      sink.durations(rank, durations, 0, durationCount);
      durationCount = 0;
    }
  }

  private long durationOfFlops(LineScanner line, double flops) {
    try {
      // A whole number of picoseconds per flop, as at 1 Gflop/s, rounds once and not twice.
      return Ps.round(
          psPerFlop == Math.rint(psPerFlop)
              ? flops * psPerFlop
              : flops * Ps.PER_SECOND / flopsPerSecond);
    } catch (TimeOverflowException e) {
      throw line.expected("an amount of flop of less than 106 days");
    }
  }

  private static long durationOfSeconds(LineScanner line, double seconds) {
    try {
      return Ps.fromSeconds(seconds);
    } catch (TimeOverflowException e) {
      throw line.expected("a time of less than 106 days");
    }
  }

  /** The computation that a reduction ends with. */
  private void reductionBurst(long durationPs) {
    if (durationPs > 0) {
      op.reset(OpCode.COMPUTE).set(OpField.CALL_SITE, callSite);
      burst(durationPs);
    }
  }

  // Messages

  private void send(LineScanner line, OpCode code) {
    int peer = peer(line, "a destination", false);
    int tag = tag(line, false);
    long count = count(line);
    op.set(OpField.PEER, peer)
        .set(OpField.TAG, tag)
        .set(OpField.BYTES, bytes(line, count, datatype(line, 1)));
    if (code.has(OpField.REQUEST)) {
      op.set(OpField.REQUEST, request(line, sendKey(peer, tag)));
    }
    sink.op(op);
  }

  private void receive(LineScanner line, OpCode code) {
    int peer = peer(line, "a source", true);
    int tag = tag(line, true);
    require(line, "a count");
    long count = line.integer("a count");
    int size = datatype(line, 1);
    op.set(OpField.PEER, peer)
        .set(OpField.TAG, tag)
        .set(OpField.RECEIVE_BYTES, count < 0 ? -1 : bytes(line, count, size))
        .set(OpField.MATCHED_PEER, matched(peer, tag));
    if (code == OpCode.IRECV) {
      op.set(OpField.REQUEST, request(line, receiveKey(peer, tag)));
    }
    sink.op(op);
  }

  private void sendrecv(LineScanner line) {
    long sendCount = count(line);
    int destination = peer(line, "a destination", false);
    require(line, "a count");
    long receiveCount = line.integer("a count");
    int source = peer(line, "a source", true);
    int sendSize = datatype(line, 2);
    int receiveSize = datatype(line, 1);
    op.set(OpField.PEER, destination)
        .set(OpField.BYTES, bytes(line, sendCount, sendSize))
        .set(OpField.RECEIVE_PEER, source)
        .set(OpField.RECEIVE_BYTES, receiveCount < 0 ? -1 : bytes(line, receiveCount, receiveSize))
        .set(OpField.MATCHED_PEER, matched(source, 0));
    gaps.sendrecv();
    sink.op(op);
  }

  /** Who must have sent what a wildcard receive takes, where only one rank can have. */
  private int matched(int peer, int tag) {
    if (peer != OpView.ANY) {
      return OpView.NONE;
    }
    int sender = tag == OpView.ANY ? OpView.NONE : survey.onlySender(rank, tag);
    gaps.wildcard(sender != OpView.NONE);
    return sender;
  }

  private int peer(LineScanner line, String what, boolean source) {
    require(line, what);
    long peer = line.integer(what);
    if (peer >= 0 && peer < ranks) {
      return (int) peer;
    }
    if (peer == PROC_NULL) {
      return OpView.PROC_NULL;
    }
    if (source && (peer == ANY_SOURCE || peer == UNDEFINED)) {
      return OpView.ANY;
    }
    if (!source && peer == UNDEFINED) {
      gaps.sentToNobody();
      return OpView.PROC_NULL;
    }
    throw line.expected(
        what
            + ", 0 to "
            + (ranks - 1)
            + (source ? ", or -555 or -333 for any, or -666 for none" : ", or -666 for none"));
  }

  private static int tag(LineScanner line, boolean receive) {
    require(line, "a tag");
    long tag = line.integer("a tag");
    if (receive && tag == ANY_TAG) {
      return OpView.ANY;
    }
    if (tag < 0 || tag > Integer.MAX_VALUE) {
      throw line.expected("a tag, 0 to 2147483647" + (receive ? " or -444 for any" : ""));
    }
    return (int) tag;
  }

  // Requests

  private int request(LineScanner line, long key) {
    if (pending.size() == PendingRequests.LIMIT) {
      throw line.error(
          "expected at most "
              + PendingRequests.LIMIT
              + " requests that nothing has waited for, found one more");
    }
    return pending.add(key);
  }

  private static long sendKey(int peer, int tag) {
    return SEND_KEY | key(peer, tag);
  }

  /** A wait cannot tell the two ends of a message to oneself apart: they have one key. */
  private long receiveKey(int peer, int tag) {
    return (peer == rank ? SEND_KEY : RECEIVE_KEY) | key(peer, tag);
  }

  private static long key(int peer, int tag) {
    return ((peer - OpView.PROC_NULL) & 0x3ff_ffffL) << 32 | (tag & 0xffff_ffffL);
  }

  private void completion(LineScanner line, OpCode code) {
    require(line, "a source");
    long source = line.integer("a source");
    require(line, "a destination");
    long destination = line.integer("a destination");
    require(line, "a tag");
    long tag = line.integer("a tag");
    if (tag > Integer.MAX_VALUE) {
      throw line.expected("a tag of at most 2147483647");
    }
    boolean test = code == OpCode.TEST;
    int slot = -1;
    if (tag < 0 && tag != ANY_TAG) {
      slot = find(COLLECTIVE_KEY, test); // the tracer's internal tags
    } else {
      int plainTag = tag == ANY_TAG ? OpView.ANY : (int) tag;
      if (source == rank) {
        slot = find(sendKey(peerOfWait(destination, OpView.PROC_NULL), plainTag), test);
      }
      if (slot < 0 && destination == rank) {
        slot = find(receiveKey(peerOfWait(source, OpView.ANY), plainTag), test);
      }
    }
    if (slot < 0) {
      gaps.waitForNothing();
      return;
    }
    if (test) {
      gaps.test();
    }
    sink.op(op.set(OpField.REQUEST, slot));
  }

  /** A tested request stays, because nobody knows whether the test was true. */
  private int find(long key, boolean keep) {
    return keep ? pending.peek(key) : pending.take(key);
  }

  private static int peerOfWait(long peer, int undefined) {
    if (peer == UNDEFINED) {
      return undefined;
    }
    if (peer == PROC_NULL) {
      return OpView.PROC_NULL;
    }
    if (peer == ANY_SOURCE) {
      return OpView.ANY;
    }
    return peer < 0 || peer >= TraceInfo.MAX_RANKS ? OpView.NONE : (int) peer;
  }

  private void waitForAll() {
    if (pending.size() > 0) {
      op.reset(OpCode.WAITALL)
          .set(OpField.CALL_SITE, callSite)
          .setList(OpField.REQUESTS, pending.takeAll());
      sink.op(op);
    }
  }

  // Collectives

  private void collective(LineScanner line, TiAction action) {
    collectives++;
    long burstPs = 0;
    switch (action.shape()) {
      case BARRIER -> {}
      case BCAST -> {
        long count = count(line);
        op.set(OpField.ROOT, optionalRoot(line))
            .set(OpField.BYTES, bytes(line, count, datatype(line, 2)));
      }
      case REDUCE, ALLREDUCE -> {
        long count = count(line);
        burstPs = durationOfFlops(line, amount(line, "an amount of flop"));
        if (action.shape() == TiAction.Shape.REDUCE) {
          op.set(OpField.ROOT, optionalRoot(line));
        }
        op.set(OpField.BYTES, bytes(line, count, datatype(line, 2))).set(OpField.COUNT, count);
      }
      case REDUCE_SCATTER -> {
        first.read(line, action);
        burstPs = durationOfFlops(line, amount(line, "an amount of flop"));
        op.set(OpField.COUNT, first.sum);
        first.setBytes(line, OpField.RECEIVE_BYTES_BY_RANK, datatype(line, 2));
      }
      case ALLTOALL, GATHER -> {
        long sent = count(line);
        long received = count(line);
        if (action.shape() == TiAction.Shape.GATHER) {
          op.set(OpField.ROOT, optionalRoot(line));
        }
        op.set(OpField.BYTES, bytes(line, sent, datatype(line, 2)))
            .set(OpField.RECEIVE_BYTES, bytes(line, received, datatype(line, 1)));
        if (action.op().blockingForm() == OpCode.ALLTOALL) {
          gaps.alltoall(op.bytes());
        }
      }
      case ALLTOALLV -> alltoallv(line, action);
      case GATHERV -> {
        long sent = count(line);
        first.read(line, action);
        int root = optionalRoot(line);
        op.set(OpField.ROOT, root).set(OpField.BYTES, bytes(line, sent, datatype(line, 2)));
        first.setBytesAtRoot(line, OpField.RECEIVE_BYTES_BY_RANK, datatype(line, 1), root);
      }
      case ALLGATHERV -> allgatherv(line, action);
      case SCATTERV -> {
        first.read(line, action);
        long received = count(line);
        int root = optionalRoot(line);
        op.set(OpField.ROOT, root);
        first.setBytesAtRoot(line, OpField.SEND_BYTES_BY_RANK, datatype(line, 2), root);
        op.set(OpField.RECEIVE_BYTES, bytes(line, received, datatype(line, 1)));
      }
      default -> throw new IllegalStateException("no collective: " + action);
    }
    if (op.code().isNonBlockingCollective()) {
      op.set(OpField.REQUEST, request(line, COLLECTIVE_KEY));
    }
    sink.op(op);
    reductionBurst(burstPs);
  }

  private void alltoallv(LineScanner line, TiAction action) {
    count(line); // the size of the send buffer
    first.read(line, action);
    count(line);
    second.read(line, action);
    // Like SimGrid: one datatype alone is ignored.
    int left = line.countFieldsLeft();
    boolean typed = left >= 2;
    emptyDatatype = !typed && line.trailingBlanks() >= 2 - left;
    first.setBytes(line, OpField.SEND_BYTES_BY_RANK, typed ? datatype(line, 2) : defaultBytes);
    second.setBytes(line, OpField.RECEIVE_BYTES_BY_RANK, typed ? datatype(line, 2) : defaultBytes);
  }

  private void allgatherv(LineScanner line, TiAction action) {
    long sent = count(line);
    first.read(line, action);
    // Like SimGrid: 3 to P fields more are displacements and no datatypes.
    int left = line.countFieldsLeft();
    boolean typed = left <= 2 || left > ranks;
    int sendSize = typed ? datatype(line, 2) : defaultBytes;
    int receiveSize = typed && left == 2 ? datatype(line, 2) : sendSize;
    op.set(OpField.BYTES, bytes(line, sent, sendSize));
    first.setBytes(line, OpField.RECEIVE_BYTES_BY_RANK, receiveSize);
  }

  private int optionalRoot(LineScanner line) {
    if (!line.nextField()) {
      return 0;
    }
    long root = line.integer("a root");
    if (root < 0 || root >= ranks) {
      throw line.expected("a root, 0 to " + (ranks - 1));
    }
    return (int) root;
  }

  // Arguments

  private static void require(LineScanner line, String what) {
    if (!line.nextField()) {
      throw line.expected(what);
    }
  }

  private static double amount(LineScanner line, String what) {
    require(line, what);
    return line.amount(what);
  }

  private static long count(LineScanner line) {
    require(line, "a count");
    long count = line.integer("a count");
    if (count < 0) {
      throw line.expected("a count of at least 0");
    }
    return count;
  }

  /**
   * Size in bytes of the datatype in the next field, of the default one if there is no field.
   *
   * @param emptyBlanks how many blanks at the end of the line say that the tracer wrote an empty
   *     id, that of a derived type
   */
  private int datatype(LineScanner line, int emptyBlanks) {
    if (!line.nextField()) {
      emptyDatatype |= line.trailingBlanks() >= emptyBlanks;
      return defaultBytes;
    }
    long id = line.integer("a datatype id");
    int size = TiDatatypes.bytes(id);
    if (size < 0) {
      throw line.expected("a datatype id, 0 to " + TiDatatypes.lastId());
    }
    return size;
  }

  private static long bytes(LineScanner line, long count, int size) {
    if (size > 0 && count > Long.MAX_VALUE / size) {
      throw line.error(
          "expected less than 2^63 bytes, found "
              + count
              + " elements of "
              + size
              + " bytes in line '"
              + line.line()
              + "'");
    }
    return count * size;
  }

  /** A count for each rank. */
  private final class Counts {
    private long[] values = {};
    private long sum;

    void read(LineScanner line, TiAction action) {
      if (values.length == 0) {
        values = new long[ranks];
      }
      sum = 0;
      for (int i = 0; i < ranks; i++) {
        if (!line.nextField()) {
          throw line.expected(
              "a count for each of the "
                  + ranks
                  + " ranks ("
                  + action.text()
                  + " on a communicator of fewer ranks cannot be expressed in this format)");
        }
        long count = line.integer("a count");
        if (count < 0) {
          throw line.expected("a count of at least 0");
        }
        values[i] = count;
        sum += count;
        if (sum < 0) {
          throw line.expected("counts that sum up to less than 2^63");
        }
      }
    }

    void setBytes(LineScanner line, OpField field, int size) {
      bytes(line, sum, size); // so that no sum of them overflows either
      for (int i = 0; i < ranks; i++) {
        values[i] *= size;
      }
      op.setList(field, values, 0, ranks);
    }

    /** Only the root's list means something. */
    void setBytesAtRoot(LineScanner line, OpField field, int size, int root) {
      if (rank == root) {
        setBytes(line, field, size);
      } else {
        op.setList(field, values, 0, 0);
      }
    }
  }
}
