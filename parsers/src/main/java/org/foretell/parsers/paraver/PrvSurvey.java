package org.foretell.parsers.paraver;

import it.unimi.dsi.fastutil.longs.Long2IntLinkedOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import org.foretell.parsers.Losses;
import org.foretell.parsers.colon.ColonLines;
import org.foretell.parsers.spill.ChunkedSpill;
import org.foretell.trace.BurstCounter;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/**
 * Reads a whole trace: sorts its records by rank in the temporary file, and keeps what has to be
 * known before the first op is converted.
 */
final class PrvSurvey {
  private static final int STATE = 1;
  private static final int EVENTS = 2;
  private static final int COMMUNICATION = 3;

  private static final int NOT_CREATED = 2;
  private static final int RUNNING = 1;
  private static final int TRACING_OFF = 14;

  /** Other types of Extrae are in this range; what is outside of it is of the program. */
  private static final long FIRST_OF_EXTRAE = 40_000_000;

  private static final long LAST_OF_EXTRAE = 99_999_999;
  private static final int FLUSH = 40_000_003;
  private static final int PAPI = 42_000_000;

  /** A limit at which twice the size is still representable. */
  private static final long MOST_BYTES = Long.MAX_VALUE / 4;

  /**
   * The tag -1 in 32 bits. Extrae 5.1.2 takes a receive from MPI_PROC_NULL for one of this tag from
   * the first task, and matches it with a send.
   */
  private static final long NO_TAG = 0xffff_ffffL;

  private static final long ABSENT = -1;

  private final PrvHeader header;
  private final PrvCommunicators communicators;
  private final ChunkedSpill spill;
  private final EventOutput events;
  private final CollectiveRoots roots = new CollectiveRoots();
  private final ByteBuffer end = ByteBuffer.allocate(MessageEnd.BYTES);

  private final Long2IntLinkedOpenHashMap callSites = new Long2IntLinkedOpenHashMap();
  private final Long2IntLinkedOpenHashMap phases = new Long2IntLinkedOpenHashMap();

  /** By rank: when its first state or event was, and when it ended to compute. */
  private final long[] began;

  private final long[] ran;

  /** By rank, of the collective that it is in: its value, bytes, communicator and mark. */
  private final int[] collective;

  private final long[] sent;
  private final long[] received;
  private final long[] group;
  private final BitSet marked = new BitSet();

  private long[] types = new long[16];
  private long[] values = new long[16];
  private long last;
  private boolean hasRecords;
  private long untraced;
  private long endsOfCollectives;
  private long messagesOfThreads;
  private long eventsOfThreads;
  private long eventsOfTracer;

  private PrvSurvey(PrvHeader header, ChunkedSpill spill) {
    int ranks = header.tasks();
    this.header = header;
    this.spill = spill;
    communicators = new PrvCommunicators(ranks);
    events = new EventOutput(spill, ranks);
    began = new long[ranks];
    Arrays.fill(began, ABSENT);
    ran = new long[ranks];
    collective = new int[ranks];
    sent = new long[ranks];
    received = new long[ranks];
    group = new long[ranks];
    Arrays.fill(group, ABSENT);
    callSites.defaultReturnValue((int) ABSENT);
    phases.defaultReturnValue((int) ABSENT);
  }

  /** Reads the records behind a header. */
  static PrvSurvey of(ColonLines line, PrvHeader header, ChunkedSpill spill) throws IOException {
    PrvSurvey survey = new PrvSurvey(header, spill);
    while (line.next()) {
      survey.line(line);
    }
    spill.finish();
    return survey;
  }

  private void line(ColonLines line) throws IOException {
    char kind = line.first();
    switch (kind) {
      case '#' -> {}
      case 'c' -> {
        if (hasRecords) {
          throw line.error("a communicator must be defined before the first record");
        }
        line.skip();
        communicators.define(line);
      }
      default -> {
        int type =
            (int)
                line.integer(
                    "a type of record (1 state, 2 events, 3 communication)", STATE, COMMUNICATION);
        hasRecords = true;
        line.skip();
        line.integer("application 1", 1, 1);
        int rank = task(line);
        boolean isFirstThread = thread(line) == 1;
        if (type == STATE) {
          state(line, rank, isFirstThread);
        } else if (type == EVENTS) {
          events(line, rank, isFirstThread);
        } else {
          communication(line, rank, isFirstThread);
        }
      }
    }
  }

  private int task(ColonLines line) {
    return (int) line.integer("a task", 1, header.tasks()) - 1;
  }

  private static int thread(ColonLines line) {
    return (int) line.integer("a thread", 1, Integer.MAX_VALUE);
  }

  private long time(ColonLines line) {
    return line.integer("a time", 0, header.latest());
  }

