package org.foretell.parsers.paraver;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.util.Set;
import org.foretell.parsers.Losses;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceException;

/** Makes the ops of one rank after the other. */
final class RankConverter {
  private static final long UNKNOWN = -1;

  /** Creations of communicators that no op stands for, by their values. */
  private static final Set<Long> CREATIONS =
      Set.of(43L, 49L, 54L, 96L, 97L, 173L, 194L, 211L, 212L);

  private final PrvSurvey survey;
  private final String file;
  private final boolean passesUnknown;
  private final Losses losses;
  private final RankOutput output;
  private final PrvCommunicators.Group world;
  private final Int2LongOpenHashMap callsOnCommunicator = new Int2LongOpenHashMap();
  private final IntArrayList phases = new IntArrayList();
  private final long[] sent = new long[1];
  private final long[] received = new long[1];

  private int rank;
  private MessageCalls messages;

  /** Until when the rank's time is accounted for. */
  private long done;

  private int type = (int) UNKNOWN;
  private long value;
  private long begin;
  private boolean isMarked;
  private long communicator;

  RankConverter(
      PrvSurvey survey, String file, boolean passesUnknown, RankOutput output, Losses losses)
      throws IOException {
    this.survey = survey;
    this.file = file;
    this.passesUnknown = passesUnknown;
    this.output = output;
    this.losses = losses;
    world = survey.communicators().world();
    messages = new MessageCalls(survey, file, 0, output, losses);
  }

  /** Makes the program of a rank. */
  void convert(int ofRank) throws IOException {
    rank = ofRank;
    messages = new MessageCalls(survey, file, rank, output, losses);
    callsOnCommunicator.clear();
    phases.clear();
    type = (int) UNKNOWN;
    done = Math.max(0, survey.began(rank));
    output.begin(rank);
    EventInput event = new EventInput(survey.spill(), rank);
    while (event.next()) {
      event(event);
    }
    if (type == UNKNOWN) {
      computeUntil(survey.ran(rank));
    } else {
      losses.add("calls that do not end", "the trace was cut in them");
    }
    while (!phases.isEmpty()) {
      output.marker(false, phases.popInt());
    }
    messages.end();
    output.end();
  }

  private void event(EventInput event) throws IOException {
    switch (event.kind) {
      case EventKind.SENT_BYTES -> sent[0] = event.value;
      case EventKind.RECEIVED_BYTES -> received[0] = event.value;
      case EventKind.IS_ROOT -> isMarked = event.value != 0;
      case EventKind.COMMUNICATOR -> communicator = event.value;
      case EventKind.CALL_SITE -> output.callSite = (int) event.value;
      case EventKind.PHASE -> phase(event);
      case EventKind.USER -> {
        computeUntil(event.time);
        output.event(event.type, event.value);
      }
      case EventKind.FLUSH -> flush(event);
      default -> {
        if (event.kind >= EventKind.COUNTER) {
          output.counted(event.kind - EventKind.COUNTER, event.value);
        } else if (event.kind >= EventKind.CALL_ENDS) {
          callEnds(event);
        } else {
          callBegins(event);
        }
      }
    }
  }

  /** Computation, outside of calls. */
  private void computeUntil(long time) {
    if (type == UNKNOWN && time > done) {
      output.burst(time - done);
      done = time;
    }
  }

  private void phase(EventInput event) {
    computeUntil(event.time);
    if (event.value > 0) {
      phases.add((int) event.value - 1);
      output.marker(true, phases.getInt(phases.size() - 1));
    } else if (phases.isEmpty()) {
      losses.add("ends of phases that had not begun", "the trace was cut in them");
    } else {
      output.marker(false, phases.popInt());
    }
  }

  /** The tracer's own time is no computation. */
  private void flush(EventInput event) {
    if (type != UNKNOWN) {
      return;
    }
    if (event.value != 0) {
      computeUntil(event.time);
    } else {
      losses.add("flushes of the tracer's buffer", "they are not part of the program");
      done = Math.max(done, event.time);
      output.forgetCounts();
    }
  }

