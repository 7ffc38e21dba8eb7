package org.foretell.parsers.raw;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Objects;
import org.foretell.parsers.column.Bursts;
import org.foretell.parsers.column.ColumnWriter;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;

/** Passes the ops of one rank after the other to a sink. */
final class RankConverter {
  private static final RawCall NO_CALL = new RawCall();
  private static final String CUT_OFF =
      "the file was cut off; the trace ends with its last whole record";

  private final TraceSink sink;
  private final RawSurvey survey;
  private final RankUpdates updates;
  private final RawOptions options;
  private final RawNotes notes = RawNotes.ofRank();
  private final Bursts bursts;
  private final ColumnWriter callTimes;
  private final RankCounts counts;
  private final OpView view = new OpView();
  private final IntArrayList openMarkers = new IntArrayList();

  private int rank;
  private RankClock clock;
  private Definitions definitions = Definitions.NONE;
  private RequestMatches matches = RequestMatches.NONE;
  private int[] callSites = {};

  RankConverter(TraceSink sink, RawSurvey survey, RankUpdates updates, RawOptions options) {
    this.sink = sink;
    this.survey = survey;
    this.updates = updates;
    this.options = options;
    bursts = new Bursts(sink);
    callTimes = new ColumnWriter(sink::callTimes);
    counts = new RankCounts(sink);
    clock = survey.clock(0);
  }

  /** What the user should know of the ranks so far, or since someone took it. */
  RawNotes notes() {
    return notes;
  }

  /** How the waits of OpenSHMEM were matched. */
  RankUpdates updates() {
    return updates;
  }

  /**
   * Passes on the ops of a rank.
   *
   * @throws TraceException if its file is damaged, or says what no trace can
   */
  void convert(int newRank) {
    rank = newRank;
    clock = survey.clock(rank);
    updates.begin();
    try (RawFile file = survey.open(rank)) {
      definitions = Definitions.of(file.definitions());
      callSites = survey.callSites().tableIdsOf(definitions);
      matches = RequestMatches.of(file, definitions);
      sink.beginProgram(RankSet.of(rank));
      bursts.begin(rank);
      openMarkers.clear();
      RankRecords records = RankRecords.of(file, definitions);
      if (records != null) {
        convert(file, records);
      } else if (file.isCut()) {
        notes.rank(rank, CUT_OFF);
      }
      while (!openMarkers.isEmpty()) {
        endMarker();
      }
      bursts.end();
      sink.endProgram();
      callTimes.flush(rank);
      counts.flush(rank);
    }
  }

  private void convert(RawFile file, RankRecords records) {
    RawCall call = NO_CALL;
    try {
      while (records.next()) {
        call = records.call();
        computation(call, clock.durationPs(records.burstTicks()), records.threads() == 1);
        record(call);
      }
    } catch (IllegalArgumentException refused) {
      throw new TraceException(
          file.path()
              + ": byte "
              + call.position
              + (call.function == null ? "" : ", " + call.function.name())
              + ": "
              + refused.getMessage(),
          refused);
    }
    if (records.isCut() || file.isCut()) {
      notes.rank(rank, CUT_OFF);
    }
    if (records.threads() > 1) {
      notes.rank(
          rank,
          TraceInfo.SEVERAL_THREADS
              + "; they are merged into one sequence (sends by their start, all other calls by"
              + " their end, a sendrecv as isend and recv), so a call that blocks one thread blocks"
              + " all");
    }
    notes.add(rank, "unsuccessful polls were folded into the call after them", records.polls());
    notes.add(
        rank,
        "clustered: between two markers, the rank has the times of another rank, the lead of its"
            + " cluster",
        records.borrowed());
    if (records.threads() > 1) {
      notes.add(
          rank,
          "hardware counters of bursts were left out, since a burst of several threads is no burst"
              + " of one of them",
          records.counters());
    }
  }

