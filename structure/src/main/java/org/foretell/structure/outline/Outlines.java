package org.foretell.structure.outline;

import static java.util.Comparator.comparingInt;
import static java.util.Comparator.comparingLong;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.foretell.structure.grammar.Grammar;
import org.foretell.structure.grammar.PairReplacement;
import org.foretell.structure.grammar.RunCounts;
import org.foretell.structure.grammar.Steps;
import org.foretell.trace.CallTimes;
import org.foretell.trace.Capability;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/**
 * Finds the structure of the programs of ranks: each is a sequence of ops, distinguished by kind
 * and call site, in which runs and frequent pairs are replaced. Each call includes the burst before
 * it, if calls of its kind have bursts at all. Ranks with equal sequences share an outline.
 *
 * <p>Takes time for each op. Programs with stored loops, with at most 2,048 ops and loops in all,
 * are analysed as stored; others are unrolled, one at a time, which takes n log n time and 28 bytes
 * for each of n ops. Not thread safe.
 */
public final class Outlines {
  /** Below it, loops are not looked for: unrolled programs take little. */
  private static final int LEAST_CALLS = 1 << 12;

  /** How many calls an item of the stored program must stand for. */
  private static final int LEAST_RATIO = 2;

  private final TraceSource trace;
  private final int leastCalls;
  private final LongConsumer listener;
  private final long everyOps;
  private final OpTicks reading;

  /** Programs of fewer ops and bursts are short enough. */
  private static final int FEW_OPS = 24;

  /** Loops whose counts vary are looked for in programs of no more calls. */
  private static final long MOST_CALLS = 1 << 22;

  /** How many times shorter loops whose counts vary must make a program. */
  private static final int LEAST_GAIN = 2;

  /** A program is compared with no more others. */
  private static final int MOST_TRIED = 256;

  /** Read when the first program needs it. */
  private @Nullable StoredPrograms stored;

  private final SymbolTable table = new SymbolTable();
  private final Map<Calls, Known> known = new LinkedHashMap<>();
  private final List<SharedShape> shapes = new ArrayList<>();
  private final SharedShape[] shapeOfRank;
  private final Steps.Walk[] walks;

  /** Of the burst that each rank is in. */
  private final double[] burstPs;

  /** The program of some ranks, and how often its runs go round that vary. */
  private record Known(SharedShape shape, int[][] counts) {}

  /** Which ranks share an outline. */
  public enum Sharing {
    /** Ranks with the same ops. */
    SAME_OPS,
    /**
     * Ranks whose ops are the same but for the counts of loops, which may be 0, such as workers
     * with different numbers of tasks. All programs are unrolled.
     */
    ANY_COUNTS
  }

  private Outlines(TraceSource trace, int leastCalls, LongConsumer listener, long everyOps) {
    this.trace = trace;
    this.leastCalls = leastCalls;
    this.listener = listener;
    this.everyOps = everyOps;
    reading = new OpTicks(listener, everyOps);
    shapeOfRank = new SharedShape[trace.info().ranks()];
    walks = new Steps.Walk[shapeOfRank.length];
    burstPs = new double[shapeOfRank.length];
  }

  /**
   * Reads the programs of ranks.
   *
   * @param trace stays open
   * @param ranks world ranks
   * @return outlines without times
   * @throws TraceException if the trace is damaged, or its programs are task graphs
   */
  public static Outlines of(TraceSource trace, RankSet ranks) {
    return of(trace, ranks, Sharing.SAME_OPS, ops -> {}, Long.MAX_VALUE);
  }

  /**
   * Reads the programs of ranks and reports progress: once while reading programs, and once more
   * while taking times from the trace.
   *
   * @param trace stays open
   * @param ranks world ranks
   * @param sharing which ranks share an outline
   * @param listener receives how many ops a pass has read
   * @param everyOps number of ops between two calls, above 0
   * @return outlines without times
   * @throws TraceException if the trace is damaged, or its programs are task graphs
   */
  public static Outlines of(
      TraceSource trace, RankSet ranks, Sharing sharing, LongConsumer listener, long everyOps) {
    return of(trace, ranks, LEAST_CALLS, sharing, listener, everyOps);
  }

