package org.foretell.parsers.otf2;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.foretell.parsers.column.Bursts;
import org.foretell.parsers.column.ColumnWriter;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSink;
import org.jspecify.annotations.Nullable;

/** Passes the ops of one rank after the other to a sink. */
final class RankConverter {
  private static final long PS_PER_SECOND = 1_000_000_000_000L;
  private static final int MOST_REGIONS = 1 << 20;

  private final TraceSink sink;
  private final Archive archive;
  private final Definitions definitions;
  private final Ranks ranks;
  private final Dropped dropped = new Dropped();
  private final boolean keepsCallTimes;
  private final OpView op = new OpView();
  private final Bursts bursts;
  private final ColumnWriter callTimes;
  private final BurstCounters counters;
  private final CallConverter calls;
  private final CallRecords records = new CallRecords();

  /** The regions that have begun, the outermost first; unknown ones are null. */
  private final List<@Nullable Region> open = new ArrayList<>();

  private final IntArrayList openMarkers = new IntArrayList();

  private int rank;

  /** How many of the open regions are calls. */
  private int depth;

  private @Nullable Region call;
  private long callBegin;
  private long callPs;
  private int site;

  /** Where the burst that goes on began. */
  private long burstBegin;

  private long lastTime;
  private boolean hasBegun;

  /** Whether the tracer records nothing. */
  private boolean isPaused;

  RankConverter(
      TraceSink sink,
      Archive archive,
      Definitions definitions,
      Ranks ranks,
      UnknownSources unknownSources,
      boolean keepsCallTimes) {
    this.sink = sink;
    this.archive = archive;
    this.definitions = definitions;
    this.ranks = ranks;
    this.keepsCallTimes = keepsCallTimes;
    bursts = new Bursts(sink);
    callTimes = new ColumnWriter(sink::callTimes);
    counters = new BurstCounters(sink, definitions, dropped);
    calls = new CallConverter(op, ranks, archive, unknownSources, dropped, this::emit);
  }

  /** What was dropped so far, or since someone took it. */
  Dropped dropped() {
    return dropped;
  }

  /**
   * Passes on the ops of a rank.
   *
   * @throws TraceException if one of its files is missing or damaged, or says what no trace can
   */
  void convert(int newRank) {
    rank = newRank;
    open.clear();
    openMarkers.clear();
    depth = 0;
    call = null;
    hasBegun = false;
    isPaused = false;
    site = OpView.NONE;
    counters.clear();
    records.clear();
    sink.beginProgram(RankSet.of(rank));
    bursts.begin(rank);
    long location = ranks.location(rank);
    if (Files.exists(archive.events(location)) || !ranks.isSilent(rank)) {
      LocalDefinitions local = LocalDefinitions.of(archive, location);
      try (EventReader events = EventReader.open(archive, location, local);
          Lookahead lookahead = new Lookahead(archive, location, local, definitions)) {
        calls.begin(rank, lookahead);
        while (events.next()) {
          try {
            event(events);
          } catch (IllegalArgumentException | ArithmeticException refused) {
            throw events.damaged("events of calls of MPI", String.valueOf(refused.getMessage()));
          }
        }
        end(events);
      }
    }
    bursts.end();
    sink.endProgram();
    callTimes.flush(rank);
    counters.flush(rank);
  }

  private void event(EventReader event) {
    long time = event.time;
    if (!hasBegun) {
      hasBegun = true;
      burstBegin = time;
      lastTime = time;
    } else if (time < lastTime) {
      dropped.add(Dropped.Kind.BACKWARD_TIMES);
      time = lastTime;
    }
    lastTime = time;
    switch (event.type) {
      case EventReader.ENTER -> enter(event, time);
      case EventReader.LEAVE -> leave(event, time);
      case EventReader.METRIC -> counters.record(event);
      case EventReader.BUFFER_FLUSH -> {
        dropped.add(Dropped.Kind.FLUSHES);
        if (depth == 0 && event.request > time) {
          burst(OpCode.COMPUTE, time - burstBegin);
          burstBegin = event.request;
        }
      }
      case EventReader.SEND,
          EventReader.ISEND,
          EventReader.ISEND_COMPLETE,
          EventReader.IRECV_REQUEST,
          EventReader.RECV,
          EventReader.IRECV,
          EventReader.REQUEST_TEST,
          EventReader.REQUEST_CANCELLED,
          EventReader.COLLECTIVE_END,
          EventReader.COLLECTIVE_REQUEST,
          EventReader.COLLECTIVE_COMPLETE ->
          communication(event, time);
      case EventReader.COLLECTIVE_BEGIN -> {} // Its end says everything.
      case EventReader.MEASUREMENT -> {
        boolean resumes = isPaused && event.tag == EventReader.MEASURING;
        dropped.add(Dropped.Kind.OTHER_EVENTS, resumes ? 1 : 0);
        isPaused = event.tag != EventReader.MEASURING;
      }
      default -> {
        boolean isOneSided =
            event.type >= EventReader.WIN_CREATE && event.type <= EventReader.RMA_COMPLETE_REMOTE;
        if (isOneSided) {
          communication(event, time);
        } else {
          dropped.add(Dropped.Kind.OTHER_EVENTS);
        }
      }
    }
  }