  /**
   * The burst that a record ends, with what the program said of it.
   *
   * @param isCounted whether counters of the processor that counted it are its own
   */
  private void computation(RawCall call, long durationPs, boolean isCounted) {
    if (durationPs > 0) {
      if (isCounted) {
        counts.add(rank, call.counts);
      } else {
        counts.addNone(rank);
      }
    }
    boolean isFirstHalf = call.part != RawCall.Part.RECEIVING_HALF;
    long flops = isFirstHalf ? call.flops : 0;
    long memoryBytes = isFirstHalf ? call.memoryBytes : 0;
    if (flops == 0 && memoryBytes == 0) {
      burst(OpCode.COMPUTE, callSite(call), durationPs);
      return;
    }
    if (durationPs == 0) {
      notes.rank(rank, "a burst with work took no time by the clock; its work is left out");
      return;
    }
    view.reset(OpCode.COMPUTE).set(OpField.CALL_SITE, callSite(call));
    bursts.add(view.set(OpField.FLOPS, flops).set(OpField.MEMORY_BYTES, memoryBytes), durationPs);
  }

  private void burst(OpCode code, int callSite, long durationPs) {
    if (durationPs > 0) {
      bursts.add(code, callSite, durationPs);
    }
  }

  private void record(RawCall call) {
    switch (call.kind) {
      case RawCall.MARKER_BEGIN -> beginMarker(call.name);
      case RawCall.MARKER_END -> endMarker(call.name);
      case RawCall.OFF ->
          notes.rank(rank, "recording was switched off; the gap counts as time without calls");
      case RawCall.ON -> burst(OpCode.ELAPSE, OpView.NONE, durationPs(call));
      default -> call(call);
    }
  }

  /** A burst has that of the call that ends it, which tells it from bursts of other places. */
  private int callSite(RawCall call) {
    return call.callSite < 0 ? OpView.NONE : callSites[call.callSite];
  }

  private long durationPs(RawCall call) {
    return clock.durationPs(call.endTicks - call.startTicks);
  }

  private int marker(int name) {
    return survey.markers().getOrDefault(definitions.names().get(name), OpView.NONE);
  }

  private void beginMarker(int name) {
    openMarkers.add(marker(name));
    sink.op(view.reset(OpCode.MARKER_BEGIN).set(OpField.MARKER, marker(name)));
  }

  /** Phases nest in a trace; those within the one that ends, end with it. */
  private void endMarker(int name) {
    int marker = marker(name);
    if (!openMarkers.contains(marker)) {
      notes.rank(rank, "a phase ended that had not begun; its end is left out");
      return;
    }
    while (openMarkers.topInt() != marker) {
      notes.rank(rank, "a phase was still open when its enclosing phase ended; it ends there");
      endMarker();
    }
    endMarker();
  }

  private void endMarker() {
    int marker = openMarkers.popInt();
    sink.op(view.reset(OpCode.MARKER_END).set(OpField.MARKER, marker));
  }

  private void call(RawCall call) {
    RawFunction function = Objects.requireNonNull(call.function);
    int site = callSite(call);
    OpCode op = function.op();
    if (op == null || !op.isCall()) {
      notes.otherCall(function);
      burst(OpCode.ELAPSE, site, durationPs(call));
      return;
    }
    if (call.part != RawCall.Part.WHOLE) {
      half(call, function, site);
      return;
    }
    view.reset(op).set(OpField.CALL_SITE, site);
    for (int i = 0; i < function.fields().size(); i++) {
      RawFunction.Field field = function.fields().get(i);
      if (field.role() == RawFunction.Role.DROPPED) {
        notes.dropped(function, field);
      } else if (field.role() == RawFunction.Role.FIELD) {
        set(call, i, Objects.requireNonNull(field.field()));
      }
    }
    if (function.isCompareAndSwap()) {
      view.set(OpField.FLAGS, OpCode.ATOMIC_COMPARES);
    }
    matched(call, op);
    if (op.family() == OpCode.Family.SHMEM) {
      updates.apply(rank, definitions, clock, call, view);
    }
    sink.op(view);
    if (options.callTimes()) {
      callTimes.add(rank, durationPs(call));
    }
  }

