package org.foretell.analysis.recorded;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.foretell.analysis.waits.WaitStates;
import org.foretell.trace.CallTimes;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;

/**
 * Walks through the traced run in the order of its recorded times, and finds where ranks waited for
 * each other. Clocks of ranks are aligned so that nothing ends before its cause has begun; without
 * such evidence, they agree at the end of {@code MPI_Init}, or of the first collective in which all
 * ranks wait. {@code MPI_Init} and {@code MPI_Finalize} take no time.
 *
 * <p>Each rank is read three times at most. It keeps some 30 bytes for each call and 60 for each
 * message. For one thread at a time.
 */
public final class RecordedRun {
  private final TraceSource trace;
  private final CallLog log;
  private final MovedData messages;
  private final MovedData updated;
  private final MovedData seen;
  private final VariableUpdates updates;
  private final List<RankTimeline> timelines = new ArrayList<>();
  private final CallGroups groups = new CallGroups(timelines);
  private final GroupWaits others = new GroupWaits(groups);
  private final WaitStates waits;
  private final long[] computePs;
  private final long[] endsPs;
  private final BitSet told = new BitSet();
  private long unknown;
  private long impossible;
  private long mostImpossiblePs;

  private RecordedRun(TraceSource trace, CallLog log) {
    this.trace = trace;
    this.log = log;
    int ranks = trace.info().ranks();
    messages = log.messages();
    updated = log.updates();
    seen = log.seen();
    for (int rank = 0; rank < ranks; rank++) {
      timelines.add(new RankTimeline());
    }
    updates = new VariableUpdates(updated, timelines);
    waits = new WaitStates(ranks, true);
    computePs = new long[ranks];
    endsPs = new long[ranks];
  }

  /**
   * Finds the causes of waiting.
   *
   * @param trace of sequences of ops, with recorded times of the calls of each rank
   * @param log of a replay of the trace
   * @return the waits
   * @throws TraceException if the trace is damaged, or a rank has no recorded times
   */
  public static RecordedSummary of(TraceSource trace, CallLog log) {
    RecordedRun run = new RecordedRun(trace, log);
    run.read();
    run.tell();
    return run.summary();
  }

  private CallTimes times(int rank) {
    Optional<CallTimes> recorded = trace.callTimes(rank);
    return recorded.orElseThrow(
        () -> new TraceException("rank " + rank + " has no recorded times of calls"));
  }

  static boolean startsOrEnds(OpCode code) {
    return code == OpCode.INIT || code == OpCode.FINALIZE || code == OpCode.SHMEM_FINALIZE;
  }

  private void read() {
    MessageSides sides = new MessageSides(messages, timelines.size());
    SeenMessages bySeen = new SeenMessages(seen);
    long[] togetherPs = new long[timelines.size()];
    for (int rank = 0; rank < timelines.size(); rank++) {
      RankTimeline timeline = timelines.get(rank);
      RankReader reader =
          new RankReader(rank, timeline, sides, groups, updates, log.communicators(), bySeen);
      togetherPs[rank] = read(rank, timeline, reader);
      unknown += reader.unknown();
    }
    long[] offsetsPs = setClocks(togetherPs);
    // The first to begin does so at 0.
    long firstPs = Long.MAX_VALUE;
    for (long offsetPs : offsetsPs) {
      firstPs = Math.min(firstPs, offsetPs);
    }
    for (int rank = 0; rank < timelines.size(); rank++) {
      timelines.get(rank).offsetPs(offsetsPs[rank] - firstPs);
    }
    groups.sort();
    updates.sort();
  }

  private long[] setClocks(long[] togetherPs) {
    ClockSetting clocks = new ClockSetting(timelines.size());
    for (int rank = 0; rank < timelines.size(); rank++) {
      RankTimeline timeline = timelines.get(rank);
      for (int at = 0; at < timeline.needs(); at++) {
        long need = timeline.need(at);
        int number = Need.number(need);
        long endPs = timeline.endPs(timeline.waitingCall(at));
        if (Need.kind(need) == Need.SENDER && messages.sendCall(number) != MovedData.NONE) {
          clocks.message(messages.source(number), sendPs(number), rank, endPs);
        } else if (Need.kind(need) == Need.MEMBERS && isOfAll(groups.code(number))) {
          clocks.goes(number, rank, endPs);
        }
      }
    }
    groups.forEach(
        (number, rank, call) -> {
          if (isOfAll(groups.code(number))) {
            clocks.comes(number, rank, timelines.get(rank).startPs(call));
          }
        });
    return clocks.offsetsPs(togetherPs);
  }