  private void communication(EventReader event, long time) {
    records.add(event);
    if (depth == 0) {
      // Some tracers record messages without the calls around them.
      site = site();
      burst(OpCode.COMPUTE, time - burstBegin);
      burstBegin = time;
      callPs = 0;
      calls.convert(event, null, records);
      records.clear();
    }
  }

  private void enter(EventReader event, long time) {
    Region region = definitions.regions.get(event.object);
    if (region == null) {
      throw event.refused(
          "a region that a definition defines",
          "number " + Integer.toUnsignedString(event.object),
          "the definitions of the archive are damaged; copy it again, or trace again");
    }
    if (open.size() == MOST_REGIONS) {
      throw event.refused(
          "at most " + MOST_REGIONS + " regions within each other",
          "one more",
          "the archive is damaged, or lacks the ends of regions");
    }
    if (region.isCall()) {
      if (depth == 0) {
        site = site();
        burst(OpCode.COMPUTE, time - burstBegin);
        call = region;
        callBegin = time;
        records.clear();
      }
      depth++;
    } else if (region.isPhase && depth == 0) {
      site = site();
      burst(OpCode.COMPUTE, time - burstBegin);
      burstBegin = time;
      openMarkers.add(region.marker);
      sink.op(op.reset(OpCode.MARKER_BEGIN).set(OpField.MARKER, region.marker));
    }
    open.add(region);
  }

  /** The call site of what follows: the innermost region. */
  private int site() {
    Region innermost = open.isEmpty() ? null : open.get(open.size() - 1);
    return innermost == null ? OpView.NONE : innermost.callSite;
  }

  private void leave(EventReader event, long time) {
    Region region = open.isEmpty() ? null : open.remove(open.size() - 1);
    if (region == null) {
      dropped.add(Dropped.Kind.UNBALANCED);
      return;
    }
    if (region.isCall()) {
      depth--;
      if (depth == 0) {
        endCall(event, time);
      }
    } else if (region.isPhase && depth == 0) {
      endPhase(region, time);
    }
  }

  private void endCall(EventReader event, long time) {
    Region ended = call;
    call = null;
    callPs = picoseconds(time - callBegin);
    if (ended != null && !calls.convert(event, ended, records)) {
      if (ended.mayBeNoticed()) {
        dropped.call(ended.name);
      }
      burst(OpCode.ELAPSE, time - callBegin);
    }
    records.clear();
    burstBegin = time;
    counters.begin();
  }

  private void endPhase(Region region, long time) {
    if (openMarkers.isEmpty() || openMarkers.topInt() != region.marker) {
      return; // It began within a call, where no phase can.
    }
    site = region.callSite;
    burst(OpCode.COMPUTE, time - burstBegin);
    burstBegin = time;
    openMarkers.popInt();
    sink.op(op.reset(OpCode.MARKER_END).set(OpField.MARKER, region.marker));
  }

  private void end(EventReader event) {
    if (hasBegun) {
      if (depth > 0) {
        depth = 0;
        endCall(event, lastTime);
      }
      site = site();
      burst(OpCode.COMPUTE, lastTime - burstBegin);
    }
    while (!openMarkers.isEmpty()) {
      sink.op(op.reset(OpCode.MARKER_END).set(OpField.MARKER, openMarkers.popInt()));
    }
    calls.end();
    dropped.add(Dropped.Kind.ATTRIBUTES, event.attributeLists);
  }

  private void burst(OpCode code, long ticks) {
    if (ticks <= 0) {
      return;
    }
    bursts.add(code, site, picoseconds(ticks));
    if (code == OpCode.COMPUTE) {
      counters.end(rank);
    }
  }

  private long picoseconds(long ticks) {
    long perSecond = definitions.ticksPerSecond;
    if (PS_PER_SECOND % perSecond == 0) {
      return Math.multiplyExact(ticks, PS_PER_SECOND / perSecond);
    }
    long whole = Math.multiplyExact(ticks / perSecond, PS_PER_SECOND);
    return whole + Math.round((double) (ticks % perSecond) * PS_PER_SECOND / perSecond);
  }

  private void emit(OpView made) {
    if (made.code().has(OpField.CALL_SITE)) {
      made.set(OpField.CALL_SITE, site);
    }
    sink.op(made);
    if (keepsCallTimes && made.code().isCall()) {
      callTimes.add(rank, callPs);
      callPs = 0; // Further ops of the same call take none of its time.
    }
  }
}
