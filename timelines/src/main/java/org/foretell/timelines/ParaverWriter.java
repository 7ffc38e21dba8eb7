package org.foretell.timelines;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.foretell.parsers.paraver.ParaverEvents;
import org.foretell.time.Ps;
import org.foretell.trace.CallNames;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceTables;
import org.jspecify.annotations.Nullable;

/**
 * Paraver's traces (<a href="https://tools.bsc.es/doc/1370.pdf">format</a>): states, events and
 * communications in the order of time, the names of their types and values, and those of the rows.
 * A rank is a task; where its ops overlap it has several threads. Times are nanoseconds.
 */
final class ParaverWriter implements TimelineWriter {
  /** Types of events whose values are numbers. */
  private static final int[] OF_COLLECTIVES = {
    ParaverEvents.SENT_BYTES,
    ParaverEvents.RECEIVED_BYTES,
    ParaverEvents.IS_ROOT,
    ParaverEvents.COMMUNICATOR
  };

  private final Writer records;
  private final Writer names;
  private final Writer rows;
  private final Set<OpCode> codes = EnumSet.noneOf(OpCode.class);
  private final StringBuilder line = new StringBuilder();
  private TraceTables tables = TraceTables.EMPTY;
  private int[] nodes = {};

  /** CPUs of each node, at least one. */
  private int[] cpusOfNode = {};

  /** The CPU of each rank, counted from 1 through all nodes in order. */
  private int[] cpus = {};

  private int[] threads = {};
  private boolean hasPhases;
  private boolean hasCollectives;
  private ParaverCommunicators communicators = new ParaverCommunicators(0);

  /** What the line has of the collective that comes next, empty if none does. */
  private final StringBuilder collective = new StringBuilder();

  private @Nullable SortedRecords sorted;

  ParaverWriter(OutputStream records, OutputStream names, OutputStream rows) {
    this.records = new BufferedWriter(new OutputStreamWriter(records, UTF_8));
    this.names = new BufferedWriter(new OutputStreamWriter(names, UTF_8));
    this.rows = new BufferedWriter(new OutputStreamWriter(rows, UTF_8));
  }

  @Override
  public void begin(TraceTables names, int[] nodes) throws IOException {
    tables = names;
    this.nodes = nodes;
    threads = new int[nodes.length];
    communicators = new ParaverCommunicators(nodes.length);
    numberCpus();
    sorted = new SortedRecords();
  }

  /** Each rank has a CPU of its own; ranks of a node need not follow each other. */
  private void numberCpus() {
    int count = IntStream.of(nodes).max().orElse(0) + 1;
    int[] ranksOfNode = new int[count];
    for (int node : nodes) {
      ranksOfNode[node]++;
    }
    cpusOfNode = new int[count];
    int[] next = new int[count];
    int first = 1;
    for (int node = 0; node < count; node++) {
      cpusOfNode[node] = Math.max(1, ranksOfNode[node]);
      next[node] = first;
      first += cpusOfNode[node];
    }
    cpus = new int[nodes.length];
    for (int rank = 0; rank < nodes.length; rank++) {
      cpus[rank] = next[nodes[rank]]++;
    }
  }

  private SortedRecords sorted() {
    if (sorted == null) {
      throw new IllegalStateException("the replay has not begun");
    }
    return sorted;
  }

  private static long nanoseconds(long ps) {
    return ps / Ps.PER_NANOSECOND + (ps % Ps.PER_NANOSECOND * 2 >= Ps.PER_NANOSECOND ? 1 : 0);
  }

  /** Begins a line with where it belongs. */
  private StringBuilder record(int kind, int rank, int lane) {
    line.setLength(0);
    line.append(kind).append(':');
    return place(rank, lane);
  }

  private StringBuilder place(int rank, int lane) {
    return line.append(cpus[rank])
        .append(":1:")
        .append(rank + 1)
        .append(':')
        .append(lane + 1)
        .append(':');
  }

