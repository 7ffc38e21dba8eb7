package org.foretell.parsers.otf2;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceSink;
import org.foretell.trace.Variation;
import org.jspecify.annotations.Nullable;

/** Turns the events of one rank after the other into ops. */
final class RankConverter {
  private static final List<Variation> TIMED = List.of(Variation.DURATION_COLUMN);

  private final Definitions definitions;
  private final Communicators communicators;
  private final boolean keepsCallTimes;
  private final TraceSink sink;
  private final Losses losses;
  private final CallStack stack;
  private final TimeColumn durations;
  private final TimeColumn callTimes;
  private final OpView op = new OpView();
  private final long[] sent = new long[1];
  private final long[] received = new long[1];
  private final LongArrayList completed = new LongArrayList();

  private int rank;
  private RankSurvey survey = new RankSurvey();
  private @Nullable Matches matches;
  private OpenRequests requests = new OpenRequests();

  /** Until when ops have been passed on. */
  private long cursorPs;

  /** The call that the rank is in, null outside of calls. */
  private @Nullable Region call;

  private long callStartPs;
  private long nestedCalls;
  private int site = OpView.NONE;
  private long opsOfCall;

  RankConverter(
      Definitions definitions,
      Communicators communicators,
      boolean keepsCallTimes,
      TraceSink sink,
      Losses losses) {
    this.definitions = definitions;
    this.communicators = communicators;
    this.keepsCallTimes = keepsCallTimes;
    this.sink = sink;
    this.losses = losses;
    stack = new CallStack(sink, losses);
    durations = new TimeColumn(sink::durations);
    callTimes = new TimeColumn(sink::callTimes);
  }

  /** Passes on the ops of a rank. */
  void convert(int newRank, RankSurvey newSurvey, EventCursor event, @Nullable Matches newMatches) {
    rank = newRank;
    survey = newSurvey;
    matches = newMatches;
    requests = new OpenRequests();
    completed.clear();
    call = null;
    nestedCalls = 0;
    sink.beginProgram(RankSet.of(rank));
    boolean isFirst = true;
    while (event.next()) {
      if (isFirst) {
        cursorPs = event.timePs;
        isFirst = false;
      }
      try {
        convert(event);
      } catch (IllegalArgumentException refused) {
        throw event.damaged("an event that a trace can hold", String.valueOf(refused.getMessage()));
      }
    }
    if (call != null) {
      endCall(event.timePs);
    }
    burst(OpCode.COMPUTE, event.timePs);
    stack.endAll(this::endPhase);
    durations.flush(rank);
    sink.endProgram();
    callTimes.flush(rank);
    losses.note("requests that no record completes", requests.size());
  }

  private void convert(EventCursor event) {
    switch (event.type) {
      case EventType.ENTER -> enter(event);
      case EventType.LEAVE -> leave(event);
      case EventType.SEND -> within(event, this::send);
      case EventType.ISEND -> within(event, this::startSend);
      case EventType.RECV -> within(event, this::receive);
      case EventType.IRECV_REQUEST -> within(event, this::startReceive);
      case EventType.ISEND_COMPLETE,
          EventType.IRECV,
          EventType.REQUEST_CANCELLED,
          EventType.COLLECTIVE_COMPLETE ->
          within(event, this::complete);
      case EventType.COLLECTIVE_END -> within(event, this::collective);
      case EventType.COLLECTIVE_REQUEST -> within(event, this::startCollective);
      case EventType.REQUEST_TEST ->
          losses.add("tests of requests", "they found nothing complete and only take time", 1);
      case EventType.COLLECTIVE_BEGIN -> {}
      default -> losses.record(event.type);
    }
  }

  // Regions

  private void enter(EventCursor event) {
    if (call != null) {
      nestedCalls++;
      return;
    }
    Region region = definitions.region(event.region);
    if (region == null) {
      throw event.damaged("a region that is defined", "region " + event.region);
    }
    if (region.isCall()) {
      beginCall(region, event.timePs);
    } else {
      stack.enter(region, event);
    }
  }

