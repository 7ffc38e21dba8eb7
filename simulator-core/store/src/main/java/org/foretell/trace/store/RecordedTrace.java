package org.foretell.trace.store;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Supplier;
import org.foretell.trace.BurstCounts;
import org.foretell.trace.CallTimes;
import org.foretell.trace.Capability;
import org.foretell.trace.CountedBursts;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;
import org.foretell.trace.TraceTables;
import org.jspecify.annotations.Nullable;

/** A trace in blocks; where the blocks come from is the subclass's business. */
abstract class RecordedTrace implements TraceSource {
  /**
   * A program of one rank is decoded window by window if its block is longer than this, until it
   * has been opened {@link DecodedPrograms#MANY} times.
   */
  private static final int SMALL_BYTES = 2 * 1024;

  /**
   * A program of several ranks, or one that is opened often, is decoded window by window if it has
   * more blocks than this.
   */
  private static final int MOST_WHOLE_BLOCKS = 64;

  private final Contents contents;
  private final int @Nullable [] programOfRank;
  private final RecordDecoder decoder;
  private final KnownRecords known = new KnownRecords();
  private final ScopeIndexes scopes = new ScopeIndexes();
  private final LongWindows longWindows = new LongWindows(scopes);
  private final DecodedPrograms decoded;
  private final Block first = new Block();
  private boolean closed;

  /**
   * A trace whose contents have been checked.
   *
   * @param contents what is known but the blocks
   * @param minor version of the format that the blocks are written in
   */
  RecordedTrace(Contents contents, int minor) {
    this(contents, minor, new DecodedPrograms(contents.programs().size()));
  }

  /** The same trace as another one, which shares what has been decoded of it. */
  RecordedTrace(RecordedTrace other, int minor) {
    this(other.contents, minor, other.decoded);
  }

  private RecordedTrace(Contents contents, int minor, DecodedPrograms decoded) {
    this.contents = contents;
    TraceInfo info = contents.info();
    TraceTables tables = contents.tables();
    FieldRanges ranges = new FieldRanges(info.ranks());
    ranges.tables(tables.callSites().size(), tables.markers().size(), tables.histograms().size());
    ranges.requestSlots(contents.totals().requestSlots());
    if (minor < Format.MINOR_BURST_WORK) {
      ranges.noWork();
    }
    decoder = new RecordDecoder(info.ranks(), ranges, minor);
    this.decoded = decoded;
    programOfRank = contents.programs().size() == 1 ? null : programs(info.ranks());
  }

  private int[] programs(int ranks) {
    int[] programs = new int[ranks];
    for (Contents.Program program : contents.programs()) {
      program.ranks().forEach(rank -> programs[rank] = program.number());
    }
    return programs;
  }

  /**
   * Reads a block unless it is there already, and checks that it is what it should be.
   *
   * @param type {@link Format#BLOCK_PROGRAM} or that of a {@link ColumnKind}
   * @param owner program number or rank
   * @param isShared whether several cursors will ask for the same block at about the same time
   * @throws TraceException if it is not
   */
  abstract void load(
      long position, int type, int owner, boolean isShared, String place, Block into);

  /** The name of the file, or what stands for it in messages. */
  abstract String name();

  /** Whether columns are known to be as long as programs ask for. */
  abstract boolean isChecked();

  /** Gives up what the subclass holds; called once. */
  abstract void release();

  final Contents contents() {
    return contents;
  }

  final RecordDecoder decoder() {
    return decoder;
  }

  /** The records that cursors of this trace have met so far. */
  final KnownRecords known() {
    return known;
  }

  /** Which scopes of values with many of them the ranks are in. */
  final ScopeIndexes scopes() {
    return scopes;
  }

  /** The windows with long records that cursors have met and may meet again. */
  final LongWindows longWindows() {
    return longWindows;
  }

  final void loadProgram(long position, Contents.Program program, String place, Block into) {
    requireOpen();
    load(position, Format.BLOCK_PROGRAM, program.number(), program.ranks().size() > 1, place, into);
  }

  final void loadColumn(int type, long position, int rank, String place, Block into) {
    requireOpen();
    load(position, type, rank, false, place, into);
  }

  /**
   * All words of a program, or null when it is not to be decoded as a whole.
   *
   * @param place who asks, in words, for a message if the program is damaged
   */
  final long @Nullable [] decoded(Contents.Program program, Supplier<String> place) {
    return decoded.of(program, (often, room) -> decodeAll(program, often, room, place.get()));
  }