  private void callBegins(EventInput event) {
    if (type != UNKNOWN) {
      throw error(event.time, "a call begins before the last one ends");
    }
    computeUntil(event.time);
    type = event.kind - EventKind.CALL_BEGINS;
    value = event.value;
    begin = event.time;
    sent[0] = 0;
    received[0] = 0;
    isMarked = false;
    communicator = UNKNOWN;
    output.callSite = OpView.NONE;
  }

  private void callEnds(EventInput event) throws IOException {
    if (type == UNKNOWN) {
      losses.add("calls that do not begin", "the trace was cut in them");
    } else if (type != event.kind - EventKind.CALL_ENDS) {
      throw error(event.time, "a call ends that is of another type than the one that began");
    } else {
      output.callTook(event.time - begin);
      call(event.time);
    }
    type = (int) UNKNOWN;
    done = Math.max(done, event.time);
    output.forgetCounts();
    output.callSite = OpView.NONE;
  }

  private TraceException error(long time, String what) {
    return new TraceException(
        file + ": task " + (rank + 1) + " at " + time + ": " + what + "; the trace is damaged");
  }

  private void call(long end) throws IOException {
    OpCode code = type == CallType.SHMEM ? null : ParaverEvents.code(value);
    if (code == null) {
      unknown(end);
      return;
    }
    switch (code.family()) {
      case LOCAL -> {
        output.op.reset(code);
        output.call();
      }
      case POINT_TO_POINT -> messages.message(code, begin, end);
      case PERSISTENT -> messages.persistent(code, begin, end);
      case COMPLETION -> messages.completion(code, begin, end);
      case COLLECTIVE -> collective(code, end);
      case COMMUNICATOR -> creation();
      case COMPUTE, MARKER, RMA, FILE, SHMEM -> unknown(end);
    }
  }

  private void creation() {
    losses.add(
        "creations of communicators", "the header has the communicators that collectives name");
  }

  private void unknown(long end) throws IOException {
    messages.withoutMessages(begin, end);
    if (type == CallType.OTHER && CREATIONS.contains(value)) {
      creation();
    } else if (type == CallType.OTHER) {
      losses.add("calls that concern their own rank only", "they take their recorded time");
      output.elapse(end - begin);
    } else if (passesUnknown) {
      losses.add("calls that cannot be replayed", "they take their recorded time");
      output.elapse(end - begin);
    } else {
      throw new TraceException(
          file
              + ": task "
              + (rank + 1)
              + " at "
              + begin
              + ": call "
              + value
              + " of "
              + name()
              + " cannot be replayed from this format, which lacks its arguments; such calls only"
              + " take their time with --unknown-actions pass");
    }
  }

  private String name() {
    int event = type == CallType.SHMEM ? ParaverEvents.SHMEM : ParaverEvents.POINT_TO_POINT + type;
    return "'" + ParaverEvents.TYPES.get(event) + "' (type " + event + ")";
  }

  private void collective(OpCode code, long end) throws IOException {
    OpCode blocking = code.blockingForm();
    if (blocking == OpCode.NEIGHBOR_ALLGATHER || blocking == OpCode.NEIGHBOR_ALLTOALL) {
      unknown(end);
      return;
    }
    messages.withoutMessages(begin, end);
    PrvCommunicators.Group group = world;
    if (communicator == UNKNOWN) {
      losses.add("communicators of collectives", "the trace has none; they are of all ranks");
    } else {
      group = survey.communicators().group(communicator);
      if (group == null) {
        throw error(begin, "communicator " + communicator + " is not defined");
      }
    }
    long number = callsOnCommunicator.addTo(group.id(), 1);
    int root = survey.roots().root(group.id(), number);
    int own = group.rankOf(rank);
    output.op.reset(code).set(OpField.COMMUNICATOR, group.id());
    if (code.has(OpField.ROOT)) {
      output.op.set(OpField.ROOT, root);
      boolean saysSo = CollectiveRoots.isRoot(code, sent[0], received[0], isMarked);
      if (own == 0 && root == 0 && !saysSo) {
        losses.add("roots of collectives", "no record marks them; the first member is assumed");
      }
    }
    CollectiveBytes.set(output.op, blocking, group.size(), own == root, sent, received);
    if (code.has(OpField.REQUEST)) {
      output.op.set(OpField.REQUEST, messages.startCollective());
    }
    output.call();
  }
}
