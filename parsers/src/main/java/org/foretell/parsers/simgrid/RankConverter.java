package org.foretell.parsers.simgrid;

import org.foretell.parsers.column.Bursts;
import org.foretell.parsers.simgrid.TiOptions.UnknownActions;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;

/**
 * Turns the lines of one rank after the other into ops. Durations go to the rank's column, apart
 * from the structure.
 */
final class RankConverter {
  private static final int ANY_TAG = -444;
  private static final int ANY_SOURCE = -555;
  private static final int PROC_NULL = -666;

  /** MPI_UNDEFINED: what the tracer writes for a source, or a destination, that is no rank. */
  private static final int UNDEFINED = -333;

  /** The action of most lines in many traces. */
  private static final long COMPUTE = LineScanner.word(TiAction.COMPUTE.text());

  /** More than the bytes of any default datatype. */
  private static final int DATATYPE_SIZES = 2 * TiDatatypes.DOUBLE_BYTES;

  private static final long SEND_KEY = 0;
  private static final long RECEIVE_KEY = 1L << 60;
  private static final long COLLECTIVE_KEY = 1L << 61;

  private final TraceSink sink;
  private final TiSurvey survey;
  private final TiGaps gaps;
  private boolean initialized;
  private boolean finalized;
  private final int ranks;
  private final boolean passUnknown;
  private final double flopsPerSecond;
  private final CollectiveLine collectives;

  private final OpView op = new OpView();
  private final PendingRequests pending = new PendingRequests();
  private final Bursts bursts;
  private final KeptOps kept;

  /** Whether the op of the current line is all that it says, wherever it stands. */
  private boolean saysTheSame;

  private int rank;
  private int callSite;
  private long collectiveCalls;

  RankConverter(TraceSink sink, TiSurvey survey, TiOptions options, TiGaps gaps) {
    this.sink = sink;
    this.survey = survey;
    this.gaps = gaps;
    this.ranks = survey.ranks();
    this.passUnknown = options.unknownActions() == UnknownActions.PASS;
    this.flopsPerSecond = options.baseFlopsPerSecond();
    this.bursts = new Bursts(sink);
    this.kept = new KeptOps(sink);
    this.collectives = new CollectiveLine(op, ranks, gaps);
  }

  /** What the lines did not say so far, or since someone took it. */
  TiGaps gaps() {
    return gaps;
  }

  /** Converts all lines of a rank. */
  void convert(int newRank, LineScanner line) {
    rank = newRank;
    callSite = OpView.NONE;
    collectiveCalls = 0;
    initialized = false;
    finalized = false;
    pending.clear();
    kept.clear();
    sink.beginProgram(RankSet.of(rank));
    bursts.begin(rank);
    TiArguments arguments =
        new TiArguments(line, ranks, flopsPerSecond, survey.defaultDatatypeBytes());
    while (line.nextLine()) {
      if (!line.isDigits() || line.integer("a rank") != rank) {
        throw line.expected("rank " + rank);
      }
      // Both decide what a line means, and only other lines change them.
      int context = callSite * DATATYPE_SIZES + arguments.defaultDatatypeBytes();
      if (kept.adds(line, context)) {
        continue;
      }
      saysTheSame = false;
      action(line, arguments);
      if (arguments.endLine()) {
        gaps.derivedType();
      } else if (saysTheSame) {
        kept.learn(line);
      }
    }
    waitForAll();
    bursts.end();
    sink.endProgram();
    if (initialized && !finalized) {
      gaps.notFinalized(rank);
    }
    gaps.collectivesOf(rank, collectiveCalls);
  }

  private void action(LineScanner line, TiArguments arguments) {
    if (line.passes(COMPUTE)) {
      bursts.add(OpCode.COMPUTE, callSite, arguments.durationOfFlops());
      return;
    }
    if (!line.nextField()) {
      throw line.expected("an action");
    }
    TiAction action = line.action();
    if (action == null) {
      unknown(line);
      return;
    }
    OpCode code = action.op();
    begin(code);
    switch (action.shape()) {
      case INIT -> {
        initialized = true;
        arguments.defaultDatatypeBytes(
            line.nextField() ? TiDatatypes.DOUBLE_BYTES : TiDatatypes.BYTE_BYTES);
        sink.op(op);
      }
      case FINALIZE -> {
        finalized = true;
        waitForAll();
        sink.op(op.reset(OpCode.FINALIZE).set(OpField.CALL_SITE, callSite));
      }
      case COMPUTE -> bursts.add(code, callSite, arguments.durationOfFlops());
      case SLEEP -> bursts.add(code, callSite, arguments.durationOfSeconds());
      case LOCATION ->
          callSite = survey.callSites().getOrDefault(TiSurvey.callSite(line), OpView.NONE);
      case SEND -> send(arguments, code);
      case RECEIVE -> receive(arguments, code);
      case SENDRECV -> sendrecv(arguments);
      case WAIT, TEST -> completion(arguments, code);
      case WAITALL -> waitForAll();
      case COMMUNICATOR -> gaps.communicatorCall(action);
      case NOTHING -> {}
      default -> collective(arguments, action);
    }
  }

