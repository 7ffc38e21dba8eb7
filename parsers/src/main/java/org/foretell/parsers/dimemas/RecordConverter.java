package org.foretell.parsers.dimemas;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import org.foretell.parsers.colon.ColonLines;
import org.foretell.parsers.column.Bursts;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceSink;

/** Turns the records of one task after the other into ops. */
final class RecordConverter {
  static final int GPU_CALL_SITE = 0;

  /** The text of that call site. */
  static final String GPU_BURST = "GPU burst";

  private static final String KNOWN =
      "a record of type 0 (nothing), 1 (burst), 2 (send), 3 (receive), 10 (collective), 11 (GPU"
          + " burst) or 20 (event)";

  private final TraceSink sink;
  private final DimSurvey survey;
  private final DimNotes notes = new DimNotes();

  private final OpView op = new OpView();
  private final DimMessage message;
  private final OpenRequests requests = new OpenRequests();
  private final Int2LongOpenHashMap callsOnCommunicator = new Int2LongOpenHashMap();
  private final long[] sent = new long[1];
  private final long[] received = new long[1];
  private final Bursts bursts;
  private int task = -1;
  private boolean first;

  RecordConverter(TraceSink sink, DimSurvey survey) {
    this.sink = sink;
    this.survey = survey;
    bursts = new Bursts(sink);
    message = new DimMessage(survey.header().tasks(), survey.communicators());
  }

  /**
   * Converts all lines of the file that was surveyed.
   *
   * @return notes for the user
   */
  DimNotes convertAll(ColonLines line) {
    line.next(); // the header
    while (line.next()) {
      if (line.first() != 'd' && line.first() != 's') {
        convert(line);
      }
    }
    endTask();
    return notes;
  }

  private void convert(ColonLines line) {
    int type = (int) line.integer("a type of record", 0, Integer.MAX_VALUE);
    int newTask = survey.task(line);
    if (newTask != task) {
      endTask();
      task = newTask;
      first = true;
      sink.beginProgram(RankSet.of(task));
      bursts.begin(task);
    }
    line.skip();
    if (first && type != DimRecord.BURST) {
      notes.doesNotBeginWithABurst(task);
    }
    first = false;
    record(line, type);
    line.end();
  }

  private void endTask() {
    if (task >= 0) {
      bursts.end();
      sink.endProgram();
      notes.neverWaitedFor(task, requests.open());
      requests.clear();
      callsOnCommunicator.clear();
    }
  }

  private void record(ColonLines line, int type) {
    switch (type) {
      case DimRecord.NOTHING -> {}
      case DimRecord.BURST -> bursts.add(OpCode.COMPUTE, OpView.NONE, line.seconds("a duration"));
      case DimRecord.GPU_BURST ->
          bursts.add(OpCode.ELAPSE, GPU_CALL_SITE, line.seconds("a duration"));
      case DimRecord.SEND -> send(line);
      case DimRecord.RECEIVE -> receive(line);
      case DimRecord.COLLECTIVE -> collective(line);
      case DimRecord.EVENT -> {
        op.reset(OpCode.EVENT)
            .set(OpField.OBJECT, line.integer("a type of event", 0, Integer.MAX_VALUE))
            .set(OpField.COUNT, line.integer("a value", 0, Long.MAX_VALUE));
        sink.op(op);
      }
      default -> throw line.error("expected " + KNOWN + ", found '" + line.text() + "'");
    }
  }

  // Messages

  private void send(ColonLines line) {
    message.read(line, "a destination");
    int how = (int) line.integer("a kind of send", 0, 3);
    boolean immediate = (how & DimRecord.IMMEDIATE) != 0;
    DimCommunicators.Group group = group();
    op.reset(immediate ? OpCode.ISEND : OpCode.SEND)
        .set(OpField.PEER, group.rankOf(message.partner))
        .set(OpField.BYTES, message.bytes)
        .set(OpField.TAG, message.tag)
        .set(OpField.COMMUNICATOR, group.id())
        .set(
            OpField.FLAGS,
            (how & DimRecord.RENDEZVOUS) != 0 ? OpCode.PROTOCOL_RENDEZVOUS : OpCode.PROTOCOL_EAGER);
    // No record waits for an immediate send, so it keeps the null request.
    sink.op(op);
  }

