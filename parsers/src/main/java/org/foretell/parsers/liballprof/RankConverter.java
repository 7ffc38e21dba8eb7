package org.foretell.parsers.liballprof;

import java.nio.file.Path;
import org.foretell.parsers.column.Bursts;
import org.foretell.parsers.column.ColumnWriter;
import org.foretell.parsers.liballprof.CallFields.Argument;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceSink;

/** Passes the ops of one rank after the other to a sink. */
final class RankConverter {
  private static final String NO_TIME = "-";
  private static final int MOST_NAME = 64;

  private final TraceSink sink;
  private final boolean keepsCallTimes;
  private final ProfLosses losses = new ProfLosses();
  private final OpView op = new OpView();
  private final CallLine call = new CallLine();
  private final Bursts bursts;
  private final ColumnWriter callTimes;
  private final Communicators communicators;
  private final CollectiveSizes collectives = new CollectiveSizes(op);
  private final Messages messages;

  private int rank;
  private boolean hasBase;
  private long baseUs;
  private boolean hasEnd;
  private long lastEndPs;
  private long startPs;
  private boolean hasStart;

  RankConverter(TraceSink sink, int ranks, WorldSplits splits, boolean keepsCallTimes) {
    this.sink = sink;
    this.keepsCallTimes = keepsCallTimes;
    bursts = new Bursts(sink);
    callTimes = new ColumnWriter(sink::callTimes);
    communicators = new Communicators(ranks, splits, losses);
    messages = new Messages(op, call, communicators, losses);
  }

  /** What was left out so far, or since someone took it. */
  ProfLosses losses() {
    return losses;
  }

  /**
   * Passes on the ops of a rank.
   *
   * @throws org.foretell.trace.TraceException if its file is damaged, or says what no op can
   */
  void convert(int newRank, Path path) {
    rank = newRank;
    hasBase = false;
    hasEnd = false;
    communicators.begin(rank);
    messages.begin();
    try (LineReader line = LineReader.open(path)) {
      sink.beginProgram(RankSet.of(rank));
      bursts.begin(rank);
      while (line.nextLine()) {
        line(line);
      }
      losses.openRequests(messages.openRequests());
      bursts.end();
      sink.endProgram();
      callTimes.flush(rank);
    }
  }

  private void line(LineReader line) {
    CallFields fields = CallFields.of(line);
    String name = fields == null ? line.field() : fields.name();
    if (fields == null && (!name.startsWith("MPI_") || name.length() > MOST_NAME)) {
      throw line.error("a call (MPI_..:beginning:arguments:end)", "'" + name + "'");
    }
    begin(line);
    if (fields == null) {
      while (line.fieldsLeft() > 0) {
        line.nextField();
      }
      losses.call(name);
      elapse(end(line));
      return;
    }
    call.read(fields, line);
    line.nextField();
    long durationPs = end(line);
    try {
      convert(line, fields, durationPs);
    } catch (IllegalArgumentException refused) {
      throw line.error("arguments of a call of MPI", String.valueOf(refused.getMessage()));
    }
  }

  /** The burst that ends where a call begins. */
  private void begin(LineReader line) {
    if (!line.hasNextField()) {
      throw line.error("a time after the name of the call", "the end of the line");
    }
    line.nextField();
    hasStart = !line.isField(NO_TIME);
    if (hasStart) {
      startPs = time(line);
      if (hasEnd && startPs > lastEndPs) {
        bursts.add(OpCode.COMPUTE, OpView.NONE, startPs - lastEndPs);
      } else if (hasEnd && startPs < lastEndPs) {
        losses.backward();
      }
    }
  }

  /** How long the call took; its end is the field. */
  private long end(LineReader line) {
    if (line.isField(NO_TIME)) {
      return 0;
    }
    long endPs = time(line);
    long durationPs = hasStart ? Math.max(0, endPs - startPs) : 0;
    lastEndPs = hasEnd ? Math.max(lastEndPs, endPs) : endPs;
    hasEnd = true;
    return durationPs;
  }

  private long time(LineReader line) {
    if (!hasBase) {
      baseUs = line.wholeUs();
      hasBase = true;
    }
    return line.timePs(baseUs);
  }

  private void elapse(long durationPs) {
    if (durationPs > 0) {
      bursts.add(OpCode.ELAPSE, OpView.NONE, durationPs);
    }
  }

  private void convert(LineReader line, CallFields fields, long durationPs) {
    OpCode code = fields.op();
    boolean isOp;
    if (code == null || code.family() == OpCode.Family.COMMUNICATOR) {
      isOp = communicators.make(line, fields, call, op);
    } else if (code.isCollective()) {
      op.reset(code);
      if (!collectives.set(line, code, call)) {
        losses.unknownSizes();
        op.reset(OpCode.BARRIER);
      }
      op.set(OpField.COMMUNICATOR, communicators.id(line, call));
      if (code.isNonBlockingCollective()) {
        made(line, false);
      }
      isOp = true;
    } else if (code.family() == OpCode.Family.LOCAL) {
      op.reset(code);
      isOp = true;
    } else {
      isOp = messages.set(line, code);
      if (code.has(OpField.REQUEST) && fields.arguments().contains(Argument.COMM)) {
        made(line, code.family() == OpCode.Family.PERSISTENT);
      }
    }
    if (isOp) {
      sink.op(op);
      if (keepsCallTimes) {
        callTimes.add(rank, durationPs);
      }
    } else {
      // A wait for a null request, or for one that a test completed, leaves nothing out.
      if (code == null || code.family() == OpCode.Family.COMMUNICATOR) {
        losses.call(fields.name());
      }
      elapse(durationPs);
    }
  }

  /**
   * Gives the op its request. Where the place of the request still holds another, a test must have
   * found that one complete: then a wait for it comes first.
   */
  private void made(LineReader line, boolean isPersistent) {
    int open = messages.displaced(line);
    if (open != RequestPlaces.NONE) {
      losses.reused();
      OpView wait = messages.waitFor(open);
      sink.op(wait);
      if (keepsCallTimes) {
        callTimes.add(rank, 0);
      }
    }
    messages.make(line, isPersistent);
  }
}
