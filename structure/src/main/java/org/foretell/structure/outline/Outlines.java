package org.foretell.structure.outline;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
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

  /** Read when the first program needs it. */
  private @Nullable StoredPrograms stored;

  private final SymbolTable table = new SymbolTable();
  private final Map<Calls, Group> groups = new LinkedHashMap<>();
  private final Group[] groupOfRank;
  private final Steps.Walk[] walks;

  /** Of the burst that each rank is in. */
  private final double[] burstPs;

  private static final class Group {
    private final Grammar grammar;
    private final int[] lines;
    private final Steps steps;
    private final OpTimes times;
    private final List<Integer> ranks = new ArrayList<>();

    private Group(Grammar grammar, int[] lines) {
      this.grammar = grammar;
      this.lines = lines;
      steps = new Steps(grammar, lines);
      times = new OpTimes(steps.leaves());
    }
  }

  private Outlines(TraceSource trace, int leastCalls, LongConsumer listener, long everyOps) {
    this.trace = trace;
    this.leastCalls = leastCalls;
    this.listener = listener;
    this.everyOps = everyOps;
    reading = new OpTicks(listener, everyOps);
    groupOfRank = new Group[trace.info().ranks()];
    walks = new Steps.Walk[groupOfRank.length];
    burstPs = new double[groupOfRank.length];
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
    return of(trace, ranks, ops -> {}, Long.MAX_VALUE);
  }

  /**
   * Reads the programs of ranks and reports progress: once while reading programs, and once more
   * while taking times from the trace.
   *
   * @param trace stays open
   * @param ranks world ranks
   * @param listener receives how many ops a pass has read
   * @param everyOps number of ops between two calls, above 0
   * @return outlines without times
   * @throws TraceException if the trace is damaged, or its programs are task graphs
   */
  public static Outlines of(
      TraceSource trace, RankSet ranks, LongConsumer listener, long everyOps) {
    return of(trace, ranks, LEAST_CALLS, listener, everyOps);
  }

  /**
   * The same, with another bound.
   *
   * @param leastCalls programs with fewer are unrolled
   */
  static Outlines of(TraceSource trace, RankSet ranks, int leastCalls) {
    return of(trace, ranks, leastCalls, ops -> {}, Long.MAX_VALUE);
  }

  private static Outlines of(
      TraceSource trace, RankSet ranks, int leastCalls, LongConsumer listener, long everyOps) {
    if (trace.capabilities().contains(Capability.TASK_GRAPHS)) {
      throw new TraceException(
          "the ranks of this trace are task graphs, whose tasks have no order; expected ranks that"
              + " are sequences of ops");
    }
    Outlines outlines = new Outlines(trace, leastCalls, listener, everyOps);
    ranks.forEach(outlines::read);
    return outlines;
  }

  private void read(int rank) {
    Calls calls = table.calls(trace, rank, reading);
    Group group = groups.computeIfAbsent(calls, key -> group(rank, calls));
    group.ranks.add(rank);
    groupOfRank[rank] = group;
    walks[rank] = group.steps.walk();
  }

  /** From the loops that the trace stores, if it has such and they make the program short. */
  private Group group(int rank, Calls calls) {
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
          return new Group(grammar, lines.get());
        }
      }
    }
    int[] sequence = table.read(trace, rank, calls);
    Grammar grammar = new Grammar(table.size());
    return new Group(grammar, PairReplacement.reduce(grammar, sequence));
  }

  /**
   * Takes times from the trace: always for bursts, and for calls if they were recorded.
   *
   * @return whether the times of calls were recorded, on all requested ranks
   * @throws TraceException if the trace is damaged
   */
  public boolean takeRecordedTimes() {
    boolean recorded = true;
    OpTicks taking = new OpTicks(listener, everyOps);
    OpView op = new OpView();
    for (int rank = 0; rank < groupOfRank.length; rank++) {
      if (groupOfRank[rank] == null) {
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
            call(rank, timePs(op, times));
          }
        }
      }
    }
    return recorded;
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
      call(rank, (double) timePs);
    }
  }

  private void burst(int rank, double timePs) {
    burstPs[rank] += timePs;
  }

  private void call(int rank, double timePs) {
    Group group = groupOfRank[rank];
    if (group == null) {
      return;
    }
    int leaf = walks[rank].next();
    if (table.code(group.steps.symbol(leaf)) == OpCode.COMPUTE) {
      group.times.add(leaf, burstPs[rank]);
      burstPs[rank] = 0;
      leaf = walks[rank].next();
    }
    group.times.add(leaf, timePs);
  }

  /** Bursts at the end, after which no call comes. */
  private void lastBursts() {
    for (int rank = 0; rank < groupOfRank.length; rank++) {
      Group group = groupOfRank[rank];
      if (group != null && burstPs[rank] > 0) {
        group.times.add(walks[rank].next(), burstPs[rank]);
      }
      burstPs[rank] = 0;
    }
  }

  /** {@return the outlines, the lowest rank first} */
  public List<Outline> result() {
    lastBursts();
    List<Outline> outlines = new ArrayList<>();
    for (Group group : groups.values()) {
      RankSet ranks = RankSet.ofSorted(group.ranks.stream().mapToInt(Integer::intValue).toArray());
      outlines.add(
          new Outline(ranks, table, group.grammar, group.lines, group.steps, group.times.copy()));
    }
    return outlines;
  }
}