  private DimCommunicators.Group group() {
    return survey.communicators().forMessage(message.group, task, message.partner);
  }

  private void receive(ColonLines line) {
    message.read(line, "a source");
    int how = (int) line.integer("a kind of receive (0 Recv, 1 Irecv, 2 Wait)", 0, 2);
    DimCommunicators.Group group = group();
    int peer = group.rankOf(message.partner);
    if (how == DimRecord.WAIT) {
      int slot = requests.waitForReceive(peer, message.tag, group.id());
      if (slot < 0) {
        throw line.error(
            "waits for a message from task "
                + message.partner
                + " with tag "
                + message.tag
                + ", but no Irecv for one is open: '"
                + line.text()
                + "'");
      }
      sink.op(op.reset(OpCode.WAIT).set(OpField.REQUEST, slot));
      return;
    }
    boolean immediate = how == DimRecord.IMMEDIATE_RECEIVE;
    op.reset(immediate ? OpCode.IRECV : OpCode.RECV)
        .set(OpField.PEER, peer)
        .set(OpField.RECEIVE_BYTES, message.bytes)
        .set(OpField.TAG, message.tag)
        .set(OpField.COMMUNICATOR, group.id());
    if (immediate) {
      op.set(OpField.REQUEST, requests.startReceive(line, peer, message.tag, group.id()));
    }
    sink.op(op);
  }

  private static long bytes(ColonLines line) {
    return line.integer("a number of bytes", 0, DimMessage.MOST_BYTES);
  }

  // Collectives: number, communicator, root, its thread, bytes sent and received, and how

  private void collective(ColonLines line) {
    DimCollective kind = DimCollective.read(line);
    DimCommunicators.Group group = survey.communicators().of(line, task);
    int markedRoot = (int) line.integer("a root", 0, Integer.MAX_VALUE);
    line.skip();
    sent[0] = bytes(line);
    received[0] = bytes(line);
    int how =
        line.hasField()
            ? (int) line.integer("a kind of synchronisation", 0, 3)
            : DimRecord.BLOCKING;
    if (how == DimRecord.WAIT) {
      waitForCollective(line, kind, group);
      return;
    }
    if (how == DimRecord.ROOT && kind != DimCollective.REDUCE) {
      throw line.error("expected synchronisation 3 of a reduce only, found '" + line.text() + "'");
    }
    long number = callsOnCommunicator.addTo(group.id(), 1);
    op.reset(kind.op(how != DimRecord.START)).set(OpField.COMMUNICATOR, group.id());
    int rank = group.rankOf(task);
    int root = 0;
    if (kind == DimCollective.REDUCE) {
      root = DimCommunicators.rank(line, group, root(line, markedRoot));
    } else if (kind.marksRoot()) {
      int rootTask = survey.root(group.id(), number);
      if (rootTask < 0) {
        notes.noRoot();
      } else {
        root = group.rankOf(rootTask);
      }
    }
    kind.sizes(op, sent, received, group.size(), rank == root);
    if (op.code().has(OpField.ROOT)) {
      op.set(OpField.ROOT, root);
    }
    if (how == DimRecord.ROOT) {
      op.set(OpField.FLAGS, OpCode.REDUCTION_TO_ROOT_BY_MESSAGES);
    } else if (how == DimRecord.START) {
      op.set(OpField.REQUEST, requests.startCollective(line, kind.ordinal(), group.id()));
    }
    sink.op(op);
  }

  private int root(ColonLines line, int task) {
    if (task >= survey.header().tasks()) {
      throw line.error(
          "expected a root of 0 to "
              + (survey.header().tasks() - 1)
              + ", found "
              + task
              + " in '"
              + line.text()
              + "'");
    }
    return task;
  }

  private void waitForCollective(
      ColonLines line, DimCollective kind, DimCommunicators.Group group) {
    int slot = requests.waitForCollective(kind.ordinal(), group.id());
    if (slot < 0) {
      throw line.error(
          "waits for a non-blocking "
              + kind.title()
              + ", but none is open on the communicator: '"
              + line.text()
              + "'");
    }
    sink.op(op.reset(OpCode.WAIT).set(OpField.REQUEST, slot));
  }
}