  /** Whether no rank can leave a collective before all have come. */
  private static boolean isOfAll(OpCode code) {
    return switch (code) {
      case BARRIER, ALLREDUCE, ALLGATHER, ALLTOALL, SHMEM_BARRIER, SHMEM_SYNC -> true;
      // Any other op: it says nothing for clocks, which are set by those that are known to
      // synchronise.
      default -> false;
    };
  }

  /** {@return the time on the rank's own clock at which all clocks are the same} */
  private long read(int rank, RankTimeline timeline, RankReader reader) {
    CallTimes times = times(rank);
    OpView op = new OpView();
    long nowPs = 0;
    long togetherPs = 0;
    boolean areTogether = false;
    try (RankCursor cursor = trace.open(rank)) {
      while (cursor.next(op)) {
        if (op.code().family() == OpCode.Family.COMPUTE) {
          computePs[rank] += op.durationPs();
          nowPs += op.durationPs();
        } else if (op.code().isCall()) {
          long startPs = nowPs;
          long takesPs = times.nextPs();
          nowPs += startsOrEnds(op.code()) ? 0 : takesPs;
          timeline.add(startPs, nowPs);
          reader.called(op);
          if (!areTogether && (synchronises(op) || op.code() == OpCode.INIT)) {
            togetherPs = nowPs;
            areTogether = synchronises(op);
          }
        }
      }
    }
    if (timeline.calls() != log.calls(rank)) {
      throw new AssertionError(
          "rank %d has %d calls, and the replay had %d"
              .formatted(rank, timeline.calls(), log.calls(rank)));
    }
    return togetherPs;
  }

  private static boolean synchronises(OpView op) {
    return isOfAll(op.code()) && op.communicator() == Communicator.WORLD;
  }

  /** A rank on its way through its program. */
  private final class Walk {
    private final int rank;
    private final RankCursor cursor;
    private final OpView op = new OpView();
    private final RankTimeline timeline;
    private int call = -1;
    private int need;
    private long startPs;
    private long endPs;

    Walk(int rank) {
      this.rank = rank;
      cursor = trace.open(rank);
      timeline = timelines.get(rank);
      endPs = timeline.offsetPs();
    }

    boolean next() {
      while (cursor.next(op)) {
        if (op.code().family() == OpCode.Family.COMPUTE) {
          startPs = endPs;
          endPs += op.durationPs();
          return true;
        }
        if (op.code().isCall()) {
          call++;
          startPs = timeline.startPs(call);
          endPs = timeline.endPs(call);
          return true;
        }
      }
      cursor.close();
      return false;
    }

    long endPs() {
      return endPs;
    }

    int rank() {
      return rank;
    }

    /** Bursts first, so that what a rank did before it sent is known. */
    boolean isCall() {
      return op.code().isCall();
    }
  }

  private void tell() {
    PriorityQueue<Walk> order =
        new PriorityQueue<>(
            Comparator.comparingLong(Walk::endPs)
                .thenComparing(Walk::isCall)
                .thenComparingInt(Walk::rank));
    for (int rank = 0; rank < timelines.size(); rank++) {
      Walk walk = new Walk(rank);
      if (walk.next()) {
        order.add(walk);
      }
    }
    while (!order.isEmpty()) {
      Walk walk = order.remove();
      if (walk.isCall()) {
        called(walk);
      } else {
        waits.compute(walk.rank, walk.op.code(), walk.op.callSite(), walk.startPs, walk.endPs);
      }
      endsPs[walk.rank] = walk.endPs;
      if (walk.next()) {
        order.add(walk);
      } else {
        waits.finished(walk.rank, walk.endPs);
      }
    }
  }

