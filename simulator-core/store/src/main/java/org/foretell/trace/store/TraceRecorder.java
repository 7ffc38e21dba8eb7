package org.foretell.trace.store;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.foretell.trace.BurstCounter;
import org.foretell.trace.Capability;
import org.foretell.trace.Communicator;
import org.foretell.trace.DurationHistogram;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceTables;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;

/**
 * Checks a trace as it comes in and cuts it into blocks. Holds the tables, the open block of the
 * open program and a small buffer for each rank that has a column; where finished blocks go is the
 * subclass's business.
 */
abstract class TraceRecorder implements TraceSink {
  private enum State {
    NEW,
    BETWEEN_PROGRAMS,
    IN_PROGRAM,
    ENDED,
    CLOSED
  }

  private State state = State.NEW;
  private TraceInfo info = TraceInfo.ofRanks(1);
  private final List<String> notes = new ArrayList<>();
  private final List<String> callSites = new ArrayList<>();
  private final List<String> markers = new ArrayList<>();
  private final List<Communicator> communicators = new ArrayList<>();
  private final Set<Integer> communicatorIds = new HashSet<>();
  private final List<DurationHistogram> histograms = new ArrayList<>();

  private final RecordedPrograms programs = new RecordedPrograms();
  private final ColumnBuffers columns;
  private final ColumnBuffers callTimes;
  private final CountBuffers counts;
  private final ExecutionCounter executions = new ExecutionCounter();
  private final GraphEncoder graphs = new GraphEncoder();
  private final ByteWriter open = new ByteWriter(2 * Format.BLOCK_BYTES);
  private final KeptRecords kept = new KeptRecords();
  private FieldRanges ranges = new FieldRanges(1);
  private OpEncoder encoder = new OpEncoder(ranges);
  private boolean isPart;

  private RankSet programRanks = RankSet.of(0);
  private long programFirst;
  private long programLast;
  private long programBlocks;

  /**
   * An empty recorder.
   *
   * @param packs whether all columns are packed, not only those with bursts left out
   */
  TraceRecorder(boolean packs) {
    columns = new ColumnBuffers(ColumnKind.DURATIONS, packs, this::append);
    callTimes = new ColumnBuffers(ColumnKind.CALL_TIMES, packs, this::append);
    counts = new CountBuffers(packs, this::append);
  }

  /**
   * Takes a finished block.
   *
   * @param type {@link Format#BLOCK_PROGRAM} or that of a {@link ColumnKind}, and {@link
   *     Format#PACKED} if the values are
   * @param owner program number or rank
   * @param previous position of the owner's block before, 0 when this is its first
   * @param bytes to be read at once
   * @return its position, above 0
   */
  abstract long append(int type, int owner, long previous, byte[] bytes, int length);

  /** Whether it has optional bursts or packed values, which files of version 1.3 do not know. */
  final boolean isPacked() {
    return encoder.hasOptionalBursts()
        || columns.isPacked()
        || callTimes.isPacked()
        || counts.isPacked();
  }

  /** Makes the trace exist. */
  abstract void finish(Contents contents);

  /** Releases everything; called once. */
  abstract void release(boolean finished);

  @Override
  public final void begin(TraceInfo traceInfo) {
    require(state == State.NEW, "begin() must be the first call");
    info = traceInfo;
    notes.addAll(traceInfo.notes());
    ranges = new FieldRanges(info.ranks());
    encoder = new OpEncoder(ranges);
    columns.begin(info.ranks());
    callTimes.begin(info.ranks());
    counts.begin(info.ranks());
    state = State.BETWEEN_PROGRAMS;
  }

  /** Begins as a part of a trace that has begun, with whose tables its ops are checked. */
  final void beginPartOf(TraceRecorder whole) {
    require(whole.state == State.BETWEEN_PROGRAMS, "part() must come between programs");
    begin(whole.info.withNotes(List.of()));
    ranges = whole.ranges;
    encoder = new OpEncoder(ranges);
    isPart = true;
  }

  /**
   * Takes over all that a part holds, which is empty then.
   *
   * @param distance how much further on its blocks are now
   */
  final void takeAll(TraceRecorder part, long distance) {
    programs.takeAll(part.programs, distance, info.ranks());
    columns.takeAll(part.columns, distance);
    callTimes.takeAll(part.callTimes, distance);
    counts.takeAll(part.counts, distance);
    encoder.takeAll(part.encoder);
    part.encoder = new OpEncoder(ranges);
  }

