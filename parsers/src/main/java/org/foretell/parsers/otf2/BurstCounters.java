package org.foretell.parsers.otf2;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.Arrays;
import java.util.Map;
import org.foretell.parsers.column.CountColumns;
import org.foretell.trace.BurstCounter;
import org.foretell.trace.BurstCounts;
import org.foretell.trace.TraceSink;

/**
 * Counts of the bursts of a rank, from metrics that grow from the beginning of the run on. A
 * counter that never counted gets no column.
 */
final class BurstCounters {
  private static final BurstCounter[] COUNTERS = BurstCounter.values();
  private static final int NONE = -1;
  private static final int LAST_GROWING_MODE = 3;
  private static final int DOUBLE = 10;
  private static final Map<String, BurstCounter> NAMES =
      Map.of(
          "PAPI_TOT_INS", BurstCounter.INSTRUCTIONS,
          "PAPI_TOT_CYC", BurstCounter.CYCLES,
          "PAPI_L3_TCM", BurstCounter.CACHE_MISSES,
          "PAPI_FP_OPS", BurstCounter.FLOPS,
          "instructions", BurstCounter.INSTRUCTIONS,
          "cycles", BurstCounter.CYCLES,
          "cpu-cycles", BurstCounter.CYCLES,
          "cache-misses", BurstCounter.CACHE_MISSES);

  private final Definitions definitions;
  private final Dropped dropped;
  private final CountColumns columns;
  private final long[] current = new long[COUNTERS.length];
  private final long[] atBegin = new long[COUNTERS.length];

  /** The counter of each metric of a record, by the number of the record's class or instance. */
  private final Int2ObjectOpenHashMap<int[]> counters = new Int2ObjectOpenHashMap<>();

  BurstCounters(TraceSink sink, Definitions definitions, Dropped dropped) {
    this.definitions = definitions;
    this.dropped = dropped;
    columns = new CountColumns(sink);
  }

  void clear() {
    Arrays.fill(current, BurstCounts.UNKNOWN);
    Arrays.fill(atBegin, BurstCounts.UNKNOWN);
  }

  /** Takes the values of a record of metrics. */
  void record(EventReader event) {
    int[] ofClass = counters.computeIfAbsent(event.object, this::countersOf);
    for (int i = 0; i < event.metrics; i++) {
      int counter = i < ofClass.length ? ofClass[i] : NONE;
      if (counter == NONE) {
        dropped.add(Dropped.Kind.METRICS);
        continue;
      }
      long value = event.metricValues[i];
      current[counter] =
          event.metricTypes[i] == DOUBLE ? (long) Double.longBitsToDouble(value) : value;
    }
  }

  private int[] countersOf(int number) {
    int[] members = definitions.metricMembers(number);
    int[] result = new int[members.length];
    for (int i = 0; i < members.length; i++) {
      Definitions.Metric metric = definitions.metric(members[i]);
      BurstCounter counter = NAMES.get(metric.name());
      result[i] = counter == null || metric.mode() > LAST_GROWING_MODE ? NONE : counter.ordinal();
    }
    return result;
  }

  /** A burst begins. */
  void begin() {
    System.arraycopy(current, 0, atBegin, 0, COUNTERS.length);
  }

  /** A burst ends, and another begins. */
  void end(int rank) {
    for (int i = 0; i < COUNTERS.length; i++) {
      boolean isCounted = atBegin[i] >= 0 && current[i] >= atBegin[i];
      columns.add(rank, COUNTERS[i], isCounted ? current[i] - atBegin[i] : BurstCounts.UNKNOWN);
    }
    begin();
  }

  /** The rank has no further burst. */
  void flush(int rank) {
    columns.flush(rank);
    clear();
  }
}