  private void called(Walk walk) {
    CallWait wait = new CallWait(walk.startPs, walk.endPs);
    int first = walk.need;
    for (; walk.need < walk.timeline.needs(); walk.need++) {
      if (walk.timeline.waitingCall(walk.need) != walk.call) {
        break;
      }
      long need = walk.timeline.need(walk.need);
      int number = Need.number(need);
      switch (Need.kind(need)) {
        case SENDER -> wait.until(sendPs(number), messages.source(number), true, Need.SENDER);
        case SEEN -> seen(wait, number);
        case RECEIVER -> {
          if (messages.receiveCall(number) != MovedData.NONE) {
            wait.until(receivePs(number), messages.destination(number), false, Need.RECEIVER);
          }
        }
        case MEMBERS -> others.members(wait, walk.rank, number, log.peer(walk.rank, walk.call));
        case UPDATE -> {
          int update = updates.take(number);
          if (update != MovedData.NONE) {
            int source = updated.source(update);
            long sentPs = timelines.get(source).startPs(updated.sendCall(update));
            wait.until(sentPs, source, true, Need.UPDATE);
          }
        }
        case LOCK -> others.unlocked(wait, walk.rank, number);
        // A library may let the first access wait for the post, or the complete.
        case POST -> others.released(wait, walk.rank, number, Long.MAX_VALUE, Need.POST);
        case COMPLETE -> others.released(wait, walk.rank, number, Long.MAX_VALUE, Need.COMPLETE);
      }
    }
    for (int at = first; at < walk.need; at++) {
      long need = walk.timeline.need(at);
      tellMessage(walk, wait, need);
    }
    if (wait.isImpossible()) {
      impossible++;
      mostImpossiblePs = Math.max(mostImpossiblePs, wait.impossiblePs);
    }
    if (wait.isForPartner()) {
      waits.partnerCame(walk.rank, wait.late, wait.untilPs);
    }
    waits.op(
        walk.rank,
        walk.op.code(),
        walk.op.callSite(),
        log.peer(walk.rank, walk.call),
        walk.op.communicator(),
        0,
        walk.startPs,
        wait.untilPs - walk.startPs,
        walk.endPs);
    if (wait.isForMembers()) {
      waits.oneSidedMessage(wait.late, walk.rank, 0, 0, wait.untilPs, walk.endPs);
    }
  }

  /** A probe has seen what another rank has sent. */
  private void seen(CallWait wait, int number) {
    int source = seen.source(number);
    long sentPs = timelines.get(source).startPs(seen.sendCall(number));
    wait.until(sentPs, source, true, Need.SEEN);
  }

  private long sendPs(int message) {
    return timelines.get(messages.source(message)).startPs(messages.sendCall(message));
  }

  private long receivePs(int message) {
    return timelines.get(messages.destination(message)).startPs(messages.receiveCall(message));
  }

  /** Reports a message once it has been received, or once its sender has waited for that. */
  private void tellMessage(Walk walk, CallWait wait, long need) {
    Need kind = Need.kind(need);
    int message = Need.number(need);
    boolean isWaitedFor =
        kind == Need.RECEIVER
            && wait.untilPs > walk.startPs
            && messages.receiveCall(message) != MovedData.NONE
            && receivePs(message) == wait.untilPs;
    if ((kind == Need.SENDER || isWaitedFor) && !told.get(message)) {
      told.set(message);
      long sentPs = Math.min(sendPs(message), walk.endPs);
      long postedPs = messages.receiveCall(message) == MovedData.NONE ? sentPs : receivePs(message);
      waits.message(
          messages.source(message),
          messages.destination(message),
          messages.tag(message),
          0,
          sentPs,
          postedPs,
          walk.endPs);
    }
  }

  private RecordedSummary summary() {
    List<RecordedSummary.OfRank> ranks = new ArrayList<>();
    long makespanPs = 0;
    for (int rank = 0; rank < timelines.size(); rank++) {
      makespanPs = Math.max(makespanPs, endsPs[rank]);
      ranks.add(new RecordedSummary.OfRank(rank, computePs[rank], endsPs[rank]));
    }
    return new RecordedSummary(
        makespanPs, ranks, waits.summary(), unknown, impossible, mostImpossiblePs);
  }
}