  /** The number of the next program. */
  final int nextProgram() {
    requireBetweenPrograms();
    return programs.next();
  }

  @Override
  public final void note(String text) {
    requireWhole();
    notes.add(Objects.requireNonNull(text));
  }

  @Override
  public final void callSite(int id, String text) {
    define("call site", id, callSites, text);
  }

  @Override
  public final void marker(int id, String name) {
    define("marker", id, markers, name);
  }

  @Override
  public final void histogram(DurationHistogram histogram) {
    define("histogram", histogram.id(), histograms, histogram);
  }

  private <T> void define(String what, int id, List<T> table, T entry) {
    requireWhole();
    if (id != table.size()) {
      throw new IllegalArgumentException(
          "the next " + what + " must have id " + table.size() + ", but has " + id);
    }
    table.add(Objects.requireNonNull(entry));
    ranges.tables(callSites.size(), markers.size(), histograms.size());
  }

  @Override
  public final void communicator(Communicator communicator) {
    requireWhole();
    String wrong = Contents.problem(communicator, info.ranks());
    if (wrong != null) {
      throw new IllegalArgumentException(wrong);
    }
    if (!communicatorIds.add(communicator.id())) {
      throw new IllegalArgumentException(communicator + " is defined twice");
    }
    communicators.add(communicator);
    encoder.capabilities().add(Capability.SUB_COMMUNICATORS);
  }

  @Override
  public final void beginProgram(RankSet ranks) {
    claim(ranks, false);
    encoder.beginProgram(ranks);
    executions.beginProgram(ranks);
    kept.clear();
    state = State.IN_PROGRAM;
  }

  /** Starts a program. */
  private void claim(RankSet ranks, boolean graph) {
    requireBetweenPrograms();
    programs.claim(ranks, graph, info.ranks());
    programRanks = ranks;
    programFirst = 0;
    programLast = 0;
    programBlocks = 0;
    open.clear();
  }

  @Override
  public final void taskGraph(RankSet ranks, TaskGraph graph, boolean peersRelative) {
    requireBetweenPrograms();
    graphs.begin(graph, info.ranks());
    claim(ranks, true);
    for (int task = 0; task < graph.tasks(); task++) {
      int before = open.size();
      graphs.task(task, open);
      spill(before);
    }
    int before = open.size();
    open.u8(Format.TASK_END);
    spill(before);
    executions.beginProgram(ranks);
    executions.ops(graph.tasks());
    encoder.capabilities().add(Capability.TASK_GRAPHS);
    if (graphs.hasWildcards()) {
      encoder.capabilities().add(Capability.UNRESOLVED_WILDCARDS);
    }
    end(peersRelative ? Format.KIND_RELATIVE_TASK_GRAPH : Format.KIND_TASK_GRAPH);
  }

  @Override
  public final void op(OpView op, List<Variation> variations) {
    requireProgram();
    int before = open.size();
    int placesBefore = encoder.places();
    kept.noLast();
    encoder.op(op, variations, open);
    boolean takesColumn = ExecutionCounter.takesColumn(variations);
    executions.op(takesColumn, op.code());
    // A record that has counters of its own cannot be copied.
    boolean isPlaced = encoder.places() != placesBefore;
    kept.last(isPlaced ? KeptRecords.PLACED : open.size() - before, takesColumn, op.code());
    spill(before);
  }

  @Override
  public final int keep() {
    requireProgram();
    return kept.keep(open);
  }

  @Override
  public final void again(int number) {
    requireProgram();
    int before = open.size();
    kept.append(number, open);
    executions.op(kept.takesColumn(number), kept.code(number));
    spill(before);
  }

  @Override
  public final void beginRepeat(Values count) {
    requireProgram();
    if (executions.depth() == Format.MAX_DEPTH) {
      throw new IllegalArgumentException(
          "repeats can be nested " + Format.MAX_DEPTH + " deep, but are deeper");
    }
    int before = open.size();
    encoder.repeat(count, open);
    executions.beginRepeat(count);
    kept.noLast();
    spill(before);
  }

