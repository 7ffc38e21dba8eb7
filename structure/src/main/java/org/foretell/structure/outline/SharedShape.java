package org.foretell.structure.outline;

import java.util.ArrayList;
import java.util.List;
import org.foretell.structure.grammar.Grammar;
import org.foretell.structure.grammar.Steps;
import org.foretell.trace.RankSet;

/** A program that some ranks share, with the times and values of these ranks. Not thread safe. */
final class SharedShape {
  private final Grammar grammar;
  private final int[] lines;
  private final Steps steps;
  private final OpTimes times;
  private final LeafValues values;
  private final List<Member> members = new ArrayList<>();

  /** A rank, and how often its runs go round that vary, by run and entry. */
  private record Member(int rank, int[][] counts) {}

  SharedShape(Grammar grammar, int[] lines, int ranksOfTrace) {
    this.grammar = grammar;
    this.lines = lines;
    steps = new Steps(grammar, lines);
    times = new OpTimes(steps.leaves());
    values = new LeafValues(steps.leaves(), ranksOfTrace);
  }

  Steps steps() {
    return steps;
  }

  OpTimes times() {
    return times;
  }

  LeafValues values() {
    return values;
  }

  /**
   * Adds a rank.
   *
   * @param counts by run and entry, of runs that vary
   */
  void add(int rank, int[][] counts) {
    members.add(new Member(rank, counts));
  }

  /** A walk over the ops of the rank that was added last. */
  Steps.Walk walkOfLast() {
    return walk(members.get(members.size() - 1).counts);
  }

  private Steps.Walk walk(int[][] counts) {
    int[] next = new int[counts.length];
    return steps.walk(run -> counts[run][next[run]++]);
  }

  /** Takes a rank, and a walk over its ops. */
  interface RankTaker {
    void take(int rank, Steps.Walk walk);
  }

  void forEachRank(RankTaker taker) {
    members.forEach(member -> taker.take(member.rank, walk(member.counts)));
  }

  /** What was found, with the times and values so far. */
  Outline outline(SymbolTable table) {
    long[] executions = new long[steps.leaves()];
    members.forEach(member -> steps.addCounts(member.counts, 1, executions));
    int[] ranks = members.stream().mapToInt(Member::rank).sorted().toArray();
    return new Outline(
        RankSet.ofSorted(ranks),
        table,
        grammar,
        lines,
        steps,
        times.copy(),
        executions,
        values,
        loopCounts());
  }

  /** How often each run goes round. */
  private LoopCount[] loopCounts() {
    LoopCount[] counts = new LoopCount[steps.runs()];
    LoopCount.Finder[] finders = new LoopCount.Finder[counts.length];
    for (int run = 0; run < counts.length; run++) {
      finders[run] = new LoopCount.Finder();
      counts[run] = LoopCount.of(steps.length(run));
    }
    if (steps.hasVaryingRuns()) {
      for (Member member : members) {
        int[] next = new int[counts.length];
        Steps.Walk[] walk = new Steps.Walk[1];
        walk[0] =
            steps.walk(
                run -> {
                  int count = member.counts[run][next[run]++];
                  finders[run].take(member.rank, count, walk[0]);
                  return count;
                });
        while (walk[0].hasNext()) {
          walk[0].next();
        }
      }
      for (int run = 0; run < counts.length; run++) {
        counts[run] = steps.varies(run) ? finders[run].count() : counts[run];
      }
    }
    return counts;
  }
}