  @Override
  public void collective(
      int rank,
      int communicator,
      int[] members,
      long sentBytes,
      long receivedBytes,
      boolean isRoot) {
    hasCollectives = true;
    event(ParaverEvents.SENT_BYTES, sentBytes);
    event(ParaverEvents.RECEIVED_BYTES, receivedBytes);
    event(ParaverEvents.COMMUNICATOR, communicators.number(rank, communicator, members));
    if (isRoot) {
      event(ParaverEvents.IS_ROOT, 1);
    }
  }

  private void event(int type, long value) {
    collective.append(':').append(type).append(':').append(value);
  }

  @Override
  public void op(
      int rank,
      int lane,
      OpCode code,
      int callSite,
      int peer,
      long bytes,
      long startPs,
      long waitPs,
      long endPs)
      throws IOException {
    threads[rank] = Math.max(threads[rank], lane + 1);
    long start = nanoseconds(startPs);
    long end = nanoseconds(endPs);
    // A state that begins and ends at one time confuses Paraver: it sorts ends of states before
    // events and begins after them, and then events of this time lose their order.
    if (end > start) {
      record(1, rank, lane)
          .append(start)
          .append(':')
          .append(end)
          .append(':')
          .append(ParaverStates.state(code));
      sorted().add(0, start, line);
    }
    if (code.family() != OpCode.Family.COMPUTE) {
      codes.add(code);
      boolean hasCaller = callSite != OpView.NONE;
      events(rank, lane, start, code, ParaverEvents.value(code), hasCaller, callSite + 1);
      events(rank, lane, end, code, 0, hasCaller, 0);
    }
  }

  /** A call begins or ends: events of one time share a line. */
  private void events(
      int rank, int lane, long time, OpCode code, int value, boolean hasCaller, int caller)
      throws IOException {
    record(2, rank, lane).append(time);
    line.append(':').append(ParaverEvents.type(code)).append(':').append(value);
    if (hasCaller) {
      line.append(':').append(ParaverEvents.CALLER).append(':').append(caller);
      line.append(':').append(ParaverEvents.CALLER_LINE).append(':').append(caller);
    }
    line.append(collective);
    collective.setLength(0);
    sorted().add(0, time, line);
  }

  @Override
  public void message(
      MessageKind kind,
      int source,
      int destination,
      int tag,
      long bytes,
      long sendPs,
      long receivePs,
      long endPs)
      throws IOException {
    long send = nanoseconds(sendPs);
    long end = nanoseconds(endPs);
    record(3, source, 0).append(send).append(':').append(send).append(':');
    place(destination, 0).append(nanoseconds(receivePs)).append(':').append(end).append(':');
    boolean isOfCollective = kind == MessageKind.COLLECTIVE;
    line.append(bytes).append(':').append(isOfCollective ? ParaverEvents.TAG_OF_COLLECTIVE : tag);
    sorted().add(0, send, line);
  }

  @Override
  public void phaseBegins(int rank, int marker, long timePs) throws IOException {
    hasPhases = true;
    phase(rank, 1 + (marker == OpView.NONE ? tables.markers().size() : marker), timePs);
  }

  /** Paraver's configurations stack values: 0 ends the innermost. */
  @Override
  public void phaseEnds(int rank, int marker, long timePs) throws IOException {
    phase(rank, 0, timePs);
  }

  private void phase(int rank, int value, long timePs) throws IOException {
    long time = nanoseconds(timePs);
    record(2, rank, 0).append(time).append(':').append(ParaverEvents.PHASE).append(':');
    line.append(value);
    sorted().add(0, time, line);
  }

  @Override
  public void end(long endPs) throws IOException {
    for (int rank = 0; rank < nodes.length; rank++) {
      threads[rank] = Math.max(threads[rank], 1);
    }
    writeHeader(nanoseconds(endPs));
    sorted().forEach((group, time, text) -> records.append(text).append('\n'));
    records.flush();
    writeNames();
    names.flush();
    writeRows();
    rows.flush();
  }