  @Override
  public final void endRepeat() {
    requireProgram();
    require(executions.depth() > 0, "endRepeat() must close a repeat");
    int before = open.size();
    open.u8(Format.END_REPEAT);
    executions.endRepeat();
    kept.noLast();
    spill(before);
  }

  @Override
  public final void endProgram() {
    requireProgram();
    require(executions.depth() == 0, "endProgram() must not stand inside a repeat");
    int before = open.size();
    open.u8(Format.END_PROGRAM);
    spill(before);
    end(Format.KIND_SEQUENCE);
    state = State.BETWEEN_PROGRAMS;
  }

  private void end(int kind) {
    executions.endProgram();
    flush(open.size());
    columns.demand(executions.columnDemand());
    callTimes.demand(executions.callDemand());
    counts.demand(executions.burstDemand());
    programs.add(
        new Contents.Program(
            programs.next(),
            kind,
            programRanks,
            programFirst,
            programBlocks,
            kind == Format.KIND_SEQUENCE ? encoder.places() : 0),
        executions.operations());
  }

  /** Closes the open block before the record that starts at {@code record} if it has grown long. */
  private void spill(int record) {
    if (open.size() > Format.BLOCK_BYTES && record > 0) {
      flush(record);
    }
  }

  private void flush(int length) {
    programLast = append(Format.BLOCK_PROGRAM, programs.next(), programLast, open.array(), length);
    if (programBlocks++ == 0) {
      programFirst = programLast;
    }
    int rest = open.size() - length;
    System.arraycopy(open.array(), length, open.array(), 0, rest);
    open.truncate(rest);
  }

  @Override
  public final void durations(int rank, long[] durationsPs, int offset, int length) {
    requireProgramOf(rank);
    columns.add(rank, durationsPs, offset, length);
  }

  @Override
  public final void callTimes(int rank, long[] timesPs, int offset, int length) {
    requireProgramOf(rank);
    callTimes.add(rank, timesPs, offset, length);
  }

  @Override
  public final void counts(int rank, BurstCounter counter, long[] values, int offset, int length) {
    requireProgramOf(rank);
    counts.add(rank, counter, values, offset, length);
  }

  private void requireProgramOf(int rank) {
    requireOpen();
    if (!programs.hasBegun(rank)) {
      throw new IllegalArgumentException("rank " + rank + " has no program yet");
    }
  }

  @Override
  public final void end() {
    require(state == State.BETWEEN_PROGRAMS, "end() must stand after begin() and between programs");
    int missing = programs.firstMissing();
    require(
        missing >= info.ranks(),
        "every rank must be in a program, but rank " + missing + " is in none");
    columns.check(false);
    callTimes.check(true);
    counts.check(columns::absent);
    if (!counts.isEmpty()) {
      encoder.capabilities().add(Capability.BURST_COUNTS);
    }
    if (!callTimes.isEmpty()) {
      encoder.capabilities().add(Capability.CALL_TIMES);
    }
    TraceInfo whole = info.withNotes(notes);
    TraceTables tables = new TraceTables(callSites, markers, communicators, histograms);
    Contents.Totals totals =
        new Contents.Totals(
            programs.operations() - columns.absent(),
            encoder.requestSlots(),
            encoder.capabilities());
    finish(
        new Contents(
            whole, tables, totals, programs.list(), columns.end(), callTimes.end(), counts.end()));
    state = State.ENDED;
    release(true);
  }

  @Override
  public final void close() {
    boolean openStill = state != State.ENDED && state != State.CLOSED;
    state = State.CLOSED;
    if (openStill) {
      release(false);
    }
  }

  private void requireWhole() {
    requireOpen();
    require(!isPart, "notes and definitions must be those of the whole trace, not of a part");
  }

  private void requireOpen() {
    require(
        state == State.BETWEEN_PROGRAMS || state == State.IN_PROGRAM,
        "the trace must have begun and not ended");
  }

  private void requireBetweenPrograms() {
    require(state == State.BETWEEN_PROGRAMS, "a program must stand between programs");
  }

  private void requireProgram() {
    require(state == State.IN_PROGRAM, "ops and repeats must stand in a program");
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalStateException(message);
    }
  }
}