  private void state(ColonLines line, int rank, boolean isFirstThread) {
    long begin = time(line);
    long until = time(line);
    long state = line.integer("a state", 0, Integer.MAX_VALUE);
    line.end();
    last = Math.max(last, until);
    if (!isFirstThread) {
      return;
    }
    if (state == RUNNING) {
      ran[rank] = Math.max(ran[rank], until);
    } else if (state == TRACING_OFF) {
      untraced++;
    }
    if (began[rank] == ABSENT && state != NOT_CREATED && state != 0) {
      began[rank] = begin;
    }
  }

  private void communication(ColonLines line, int sender, boolean isFirstThread)
      throws IOException {
    long send = time(line);
    long sentAt = time(line);
    line.skip();
    line.integer("application 1", 1, 1);
    int receiver = task(line);
    boolean isFirst = thread(line) == 1 && isFirstThread;
    long receive = time(line);
    long receivedAt = time(line);
    long bytes = line.integer("a number of bytes", 0, MOST_BYTES);
    long tag = line.integer("a tag", 0, MOST_BYTES);
    line.end();
    last = Math.max(last, Math.max(sentAt, receivedAt));
    if (tag == ParaverEvents.TAG_OF_COLLECTIVE) {
      endsOfCollectives += 2;
      return;
    }
    checkTag(line, tag);
    if (!isFirst) {
      messagesOfThreads++;
      return;
    }
    add(PrvSpill.sends(sender), new MessageEnd(send, sentAt, receive, receiver, (int) tag, bytes));
    add(
        PrvSpill.receives(receiver),
        new MessageEnd(receive, receivedAt, send, sender, (int) tag, bytes));
  }

  private static void checkTag(ColonLines line, long tag) {
    if (tag == NO_TAG) {
      throw line.error(
          "Extrae matched a send with a receive from MPI_PROC_NULL (tag "
              + tag
              + "), so messages of this trace belong to the wrong receives; trace the program"
              + " without such receives, or with Foretell's tracer");
    }
    if (tag > Integer.MAX_VALUE) {
      throw line.error("expected a tag of at most " + Integer.MAX_VALUE + ", found " + tag);
    }
  }

  private void add(int stream, MessageEnd message) throws IOException {
    message.write(end.clear());
    spill.append(stream, end.array(), 0, MessageEnd.BYTES);
  }

  // Events

  private void events(ColonLines line, int rank, boolean isFirstThread) throws IOException {
    long time = time(line);
    last = Math.max(last, time);
    int count = 0;
    do {
      if (count == types.length) {
        types = Arrays.copyOf(types, 2 * count);
        values = Arrays.copyOf(values, 2 * count);
      }
      types[count] = line.integer("a type of event", 0, Integer.MAX_VALUE);
      values[count] = line.integer("a value", Long.MIN_VALUE + 1, Long.MAX_VALUE - 9);
      count++;
    } while (line.hasField());
    if (!isFirstThread) {
      eventsOfThreads += count;
      return;
    }
    if (began[rank] == ABSENT) {
      began[rank] = time;
    }
    if (time < events.last(rank)) {
      throw line.error(
          "an event of task "
              + (rank + 1)
              + " at "
              + time
              + " comes after one at "
              + events.last(rank)
              + "; expected records in the order of time");
    }
    counters(rank, time, count);
    long caller = 0;
    long callerLine = 0;
    for (int i = 0; i < count; i++) {
      if (types[i] == ParaverEvents.CALLER) {
        caller = site(values[i]);
      } else if (types[i] == ParaverEvents.CALLER_LINE) {
        callerLine = site(values[i]);
      } else {
        event(line, rank, time, types[i], values[i]);
      }
    }
    if (caller != 0 || callerLine != 0) {
      int number = number(callSites, caller << 32 | callerLine);
      events.write(rank, time, EventKind.CALL_SITE, number);
    }
  }

  /** Extrae writes addresses where it finds no names; they differ from rank to rank. */
  private long site(long value) {
    boolean isName = value >= 0 && value <= Integer.MAX_VALUE;
    eventsOfTracer += isName ? 0 : 1;
    return isName ? value : 0;
  }

  private static int number(Long2IntLinkedOpenHashMap numbers, long key) {
    int known = numbers.get(key);
    if (known == ABSENT) {
      known = numbers.size();
      numbers.put(key, known);
    }
    return known;
  }