  /** Without a date, so that equal runs give equal files. */
  private void writeHeader(long end) throws IOException {
    records.append("#Paraver (01/01/2026 at 00:00):").append(end + "_ns:");
    records.append(cpusOfNode.length + "(");
    for (int node = 0; node < cpusOfNode.length; node++) {
      records.append((node == 0 ? "" : ",") + cpusOfNode[node]);
    }
    records.append("):1:" + nodes.length + "(");
    for (int rank = 0; rank < nodes.length; rank++) {
      records.append((rank == 0 ? "" : ",") + threads[rank] + ":" + (nodes[rank] + 1));
    }
    records.append(")");
    communicators.write(records);
  }

  private void writeNames() throws IOException {
    names.append("DEFAULT_OPTIONS\n\nLEVEL               THREAD\nUNITS               NANOSEC\n");
    names.append("LOOK_BACK           100\nSPEED               1\nFLAG_ICONS          ENABLED\n");
    names.append("NUM_OF_STATE_COLORS 1000\nYMAX_SCALE          37\n\n\n");
    names.append("DEFAULT_SEMANTIC\n\nTHREAD_FUNC          State As Is\n\n\nSTATES\n");
    for (int state = 0; state < ParaverStates.STATES.length; state++) {
      names.append(state + "    " + ParaverStates.STATES[state] + "\n");
    }
    names.append("\n\nSTATES_COLOR\n");
    for (int state = 0; state < ParaverStates.COLOURS.length; state++) {
      int colour = ParaverStates.COLOURS[state];
      names.append(
          state
              + "    {"
              + (colour >> 16)
              + ","
              + (colour >> 8 & 0xff)
              + ","
              + (colour & 0xff)
              + "}\n");
    }
    names.append("\n\n");
    Map<Integer, Map<Integer, String>> values = new TreeMap<>();
    for (OpCode code : codes) {
      values
          .computeIfAbsent(ParaverEvents.type(code), type -> new TreeMap<>())
          .put(ParaverEvents.value(code), CallNames.of(code));
    }
    for (Map.Entry<Integer, Map<Integer, String>> type : values.entrySet()) {
      type(type.getKey());
      value(0, type.getKey() == ParaverEvents.SHMEM ? "Outside OpenSHMEM" : "Outside MPI");
      for (Map.Entry<Integer, String> value : type.getValue().entrySet()) {
        value(value.getKey(), value.getValue());
      }
      names.append("\n\n");
    }
    for (int type : hasCollectives ? OF_COLLECTIVES : new int[0]) {
      names.append("EVENT_TYPE\n1    " + type + "    " + ParaverEvents.TYPES.get(type) + "\n\n\n");
    }
    if (hasPhases) {
      List<String> phases = new ArrayList<>(tables.markers());
      phases.add(tables.phase(OpView.NONE));
      list(ParaverEvents.PHASE, phases);
    }
    list(ParaverEvents.CALLER, tables.callSites());
    list(ParaverEvents.CALLER_LINE, tables.callSites());
  }

  private void list(int type, List<String> texts) throws IOException {
    if (texts.isEmpty()) {
      return;
    }
    type(type);
    value(0, "End");
    for (int i = 0; i < texts.size(); i++) {
      value(i + 1, texts.get(i));
    }
    names.append("\n\n");
  }

  private void type(int type) throws IOException {
    names.append(
        "EVENT_TYPE\n0    " + type + "    " + ParaverEvents.TYPES.get(type) + "\nVALUES\n");
  }

  /** A name is the rest of its line. */
  private void value(int value, String name) throws IOException {
    names.append(value + "      " + name.replaceAll("[\\p{Cntrl}\\u2028\\u2029]", " ") + "\n");
  }

  private void writeRows() throws IOException {
    int all = IntStream.of(threads).sum();
    rows.append("LEVEL THREAD SIZE " + all + "\n");
    for (int rank = 0; rank < nodes.length; rank++) {
      for (int thread = 1; thread <= threads[rank]; thread++) {
        rows.append("rank " + rank + (thread == 1 ? "" : ", row " + thread) + "\n");
      }
    }
    rows.append("\nLEVEL TASK SIZE " + nodes.length + "\n");
    for (int rank = 0; rank < nodes.length; rank++) {
      rows.append("rank " + rank + "\n");
    }
  }

  @Override
  public void close() throws IOException {
    if (sorted != null) {
      sorted.close();
    }
  }
}