  private void leave(EventCursor event) {
    if (call == null) {
      stack.leave(
          definitions.region(event.region),
          () -> burst(OpCode.COMPUTE, event.timePs),
          this::endPhase);
    } else if (nestedCalls > 0) {
      nestedCalls--;
    } else {
      endCall(event.timePs);
    }
  }

  private void beginCall(Region region, long timePs) {
    call = region;
    callStartPs = timePs;
    opsOfCall = 0;
    stack.beginPhases(startPs -> burst(OpCode.COMPUTE, startPs), this::beginPhase);
    site = stack.callSite(region);
    burst(OpCode.COMPUTE, timePs);
  }

  private void endCall(long timePs) {
    Region ended = call;
    if (ended == null) {
      return;
    }
    String name = ended.call();
    if (completed.isEmpty() && name.startsWith("mpi_wait")) {
      boolean isForAll = name.equals("mpi_waitall");
      requests.guess(
          isForAll,
          survey.losesSends(),
          isForAll ? survey.waitsForAllReceives() : survey.losesReceives(),
          completed);
      losses.note(
          "waits without records of what they waited for: the oldest request is assumed, for"
              + " waitall all of the kind that was started last",
          completed.isEmpty() ? 0 : 1);
    }
    if (completed.size() == 1) {
      pass(op.reset(OpCode.WAIT).set(OpField.REQUEST, completed.getLong(0)));
    } else if (completed.size() > 1) {
      op.reset(OpCode.WAITALL);
      pass(op.setList(OpField.REQUESTS, completed.elements(), 0, completed.size()));
    }
    completed.clear();
    if (opsOfCall == 0 && (name.equals("mpi_init") || name.equals("mpi_init_thread"))) {
      pass(op.reset(OpCode.INIT));
    } else if (opsOfCall == 0 && name.equals("mpi_finalize")) {
      pass(op.reset(OpCode.FINALIZE));
    }
    call = null;
    if (opsOfCall == 0) {
      if (timePs > cursorPs) {
        losses.add(
            "calls of " + ended.name(), "no record says what they did; they only take time", 1);
      }
      burst(OpCode.ELAPSE, timePs);
    } else if (keepsCallTimes) {
      callTimes.add(rank, Math.max(0, timePs - callStartPs));
    }
    cursorPs = Math.max(cursorPs, timePs);
    site = OpView.NONE;
  }

  /** Some tracers record what happened without the region in which it did. */
  private void within(EventCursor event, Consumer<EventCursor> what) {
    if (call != null) {
      what.accept(event);
    } else {
      beginCall(Region.UNKNOWN, event.timePs);
      what.accept(event);
      endCall(event.timePs);
    }
  }

  private void beginPhase(int marker) {
    sink.op(op.reset(OpCode.MARKER_BEGIN).set(OpField.MARKER, marker));
  }

  private void endPhase(int marker) {
    sink.op(op.reset(OpCode.MARKER_END).set(OpField.MARKER, marker));
  }

  private void burst(OpCode code, long untilPs) {
    if (untilPs > cursorPs) {
      sink.op(op.reset(code).set(OpField.CALL_SITE, site), TIMED);
      durations.add(rank, untilPs - cursorPs);
      cursorPs = untilPs;
    }
  }

  private void pass(OpView view) {
    if (opsOfCall++ > 0 && keepsCallTimes) {
      callTimes.add(rank, 0);
    }
    sink.op(view.set(OpField.CALL_SITE, site));
  }

  // Messages

  private boolean isIn(String part) {
    return call != null && call.call().contains(part);
  }

  private OpView message(EventCursor event, OpCode code) {
    Communicator communicator = communicators.of(event);
    return op.reset(code)
        .set(
            OpField.PEER,
            Communicators.isNobody(event)
                ? OpView.PROC_NULL
                : communicators.peer(event, communicator))
        .set(OpField.TAG, tag(event.tag, event))
        .set(OpField.COMMUNICATOR, communicator.id());
  }

  private static long tag(long tag, EventCursor event) {
    if (tag > Integer.MAX_VALUE) {
      throw event.damaged("a tag of at most " + Integer.MAX_VALUE, String.valueOf(tag));
    }
    return tag;
  }