  /**
   * The same, with another bound.
   *
   * @param leastCalls programs with fewer are unrolled
   */
  static Outlines of(TraceSource trace, RankSet ranks, int leastCalls) {
    return of(trace, ranks, leastCalls, Sharing.SAME_OPS, ops -> {}, Long.MAX_VALUE);
  }

  private static Outlines of(
      TraceSource trace,
      RankSet ranks,
      int leastCalls,
      Sharing sharing,
      LongConsumer listener,
      long everyOps) {
    if (trace.capabilities().contains(Capability.TASK_GRAPHS)) {
      throw new TraceException(
          "the ranks of this trace are task graphs, whose tasks have no order; expected ranks that"
              + " are sequences of ops");
    }
    Outlines outlines = new Outlines(trace, leastCalls, listener, everyOps);
    if (sharing == Sharing.ANY_COUNTS) {
      outlines.readWhateverCounts(ranks);
    } else {
      ranks.forEach(outlines::read);
    }
    return outlines;
  }

  /** The longest programs come first: they have the loops that others may not enter. */
  private void readWhateverCounts(RankSet ranks) {
    BitSet withBurst = new BitSet();
    Map<Calls, List<Integer>> same = new LinkedHashMap<>();
    ranks.forEach(
        rank -> {
          Calls calls = table.calls(trace, rank, reading);
          withBurst.or(calls.withBurst());
          same.computeIfAbsent(calls, key -> new ArrayList<>()).add(rank);
        });
    List<Calls> longestFirst = new ArrayList<>(same.keySet());
    longestFirst.sort(comparingLong(Calls::count).reversed());
    for (Calls calls : longestFirst) {
      List<Integer> members = same.getOrDefault(calls, List.of());
      int[] sequence = table.read(trace, members.get(0), calls.withBursts(withBurst));
      Known found = matching(sequence).orElseGet(() -> add(varying(sequence)));
      members.forEach(rank -> add(rank, found));
    }
  }

  private Optional<Known> matching(int[] sequence) {
    for (SharedShape shape : shapes.subList(0, Math.min(MOST_TRIED, shapes.size()))) {
      Optional<int[][]> counts = ShapeMatch.counts(shape.steps(), sequence);
      if (counts.isPresent()) {
        return Optional.of(new Known(shape, counts.get()));
      }
    }
    return Optional.empty();
  }

  private void read(int rank) {
    Calls calls = table.calls(trace, rank, reading);
    add(rank, known.computeIfAbsent(calls, key -> shape(rank, calls)));
  }

  private void add(int rank, Known found) {
    found.shape.add(rank, found.counts);
    shapeOfRank[rank] = found.shape;
    walks[rank] = found.shape.walkOfLast();
  }

  private Known shape(int rank, Calls calls) {
    SharedShape fixed = fixed(rank, calls);
    if (fixed.steps().leaves() > FEW_OPS && calls.count() <= MOST_CALLS) {
      Known varying = varying(table.read(trace, rank, calls));
      if (LEAST_GAIN * varying.shape.steps().leaves() <= fixed.steps().leaves()) {
        return add(varying);
      }
    }
    return add(new Known(fixed, new int[0][]));
  }

  private Known add(Known found) {
    shapes.add(found.shape);
    return found;
  }

  private SharedShape shape(Grammar grammar, int[] lines) {
    return new SharedShape(grammar, lines, trace.info().ranks());
  }

  /** Runs that differ in length only are one. */
  private Known varying(int[] sequence) {
    Grammar grammar = new Grammar(table.size());
    RunCounts lengths = new RunCounts();
    SharedShape shape = shape(grammar, PairReplacement.reduce(grammar, sequence, lengths));
    return new Known(shape, shape.steps().countsByRun(lengths.inOrder()));
  }

  /** From the loops that the trace stores, if it has such and they make the program short. */
  private SharedShape fixed(int rank, Calls calls) {
    if (calls.count() >= leastCalls) {
      if (stored == null) {
        stored = StoredPrograms.of(trace, table);
      }
      Optional<List<LoopReplacement.Item>> items = stored.items(rank, calls);
      if (items.isPresent()
          && calls.count() >= (long) LEAST_RATIO * LoopReplacement.size(items.get())) {
        Grammar grammar = new Grammar(table.size());
        Optional<int[]> lines = LoopReplacement.reduce(grammar, items.get());
        if (lines.isPresent()) {
          return shape(grammar, lines.get());
        }
      }
    }
    int[] sequence = table.read(trace, rank, calls);
    Grammar grammar = new Grammar(table.size());
    return shape(grammar, PairReplacement.reduce(grammar, sequence));
  }