  /** A half of a sendrecv of a rank with several threads; its request is forgotten at once. */
  private void half(RawCall call, RawFunction function, int site) {
    boolean sends = call.part == RawCall.Part.SENDING_HALF;
    view.reset(sends ? OpCode.ISEND : OpCode.RECV).set(OpField.CALL_SITE, site);
    take(OpField.COMMUNICATOR, call, function, OpField.COMMUNICATOR);
    if (sends) {
      take(OpField.PEER, call, function, OpField.PEER);
      take(OpField.TAG, call, function, OpField.TAG);
      take(OpField.BYTES, call, function, OpField.BYTES);
    } else {
      take(OpField.PEER, call, function, OpField.RECEIVE_PEER);
      take(OpField.TAG, call, function, OpField.RECEIVE_TAG);
      take(OpField.RECEIVE_BYTES, call, function, OpField.RECEIVE_BYTES);
      itself(call, RawCall.RECEIVING_HALF, OpField.PEER, OpField.TAG);
    }
    sink.op(view);
    if (options.callTimes()) {
      callTimes.add(rank, sends ? 0 : durationPs(call));
    }
  }

  private void take(OpField field, RawCall call, RawFunction function, OpField from) {
    view.set(field, call.value(function.indexOf(from), from.absent()));
  }

  private void set(RawCall call, int index, OpField field) {
    if (field.isList()) {
      int from = (int) call.values[index];
      view.setList(field, call.elements.elements(), from, call.lengths[index]);
    } else {
      view.set(field, call.values[index]);
    }
  }

  /** Puts what a receive with wildcards matched into it. */
  private void matched(RawCall call, OpCode op) {
    switch (op) {
      case IRECV, RECV_INIT -> {
        long match = matches.next();
        if (match == RequestMatches.CANCELLED) {
          notes.rank(
              rank, "a receive was cancelled or its source is unknown; it receives from nobody");
          view.set(OpField.PEER, OpView.PROC_NULL);
        } else if (match != RequestMatches.UNKNOWN) {
          matched(
              OpField.PEER, OpField.TAG, RequestMatches.source(match), RequestMatches.tag(match));
        }
      }
      case IPROBE -> {
        itself(call, RawCall.ITSELF, OpField.PEER, OpField.TAG);
        if (view.get(OpField.OUTCOME) == 0) {
          // It found nothing, so its wildcards leave nothing open.
          view.set(OpField.MATCHED_PEER, OpView.PROC_NULL);
        }
      }
      case RECV, PROBE -> itself(call, RawCall.ITSELF, OpField.PEER, OpField.TAG);
      case SENDRECV, SENDRECV_REPLACE ->
          itself(call, RawCall.RECEIVING_HALF, OpField.RECEIVE_PEER, OpField.RECEIVE_TAG);
      case SEND, BSEND, SSEND, RSEND, ISEND, IBSEND, ISSEND, IRSEND, SEND_INIT, BSEND_INIT -> {}
      case SSEND_INIT, RSEND_INIT, START, STARTALL, REQUEST_FREE -> {}
      // Of POINT_TO_POINT and PERSISTENT all are listed: no other op has wildcards.
      default -> {}
    }
  }

  private void itself(RawCall call, long slot, OpField peer, OpField tag) {
    for (int i = 0; i < call.matches.size(); i += RawCall.MATCH_WIDTH) {
      if (call.matches.getLong(i) == slot) {
        matched(peer, tag, call.matches.getLong(i + 1), call.matches.getLong(i + 2));
      }
    }
  }

  private void matched(OpField peer, OpField tag, long source, long matchedTag) {
    boolean isOpen = view.get(peer) == OpView.ANY || view.get(tag) == OpView.ANY;
    if (isOpen && (source >= 0 || source == OpView.PROC_NULL)) {
      view.set(OpField.MATCHED_PEER, source).set(OpField.MATCHED_TAG, matchedTag);
    }
  }
}