  private void send(EventCursor event) {
    OpCode code =
        isIn("sendrecv")
            ? OpCode.ISEND
            : isIn("ssend")
                ? OpCode.SSEND
                : isIn("bsend") ? OpCode.BSEND : isIn("rsend") ? OpCode.RSEND : OpCode.SEND;
    pass(message(event, code).set(OpField.BYTES, event.bytes));
  }

  private void startSend(EventCursor event) {
    OpCode code =
        isIn("issend")
            ? OpCode.ISSEND
            : isIn("ibsend") ? OpCode.IBSEND : isIn("irsend") ? OpCode.IRSEND : OpCode.ISEND;
    int slot = requests.start(event, OpenRequests.Kind.SEND);
    pass(message(event, code).set(OpField.BYTES, event.bytes).set(OpField.REQUEST, slot));
  }

  private void receive(EventCursor event) {
    pass(message(event, OpCode.RECV).set(OpField.RECEIVE_BYTES, event.bytes));
  }

  private void startReceive(EventCursor event) {
    int slot = requests.start(event, OpenRequests.Kind.RECEIVE);
    Matches.Match match = matches == null ? Matches.Match.NONE : matches.next();
    if (match.type() == EventType.IRECV) {
      event.peer = match.peer();
      event.comm = match.comm();
      event.tag = match.tag();
      message(event, OpCode.IRECV).set(OpField.RECEIVE_BYTES, match.bytes());
    } else if (survey.losesReceives() && survey.lost().next()) {
      LostReceives lost = survey.lost();
      op.reset(OpCode.IRECV)
          .set(OpField.PEER, lost.peer())
          .set(OpField.TAG, tag(lost.tag(), event))
          .set(OpField.COMMUNICATOR, lost.comm())
          .set(OpField.RECEIVE_BYTES, lost.size());
      losses.note(
          "receives whose source was not recorded: the messages to their rank are assumed, in the"
              + " order of their senders",
          1);
    } else {
      op.reset(OpCode.IRECV).set(OpField.PEER, OpView.PROC_NULL);
      losses.note("receives that were cancelled or never complete; they receive from nobody", 1);
    }
    pass(op.set(OpField.REQUEST, slot));
  }

  private void complete(EventCursor event) {
    int slot = requests.complete(event.request);
    if (slot < 0) {
      losses.add("completions of requests", "no record started these requests", 1);
    } else {
      completed.add(slot);
    }
  }

  // Collectives

  private void collective(EventCursor event) {
    if (collective(event, event.operation, true)) {
      pass(op);
    }
  }

  private boolean collective(EventCursor event, int number, boolean isBlocking) {
    if (!Collective.isKnown(number)) {
      losses.add("collectives that create or destroy something", "they only take their time", 1);
      return false;
    }
    Collective kind = Collective.of(number);
    Communicator communicator = communicators.of(event);
    op.reset(kind.op(isBlocking)).set(OpField.COMMUNICATOR, communicator.id());
    int root = -1;
    if (op.code().has(OpField.ROOT)) {
      root = communicators.peer(event, communicator);
      op.set(OpField.ROOT, root);
    }
    sent[0] = event.bytes;
    received[0] = event.received;
    kind.sizes(
        op,
        sent,
        received,
        definitions.isOfEztrace() ? 1 : communicator.size(),
        Communicators.rankOf(communicator, rank),
        root);
    if (kind.hasOnlyTotals()) {
      losses.add(
          "sizes for single ranks in collectives with a size for each",
          "the archive has only their sum, which is divided evenly",
          1);
    }
    return true;
  }

  private void startCollective(EventCursor event) {
    Matches.Match match = matches == null ? Matches.Match.NONE : matches.next();
    if (match.type() != EventType.COLLECTIVE_COMPLETE) {
      losses.add("non-blocking collectives", "no record says which they were", 1);
      return;
    }
    event.peer = match.peer();
    event.comm = match.comm();
    event.bytes = match.bytes();
    event.received = match.received();
    if (collective(event, match.operation(), false)) {
      pass(op.set(OpField.REQUEST, requests.start(event, OpenRequests.Kind.COLLECTIVE)));
    }
  }
}
