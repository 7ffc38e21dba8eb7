package org.foretell.extrapolation.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.foretell.extrapolation.call.Amount;
import org.foretell.extrapolation.call.CallPool;
import org.foretell.extrapolation.fit.GeneratedCalls.Generated;
import org.foretell.failure.ForetellException;
import org.foretell.trace.BurstCounter;
import org.foretell.trace.BurstCounts;
import org.foretell.trace.Capability;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;
import org.foretell.trace.TraceTables;
import org.jspecify.annotations.Nullable;

/** The trace that follows from laws; the calls of a rank are made when it is opened. */
public final class GeneratedTrace implements TraceSource {
  private final GeneratedCalls calls;
  private final CallPool pool;
  private final TraceInfo info;
  private final Set<Amount> amounts;

  /** The calls that were made last: whoever reads a rank asks for its counts next. */
  private volatile @Nullable Made last;

  private record Made(int rank, GeneratedCalls.OfRank calls) {}

  /**
   * Prepares the trace.
   *
   * @param program without failures
   * @param pool of the traces that it is from
   * @param info of the trace
   */
  public GeneratedTrace(FittedProgram program, CallPool pool, TraceInfo info) {
    calls = new GeneratedCalls(program, pool);
    this.pool = pool;
    this.info = info;
    amounts = program.traced();
  }

  @Override
  public TraceInfo info() {
    return info;
  }

  @Override
  public TraceTables tables() {
    return new TraceTables(pool.sites(), pool.markers(), List.of(), List.of());
  }

  /** Returns all features that the calls may have. */
  @Override
  public Set<Capability> capabilities() {
    Set<Capability> all = EnumSet.allOf(Capability.class);
    all.removeAll(
        EnumSet.of(
            Capability.TASK_GRAPHS,
            Capability.CALL_TIMES,
            Capability.HISTOGRAMS,
            Capability.UNORDERED_SHMEM));
    if (amounts.stream().allMatch(amount -> amount.field() == null)) {
      all.remove(Capability.BURST_WORK);
    }
    if (counters().isEmpty()) {
      all.remove(Capability.BURST_COUNTS);
    }
    return all;
  }

  private List<Amount> counters() {
    return amounts.stream().filter(amount -> amount.counter() != null).toList();
  }

  @Override
  public OptionalLong operations() {
    return OptionalLong.empty();
  }

  @Override
  public OptionalInt requestSlots() {
    return OptionalInt.empty();
  }

  private GeneratedCalls.OfRank made(int rank) {
    Made made = last;
    if (made == null || made.rank() != rank) {
      made = new Made(rank, calls.of(rank));
      last = made;
    }
    return made.calls();
  }

  @Override
  public RankCursor open(int rank) {
    GeneratedCalls.OfRank all = made(rank);
    List<Generated> made = all.calls();
    return new RankCursor() {
      private int next;
      private boolean burstDone;
      private long delivered;

      @Override
      public boolean next(OpView view) {
        long burst = next < made.size() ? made.get(next).beforePs() : all.tailPs();
        long[] done = next < made.size() ? made.get(next).amounts() : all.tailAmounts();
        if (!burstDone && next <= made.size() && isBurst(burst, done)) {
          burstDone = true;
          view.reset(OpCode.COMPUTE).set(OpField.DURATION_PS, burst);
          if (next < made.size()) {
            view.set(OpField.CALL_SITE, made.get(next).site());
          }
          for (int i = 0; i < done.length; i++) {
            OpField field = Amount.values()[i].field();
            if (field != null && done[i] > 0) {
              view.set(field, done[i]);
            }
          }
          delivered++;
          return true;
        }
        if (next >= made.size()) {
          return false;
        }
        made.get(next++).fill(view);
        burstDone = false;
        delivered++;
        return true;
      }

      @Override
      public long delivered() {
        return delivered;
      }

      @Override
      public void close() {
        // The calls are in memory.
      }
    };
  }

  /** What the processor would count during the bursts of a rank. */
  @Override
  public Optional<BurstCounts> counts(int rank) {
    if (counters().isEmpty()) {
      return Optional.empty();
    }
    Iterator<long[]> bursts = burstAmounts(rank).iterator();
    return Optional.of(
        new BurstCounts() {
          private long[] burst = {};

          @Override
          public void next() {
            burst = bursts.next();
          }

          @Override
          public long get(BurstCounter counter) {
            for (Amount amount : counters()) {
              if (amount.counter() == counter && burst.length > 0) {
                return burst[amount.ordinal()];
              }
            }
            return UNKNOWN;
          }
        });
  }

  /** Whether there is a burst: it takes time, or does something in none. */
  private static boolean isBurst(long durationPs, long[] amounts) {
    return durationPs > 0 || Arrays.stream(amounts).anyMatch(amount -> amount > 0);
  }

  /** The amounts of each burst, in order. */
  private List<long[]> burstAmounts(int rank) {
    GeneratedCalls.OfRank all = made(rank);
    List<long[]> bursts = new ArrayList<>();
    for (Generated call : all.calls()) {
      if (isBurst(call.beforePs(), call.amounts())) {
        bursts.add(call.amounts());
      }
    }
    if (isBurst(all.tailPs(), all.tailAmounts())) {
      bursts.add(all.tailAmounts());
    }
    return bursts;
  }

  private void describeCounts(TraceSink sink, int rank) {
    List<Amount> counters = counters();
    if (counters.isEmpty()) {
      return;
    }
    List<long[]> bursts = burstAmounts(rank);
    for (Amount amount : counters) {
      long[] column =
          bursts.stream()
              .mapToLong(burst -> burst.length == 0 ? Amount.UNKNOWN : burst[amount.ordinal()])
              .toArray();
      BurstCounter counter = amount.counter();
      if (counter != null) {
        sink.counts(rank, counter, column, 0, column.length);
      }
    }
  }

  @Override
  public void describe(TraceSink sink) {
    sink.begin(info);
    for (int id = 0; id < pool.sites().size(); id++) {
      sink.callSite(id, pool.sites().get(id));
    }
    for (int id = 0; id < pool.markers().size(); id++) {
      sink.marker(id, pool.markers().get(id));
    }
    OpView view = new OpView();
    for (int rank = 0; rank < info.ranks(); rank++) {
      sink.beginProgram(RankSet.of(rank));
      try (RankCursor cursor = open(rank)) {
        while (cursor.next(view)) {
          op(sink, view, rank);
        }
      }
      sink.endProgram();
      describeCounts(sink, rank);
    }
    sink.end();
  }

  /** A law that fits all traces may leave the range of its field at the wanted size. */
  private void op(TraceSink sink, OpView view, int rank) {
    try {
      sink.op(view);
    } catch (IllegalArgumentException beyond) {
      String site = view.callSite() < 0 ? "" : " at " + pool.sites().get(view.callSite());
      throw new ForetellException(
          ForetellException.Kind.INPUT,
          "the laws of these traces give rank "
              + rank
              + " a call that there cannot be: "
              + view.code().name().toLowerCase(Locale.ROOT)
              + site
              + ", "
              + beyond.getMessage()
              + "; nothing was written. Add a trace of another number of ranks",
          beyond);
    }
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