  /**
   * Takes times from the trace: always for bursts, and for calls if they were recorded. Takes the
   * values of calls too, such as partners and sizes.
   *
   * @return whether the times of calls were recorded, on all requested ranks
   * @throws TraceException if the trace is damaged
   */
  public boolean takeRecordedTimes() {
    boolean recorded = true;
    OpTicks taking = new OpTicks(listener, everyOps);
    OpView op = new OpView();
    for (int rank = 0; rank < shapeOfRank.length; rank++) {
      if (shapeOfRank[rank] == null) {
        continue;
      }
      Optional<CallTimes> times = trace.callTimes(rank);
      recorded &= times.isPresent();
      try (RankCursor cursor = trace.open(rank)) {
        while (cursor.next(op)) {
          taking.tick();
          if (op.code() == OpCode.COMPUTE) {
            burst(rank, SymbolTable.burstPs(op, trace));
          } else if (!SymbolTable.isMarker(op.code())) {
            call(rank, timePs(op, times), op);
          }
        }
      }
    }
    return recorded;
  }

  /**
   * Takes the values of calls from the trace, without their times.
   *
   * @throws TraceException if the trace is damaged
   */
  public void takeValues() {
    OpView op = new OpView();
    for (SharedShape shape : shapes) {
      shape.forEachRank(
          (rank, walk) -> {
            try (RankCursor cursor = trace.open(rank)) {
              while (cursor.next(op)) {
                if (op.code() != OpCode.COMPUTE && !SymbolTable.isMarker(op.code())) {
                  int leaf = walk.next();
                  while (table.code(shape.steps().symbol(leaf)) == OpCode.COMPUTE) {
                    leaf = walk.next();
                  }
                  shape.values().take(leaf, op, rank, walk);
                }
              }
            }
          });
    }
  }

  private double timePs(OpView op, Optional<CallTimes> times) {
    if (!op.code().isCall()) {
      return SymbolTable.burstPs(op, trace);
    }
    return times.isPresent() ? (double) times.get().nextPs() : 0;
  }

  /**
   * Takes the time of an op from a replay, instead of from the trace; for each rank in the order of
   * its ops, without gaps.
   *
   * @param rank world rank; ranks that were not requested are ignored
   * @param code which op; markers of phases have no time
   * @param timePs how long it took, picoseconds
   * @throws IllegalStateException if the rank has had all of its ops
   */
  public void takeTime(int rank, OpCode code, long timePs) {
    if (code == OpCode.COMPUTE) {
      burst(rank, (double) timePs);
    } else {
      call(rank, (double) timePs, null);
    }
  }

  private void burst(int rank, double timePs) {
    burstPs[rank] += timePs;
  }

  private void call(int rank, double timePs, @Nullable OpView values) {
    SharedShape shape = shapeOfRank[rank];
    if (shape == null) {
      return;
    }
    int leaf = walks[rank].next();
    if (table.code(shape.steps().symbol(leaf)) == OpCode.COMPUTE) {
      shape.times().add(leaf, burstPs[rank]);
      burstPs[rank] = 0;
      leaf = walks[rank].next();
    }
    shape.times().add(leaf, timePs);
    if (values != null) {
      shape.values().take(leaf, values, rank, walks[rank]);
    }
  }

  /** Bursts at the end, after which no call comes. */
  private void lastBursts() {
    for (int rank = 0; rank < shapeOfRank.length; rank++) {
      SharedShape shape = shapeOfRank[rank];
      if (shape != null && burstPs[rank] > 0) {
        shape.times().add(walks[rank].next(), burstPs[rank]);
      }
      burstPs[rank] = 0;
    }
  }

  /** {@return the outlines, the lowest rank first} */
  public List<Outline> result() {
    lastBursts();
    return shapes.stream()
        .map(shape -> shape.outline(table))
        .sorted(comparingInt(outline -> outline.ranks().sections().get(0).start()))
        .toList();
  }
}
