package org.foretell.parsers.dumpi;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.nio.file.Path;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.column.Bursts;
import org.foretell.parsers.column.ColumnWriter;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;

/** Passes the ops of one rank after the other to a sink. */
final class RankConverter {
  private static final long PS_PER_NS = 1000;

  private final TraceSink sink;
  private final DumpiSurvey survey;
  private final Losses losses = new Losses();
  private final ReadingOptions options;
  private final int ranks;
  private final OpView op = new OpView();
  private final Bursts bursts;
  private final ColumnWriter callTimes;
  private final Communicators communicators = new Communicators();
  private final Groups groups = new Groups();
  private final CommunicatorCalls communicatorCalls;
  private final CollectiveCalls collectives = new CollectiveCalls(op);
  private final MessageCalls messages;
  private final WindowCalls windows;
  private final FileCalls files;
  private final IntArrayList functions = new IntArrayList();

  private int rank;
  private int threads;
  private boolean hasSeveralThreads;
  private boolean hasOtherTimes;
  private long lastStopNs;
  private boolean hasBegun;

  RankConverter(TraceSink sink, DumpiSurvey survey, int ranks, ReadingOptions options) {
    this.sink = sink;
    this.survey = survey;
    this.ranks = ranks;
    this.options = options;
    bursts = new Bursts(sink);
    callTimes = new ColumnWriter(sink::callTimes);
    communicatorCalls = new CommunicatorCalls(op, communicators, groups, losses);
    messages = new MessageCalls(op, communicatorCalls, losses);
    windows = new WindowCalls(op, communicatorCalls, groups);
    files = new FileCalls(op, communicatorCalls, losses);
  }

  /** What was left out so far, or since someone took it. */
  Losses losses() {
    return losses;
  }

  /** Whether calls of several threads of a rank were made into one sequence. */
  boolean hasSeveralThreads() {
    return hasSeveralThreads;
  }

  /** Whether some calls have only the times of the clock that was not asked for. */
  boolean hasOtherTimes() {
    return hasOtherTimes;
  }

  /**
   * Passes on the ops of a rank.
   *
   * @throws org.foretell.trace.TraceException if its file is damaged, or says what no trace can
   */
  void convert(int newRank, Path path) {
    rank = newRank;
    threads = -1;
    hasBegun = false;
    functions.clear();
    communicators.begin(rank, ranks);
    groups.clear();
    collectives.clear();
    windows.clear();
    files.clear();
    try (DumpiFile file = DumpiFile.open(path)) {
      Long2IntOpenHashMap callSites = survey.callSites(file);
      messages.begin(file);
      sink.beginProgram(RankSet.of(rank));
      bursts.begin(rank);
      RecordReader records = file.records();
      DumpiRecord call = records.record();
      while (records.next()) {
        try {
          record(file, call, callSites);
        } catch (IllegalArgumentException refused) {
          throw file.damaged(
              call, "arguments of a call of MPI", String.valueOf(refused.getMessage()));
        }
      }
      losses.add(Losses.Kind.OPEN_REQUESTS, messages.openRequests());
      bursts.end();
      sink.endProgram();
      callTimes.flush(rank);
    }
  }

  private void record(DumpiFile file, DumpiRecord call, Long2IntOpenHashMap callSites) {
    if (call.has(Argument.FN)) {
      if (call.call.name().equals("Function_enter")) {
        functions.add(callSites.get(call.value(Argument.FN)));
      } else if (!functions.isEmpty()) {
        functions.popInt();
      }
      return;
    }
    hasSeveralThreads |= threads >= 0 && threads != call.thread;
    threads = call.thread;
    int site = functions.isEmpty() ? OpView.NONE : functions.topInt();
    boolean isWall = call.hasWallTimes && !(options.usesProcessorTimes() && call.hasCpuTimes);
    boolean isTimed = isWall || call.hasCpuTimes;
    hasOtherTimes |= isTimed && isWall == options.usesProcessorTimes();
    long startNs = isWall ? call.wallStartNs : call.cpuStartNs;
    long stopNs = isWall ? call.wallStopNs : call.cpuStopNs;
    if (!isTimed) {
      losses.add(Losses.Kind.NO_TIMES, 1);
    } else {
      if (hasBegun) {
        losses.add(Losses.Kind.BACKWARD_TIMES, startNs < lastStopNs ? 1 : 0);
        burst(OpCode.COMPUTE, site, startNs - lastStopNs);
      }
      lastStopNs = hasBegun ? Math.max(stopNs, lastStopNs) : stopNs;
      hasBegun = true;
    }
    losses.add(Losses.Kind.COUNTERS, call.counters > 0 ? 1 : 0);
    if (isOp(file, call)) {
      op.set(OpField.CALL_SITE, site);
      sink.op(op);
      if (options.keepsCallTimes()) {
        callTimes.add(rank, callNs(call) * PS_PER_NS);
      }
    } else {
      losses.call(call.call);
      burst(OpCode.ELAPSE, site, isTimed ? stopNs - startNs : 0);
    }
  }

  /** How long a call took: elapsed time, which includes that of waiting, if it is there. */
  private static long callNs(DumpiRecord call) {
    if (call.hasWallTimes) {
      return Math.max(0, call.wallStopNs - call.wallStartNs);
    }
    return call.hasCpuTimes ? Math.max(0, call.cpuStopNs - call.cpuStartNs) : 0;
  }

  private void burst(OpCode code, int site, long durationNs) {
    if (durationNs > 0) {
      bursts.add(code, site, Math.multiplyExact(durationNs, PS_PER_NS));
    }
  }

  /** Sets the op of a call; false if none stands for it. */
  private boolean isOp(DumpiFile file, DumpiRecord call) {
    OpCode code = call.call.op();
    if (code == null) {
      messages.types().apply(call);
      groups.apply(call);
      communicators.apply(call);
      collectives.apply(call);
      files.apply(call, messages.types());
      return communicatorCalls.convert(file, call);
    }
    return switch (code.family()) {
      case LOCAL -> {
        op.reset(code);
        yield true;
      }
      case POINT_TO_POINT, PERSISTENT, COMPLETION -> messages.convert(file, call, code);
      case COLLECTIVE -> {
        KnownCommunicator communicator = communicatorCalls.usable(file, call, Argument.COMM);
        op.reset(code).set(OpField.COMMUNICATOR, communicator.id);
        collectives.convert(messages.sizes(), call, communicator);
        yield true;
      }
      case COMMUNICATOR -> communicatorCalls.convert(file, call);
      case RMA -> windows.convert(file, call, code, messages.sizes());
      case FILE -> files.convert(file, call, code, messages);
      case COMPUTE, MARKER, SHMEM -> false;
    };
  }

  /** The note of a trace in which several threads of a rank made calls. */
  static String threadsNote() {
    return TraceInfo.SEVERAL_THREADS
        + "; they are merged into one sequence in the order in which they ended, so a call that"
        + " blocks one thread blocks all";
  }
}