  /** Counters precede whatever else is in the line: they belong to the time before. */
  private void counters(int rank, long time, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      BurstCounter counter = counter(types[i]);
      if (counter != null && values[i] >= 0) {
        events.write(rank, time, EventKind.COUNTER + counter.ordinal(), values[i]);
      }
    }
  }

  private static @Nullable BurstCounter counter(long type) {
    return switch ((int) type - PAPI) {
      case 8 -> BurstCounter.CACHE_MISSES;
      case 50 -> BurstCounter.INSTRUCTIONS;
      case 59 -> BurstCounter.CYCLES;
      case 102 -> BurstCounter.FLOPS;
      default -> null;
    };
  }

  private void event(ColonLines line, int rank, long time, long type, long value)
      throws IOException {
    switch ((int) type) {
      case ParaverEvents.POINT_TO_POINT,
          ParaverEvents.COLLECTIVE,
          ParaverEvents.OTHER,
          ParaverEvents.ONE_SIDED,
          ParaverEvents.FILE ->
          call(line, rank, time, (int) type - ParaverEvents.POINT_TO_POINT, value);
      case ParaverEvents.SHMEM -> call(line, rank, time, CallType.SHMEM, value);
      case ParaverEvents.SENT_BYTES -> {
        sent[rank] = bytes(line, value);
        events.write(rank, time, EventKind.SENT_BYTES, value);
      }
      case ParaverEvents.RECEIVED_BYTES -> {
        received[rank] = bytes(line, value);
        events.write(rank, time, EventKind.RECEIVED_BYTES, value);
      }
      case ParaverEvents.IS_ROOT -> {
        marked.set(rank, value != 0);
        events.write(rank, time, EventKind.IS_ROOT, value == 0 ? 0 : 1);
      }
      case ParaverEvents.COMMUNICATOR -> {
        if (communicators.group(value) == null) {
          throw line.error(
              "expected a communicator that a line c:1 defines, found " + value + " in an event");
        }
        group[rank] = value;
        events.write(rank, time, EventKind.COMMUNICATOR, value);
      }
      case ParaverEvents.PHASE ->
          events.write(rank, time, EventKind.PHASE, value <= 0 ? 0 : 1L + number(phases, value));
      case FLUSH -> events.write(rank, time, EventKind.FLUSH, value == 0 ? 0 : 1);
      default -> {
        if ((type < FIRST_OF_EXTRAE || type > LAST_OF_EXTRAE) && value >= 0) {
          events.user(rank, time, type, value);
        } else if (counter(type) == null) {
          eventsOfTracer++;
        }
      }
    }
  }

  private static long bytes(ColonLines line, long value) {
    if (value < 0 || value > MOST_BYTES) {
      throw line.error("expected a number of bytes of a collective, found " + value);
    }
    return value;
  }

  private void call(ColonLines line, int rank, long time, int type, long value) throws IOException {
    if (value < 0) {
      throw line.error("expected the value of a call, at least 0, found " + value);
    }
    if (value > 0) {
      events.write(rank, time, EventKind.CALL_BEGINS + type, value);
    } else {
      events.write(rank, time, EventKind.CALL_ENDS + type, 0);
    }
    if (type == CallType.COLLECTIVE) {
      collective(line, rank, value);
    }
  }

  private void collective(ColonLines line, int rank, long value) {
    OpCode code = ParaverEvents.code(collective[rank]);
    if (value == 0 && code != null && code.family() == OpCode.Family.COLLECTIVE) {
      PrvCommunicators.Group of =
          group[rank] == ABSENT ? communicators.world() : communicators.group(group[rank]);
      if (of == null || of.rankOf(rank) < 0) {
        throw line.error(
            "task " + (rank + 1) + " is not in communicator " + group[rank] + " of its collective");
      }
      boolean isRoot = CollectiveRoots.isRoot(code, sent[rank], received[rank], marked.get(rank));
      roots.called(rank, code, of, isRoot);
    }
    collective[rank] = (int) Math.min(value, Integer.MAX_VALUE);
    sent[rank] = 0;
    received[rank] = 0;
    group[rank] = ABSENT;
    marked.clear(rank);
  }

  // Results

  PrvHeader header() {
    return header;
  }

  PrvCommunicators communicators() {
    return communicators;
  }

  CollectiveRoots roots() {
    return roots;
  }

  ChunkedSpill spill() {
    return spill;
  }

  /** Call sites in the order of their numbers: the value of the function, then that of the line. */
  LongSet callSites() {
    return callSites.keySet();
  }

  /** The values of phases in the order of their numbers. */
  LongSet phases() {
    return phases.keySet();
  }

  /** Time of the first record of a rank, -1 if it has none. */
  long began(int rank) {
    return began[rank];
  }

  /** Until when a rank ran at least, 0 if nothing says so. */
  long ran(int rank) {
    return ran[rank];
  }

  /** Time of the last record. */
  long last() {
    return last;
  }

  /** Counts what was left out. */
  void report(Losses losses) {
    leaveOutEnds(losses, endsOfCollectives);
    losses.add(
        "stretches of time without tracing", untraced, "they count as computation, or as a call");
    losses.add("messages of threads after the first", messagesOfThreads, "a rank is one thread");
    losses.add("events of threads after the first", eventsOfThreads, "a rank is one thread");
    losses.add("events of the tracer", eventsOfTracer, "they are neither calls nor phases");
    losses.add(
        "further roots of collectives", roots.contradictions(), "the first that was found counts");
  }

  /** Counts ends of messages that collectives were made of. */
  static void leaveOutEnds(Losses losses, long ends) {
    losses.add("ends of messages in collectives", ends, "a collective has its own");
  }
}