  private long[] decodeAll(Contents.Program program, boolean often, long room, String place) {
    boolean shared = program.ranks().size() > 1;
    int mostBlocks = shared || often ? MOST_WHOLE_BLOCKS : 1;
    if (program.blocks() > mostBlocks || room <= 0) {
      return DecodedPrograms.WINDOW_BY_WINDOW;
    }
    first.position = 0;
    loadProgram(program.firstBlock(), program, place, first);
    if (!shared && !often && first.length > SMALL_BYTES) {
      return DecodedPrograms.WINDOW_BY_WINDOW;
    }
    try {
      decoder.decode(first, 0, program, new long[256], Integer.MAX_VALUE);
      while (first.next != 0) {
        if (decoder.size() > room) {
          return DecodedPrograms.WINDOW_BY_WINDOW;
        }
        loadProgram(first.next, program, place, first);
        decoder.decodeNext(first, program);
      }
    } catch (DamageException e) {
      throw damaged(first.position, e, place);
    }
    return Arrays.copyOf(decoder.words(), decoder.size());
  }

  /** What to throw when a block is not what it must be. */
  final TraceException damaged(long position, DamageException damage, String place) {
    String where = position == 0 ? "" : " in the block at byte " + position;
    String content = damage.offset() < 0 ? "" : ", byte " + damage.offset() + " of its content";
    return new TraceException(
        name()
            + ": damaged"
            + where
            + content
            + " ("
            + place
            + "): "
            + damage.what()
            + "; convert the trace again");
  }

  @Override
  public final TraceInfo info() {
    return contents.info();
  }

  @Override
  public final TraceTables tables() {
    return contents.tables();
  }

  @Override
  public final Set<Capability> capabilities() {
    return contents.totals().capabilities();
  }

  @Override
  public final boolean isRecorded() {
    return true;
  }

  @Override
  public final OptionalLong operations() {
    return OptionalLong.of(contents.totals().operations());
  }

  @Override
  public final OptionalInt requestSlots() {
    return OptionalInt.of(contents.totals().requestSlots());
  }

  @Override
  public final RankCursor open(int rank) {
    requireOpen();
    java.util.Objects.checkIndex(rank, contents.info().ranks());
    Contents.Program program = programOf(rank);
    if (program.isGraph()) {
      throw new IllegalStateException("rank " + rank + " runs a task graph, no sequence of ops");
    }
    return new ProgramCursor(this, program, rank);
  }

  @Override
  public final Optional<CallTimes> callTimes(int rank) {
    requireOpen();
    java.util.Objects.checkIndex(rank, contents.info().ranks());
    return Arrays.binarySearch(contents.callTimes().ranks(), rank) < 0
        ? Optional.empty()
        : Optional.of(ColumnCursor.callTimes(this, rank)::next);
  }

  @Override
  public final Optional<BurstCounts> counts(int rank) {
    requireOpen();
    java.util.Objects.checkIndex(rank, contents.info().ranks());
    return RecordedCounts.of(this, rank);
  }

  @Override
  public final SortedMap<Integer, CountedBursts> countedBursts() {
    requireOpen();
    return decoded.counted(() -> CountedBursts.of(this));
  }

  @Override
  public final TaskGraph graph(int rank) {
    requireOpen();
    java.util.Objects.checkIndex(rank, contents.info().ranks());
    Contents.Program program = programOf(rank);
    if (!program.isGraph()) {
      return TraceSource.super.graph(rank);
    }
    TaskGraph graph = graph(program);
    return program.kind() == Format.KIND_RELATIVE_TASK_GRAPH
        ? graph.shifted(rank, contents.info().ranks())
        : graph;
  }

  /** A program's task graph, its peers as they are stored. */
  final TaskGraph graph(Contents.Program program) {
    TaskGraph graph = decoded.graph(program.number());
    if (graph == null) {
      graph = new GraphDecoder(this, program).decode();
      if (program.ranks().size() > 1) {
        decoded.keep(program.number(), graph);
      }
    }
    return graph;
  }

  private Contents.Program programOf(int rank) {
    return contents.programs().get(programOfRank == null ? 0 : programOfRank[rank]);
  }

  @Override
  public final void describe(TraceSink sink) {
    requireOpen();
    try {
      new Describer(this, sink, isChecked()).describe();
    } catch (IllegalArgumentException | IllegalStateException refused) {
      // A sink refuses what contradicts itself, as durations do that no op takes.
      throw new TraceException(
          name() + ": the trace is damaged: " + refused.getMessage() + "; copy it again", refused);
    }
  }

  @Override
  public final void close() {
    if (!closed) {
      closed = true;
      release();
    }
  }

  final void requireOpen() {
    if (closed) {
      throw new IllegalStateException(name() + " is closed");
    }
  }
}