  private void begin(OpCode code) {
    op.reset(code);
    if (callSite != OpView.NONE) {
      op.set(OpField.CALL_SITE, callSite);
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
              + "; set unknown actions to pass to skip them without taking time");
    }
    gaps.passed(name);
  }

  // Messages

  private void send(TiArguments arguments, OpCode code) {
    int peer = peer(arguments, "a destination", false);
    int tag = tag(arguments, false);
    long count = arguments.count();
    op.set(OpField.PEER, peer)
        .set(OpField.TAG, tag)
        .set(OpField.BYTES, arguments.bytes(count, arguments.datatypeBytes(1)));
    if (code.has(OpField.REQUEST)) {
      op.set(OpField.REQUEST, request(arguments, sendKey(peer, tag)));
    }
    saysTheSame = peer >= 0 && !code.has(OpField.REQUEST);
    sink.op(op);
  }

  private void receive(TiArguments arguments, OpCode code) {
    int peer = peer(arguments, "a source", true);
    int tag = tag(arguments, true);
    long count = arguments.integer("a count");
    int size = arguments.datatypeBytes(1);
    op.set(OpField.PEER, peer)
        .set(OpField.TAG, tag)
        .set(OpField.RECEIVE_BYTES, count < 0 ? -1 : arguments.bytes(count, size));
    if (peer == OpView.ANY) {
      op.set(OpField.MATCHED_PEER, matched(peer, tag));
    }
    if (code == OpCode.IRECV) {
      op.set(OpField.REQUEST, request(arguments, receiveKey(peer, tag)));
    }
    saysTheSame = peer >= 0 && code == OpCode.RECV;
    sink.op(op);
  }

  private void sendrecv(TiArguments arguments) {
    long sendCount = arguments.count();
    int destination = peer(arguments, "a destination", false);
    long receiveCount = arguments.integer("a count");
    int source = peer(arguments, "a source", true);
    int sendSize = arguments.datatypeBytes(2);
    int receiveSize = arguments.datatypeBytes(1);
    op.set(OpField.PEER, destination)
        .set(OpField.BYTES, arguments.bytes(sendCount, sendSize))
        .set(OpField.RECEIVE_PEER, source)
        .set(
            OpField.RECEIVE_BYTES,
            receiveCount < 0 ? -1 : arguments.bytes(receiveCount, receiveSize))
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

  private int peer(TiArguments arguments, String what, boolean source) {
    long peer = arguments.integer(what);
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
    throw arguments.expected(
        what
            + ", 0 to "
            + (ranks - 1)
            + (source ? ", or -555 or -333 for any, or -666 for none" : ", or -666 for none"));
  }

  private static int tag(TiArguments arguments, boolean receive) {
    long tag = arguments.integer("a tag");
    if (receive && tag == ANY_TAG) {
      return OpView.ANY;
    }
    if (tag < 0 || tag > Integer.MAX_VALUE) {
      throw arguments.expected("a tag, 0 to 2147483647" + (receive ? " or -444 for any" : ""));
    }
    return (int) tag;
  }

  // Requests

  private int request(TiArguments arguments, long key) {
    if (pending.size() == PendingRequests.LIMIT) {
      throw arguments.error(
          "expected at most " + PendingRequests.LIMIT + " requests without a wait, found one more");
    }
    return pending.add(key);
  }

  private static long sendKey(int peer, int tag) {
    return SEND_KEY | key(peer, tag);
  }

  /** A wait cannot distinguish the two ends of a message to the rank itself: they have one key. */
  private long receiveKey(int peer, int tag) {
    return (peer == rank ? SEND_KEY : RECEIVE_KEY) | key(peer, tag);
  }

  private static long key(int peer, int tag) {
    return ((peer - OpView.PROC_NULL) & 0x3ff_ffffL) << 32 | (tag & 0xffff_ffffL);
  }

  private void completion(TiArguments arguments, OpCode code) {
    long source = arguments.integer("a source");
    long destination = arguments.integer("a destination");
    long tag = arguments.integer("a tag");
    if (tag > Integer.MAX_VALUE) {
      throw arguments.expected("a tag of at most 2147483647");
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

  /** A tested request stays, because it is unknown whether the test was true. */
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

  private void collective(TiArguments arguments, TiAction action) {
    collectiveCalls++;
    long burstPs = collectives.read(rank, action, arguments);
    if (op.code().isNonBlockingCollective()) {
      op.set(OpField.REQUEST, request(arguments, COLLECTIVE_KEY));
    }
    sink.op(op);
    if (burstPs > 0) {
      bursts.add(OpCode.COMPUTE, callSite, burstPs);
    }
  }
}
