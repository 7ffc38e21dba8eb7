package org.foretell.parsers.scalatrace;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.foretell.trace.CallTimes;
import org.foretell.trace.Communicator;
import org.foretell.trace.DurationHistogram;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/**
 * Executes the program of a rank, for what the format says of executions rather than of ops: bursts
 * by the call before, how many requests ago one was made, and which communicator was the how many.
 */
final class Walk {
  private static final int REQUEST_RING = 10_000;
  private static final int COMMUNICATOR_RING = 1_000;

  private final int rank;
  private final ProgramTree tree;
  private final Map<Integer, RecordStatistics> statistics;
  private final List<DurationHistogram> histograms;
  private final LeftOut leftOut;

  /** Set where the rank's column of durations has no burst, which the cursor passes over. */
  private final BitSet absent;

  private int columnAt;
  private final OpView op = new OpView();
  private final IdentityHashMap<ProgramTree.Repeat, int[]> cursors = new IdentityHashMap<>();
  private final IdentityHashMap<ProgramTree.Repeat, long[]> counts = new IdentityHashMap<>();

  /** The number of the request in a slot, counted from the first. */
  private final Int2LongOpenHashMap requests = new Int2LongOpenHashMap();

  /** The handle of a communicator. */
  private final Int2LongOpenHashMap communicators = new Int2LongOpenHashMap();

  private final Map<Integer, Sequence> communicatorsByRecord = new java.util.HashMap<>();
  private final Map<Integer, Sequence> requestsByRecord = new java.util.HashMap<>();
  private long posted;
  private long created;
  private int before = RecordStatistics.START;
  private double burstPs;
  private int burstParts;
  private double allBurstsPs;
  private int histogram = OpView.NONE;

  Walk(
      int rank,
      ProgramTree tree,
      Map<Integer, RecordStatistics> statistics,
      List<DurationHistogram> histograms,
      BitSet absent,
      LeftOut leftOut) {
    this.rank = rank;
    this.tree = tree;
    this.statistics = statistics;
    this.histograms = histograms;
    this.absent = absent;
    this.leftOut = leftOut;
    communicators.put(Communicator.WORLD, OpConverter.WORLD);
    communicators.put(Communicator.SELF, 1);
    communicators.defaultReturnValue(-1);
    requests.defaultReturnValue(-1);
  }

  /** Takes all that the rank does; how long it computes. */
  double run(TraceSource source) {
    CallTimes times = source.callTimes(rank).orElse(null);
    try (RankCursor cursor = source.open(rank)) {
      run(tree.parts(), cursor, times);
    }
    leftOut.tail(burstPs);
    statistics.forEach(
        (record, each) ->
            each.take(rank, communicatorsByRecord.get(record), requestsByRecord.get(record)));
    return allBurstsPs;
  }

  private void run(List<ProgramTree.Part> parts, RankCursor cursor, @Nullable CallTimes times) {
    for (ProgramTree.Part part : parts) {
      if (part instanceof ProgramTree.Repeat repeat) {
        long[] cycle =
            counts.computeIfAbsent(
                repeat, key -> ProgramTree.cycle(key.count, tree.ranks(), rank, 1));
        int[] position = cursors.computeIfAbsent(repeat, key -> new int[1]);
        long count = cycle[position[0]];
        position[0] = (position[0] + 1) % cycle.length;
        for (long i = 0; i < count; i++) {
          run(repeat.body, cursor, times);
        }
      } else if (part instanceof ProgramTree.Op each
          && !(each.isFromColumn() && absent.get(columnAt++))) {
        cursor.next(op);
        long timePs = times != null && op.code().isCall() ? times.nextPs() : -1;
        if (each.record >= 0) {
          call(each.record, timePs);
        } else if (op.code().family() == OpCode.Family.COMPUTE) {
          burst();
        }
      }
    }
  }

  private void burst() {
    burstParts++;
    if (op.code() == OpCode.ELAPSE) {
      leftOut.elapsed();
    }
    if (op.hasWork()) {
      leftOut.work();
    }
    histogram = op.histogram();
    double durationPs =
        histogram == OpView.NONE ? op.durationPs() : histograms.get(histogram).meanPs();
    burstPs += durationPs;
    allBurstsPs += durationPs;
  }

  private void call(int record, long timePs) {
    RecordStatistics recorded = java.util.Objects.requireNonNull(statistics.get(record));
    RecordedBursts bursts = recorded.bursts(before);
    if (burstParts == 1 && histogram != OpView.NONE) {
      bursts.drawnFrom(histogram);
    } else {
      bursts.duration((long) burstPs);
    }
    if (timePs >= 0) {
      recorded.callTimes(before).duration(timePs);
    }
    burstParts = 0;
    burstPs = 0;
    histogram = OpView.NONE;
    before = record;
    OpCode code = op.code();
    if (code.has(OpField.COMMUNICATOR)) {
      long handle = communicators.get(op.communicator());
      if (handle < 0) {
        throw new TraceException(
            "rank "
                + rank
                + " uses communicator "
                + op.communicator()
                + ", which no call of its program has made; ScalaTrace's format knows only those"
                + " that calls make");
      }
      add(communicatorsByRecord, record, handle);
    }
    Call call = java.util.Objects.requireNonNull(Call.of(code));
    if (call.createsCommunicator()) {
      int id = (int) op.get(OpField.NEW_COMMUNICATOR);
      if (id >= 0) {
        communicators.put(id, OpConverter.FIRST_CREATED + created++ % COMMUNICATOR_RING);
      }
    } else if (call.startsRequest()) {
      if (op.request() >= 0) {
        requests.put(op.request(), posted);
      }
      posted++;
    } else if (call == Call.WAIT) {
      add(requestsByRecord, record, stored(op.request()));
    } else if (call == Call.WAITALL) {
      for (int i = 0; i < op.listLength(OpField.REQUESTS); i++) {
        add(requestsByRecord, record, stored((int) op.listElement(OpField.REQUESTS, i)));
      }
    }
  }

  private long stored(int slot) {
    if (slot < 0) {
      return -1;
    }
    long number = requests.remove(slot);
    if (number < 0 || posted - number > REQUEST_RING) {
      throw new TraceException(
          "rank "
              + rank
              + " waits for request "
              + slot
              + (number < 0
                  ? ", which no non-blocking send or receive has made"
                  : ", since which it has made more than " + REQUEST_RING + " others")
              + "; ScalaTrace's format cannot express that");
    }
    return REQUEST_RING - (posted - number);
  }

  private void add(Map<Integer, Sequence> sequences, int record, long number) {
    if (!sequences.computeIfAbsent(record, key -> new Sequence()).add(number)) {
      throw new TraceException(
          String.format(
              Locale.ROOT,
              "rank %d takes more than %,d times a different request or communicator in one place"
                  + " of its program, which ScalaTrace's format cannot express",
              rank,
              Sequence.MOST));
    }
  }
}
