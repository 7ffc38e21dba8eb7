package org.foretell.parsers.scalatrace;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Loops whose bodies overlap, so that none of them is around the other: at one time this one runs
 * more than once, at another time that one. What a rank executes is cut into passes, in each of
 * which the records rise. The program is then one repeat of all the records, which takes a record
 * in some passes and not in others, so that each record still stands in one place.
 */
final class Passes {
  /** Most executions that are followed one by one. */
  private static final int MOST_STEPS = 1 << 20;

  private final List<Rsd> entries;
  private final int rank;
  private final Map<Loop, int[]> cursors = new HashMap<>();
  private final IntArrayList executed = new IntArrayList();

  private Passes(List<Rsd> entries, int rank) {
    this.entries = entries;
    this.rank = rank;
  }

  /**
   * Follows a rank from an entry to the end of the loops that begin there.
   *
   * @param before signature of the call before
   * @param into gets the node
   * @return the entry after it
   */
  static int follow(List<Rsd> entries, int at, int rank, String before, List<Node> into) {
    Passes passes = new Passes(entries, rank);
    int end = at + passes.run(at, 0, entries.size());
    if (!passes.executed.isEmpty()) {
      into.add(passes.node(at, end, before));
    }
    return end;
  }

  private int run(int at, int depth, int limit) {
    Rsd rsd = entries.get(at);
    for (int d = depth; d < rsd.loops().size(); d++) {
      Loop loop = rsd.loops().get(d);
      if (!loop.exists(rank)) {
        continue;
      }
      int entry = cursors.computeIfAbsent(loop, key -> new int[1])[0]++;
      long iterations = loop.iterations(rank, entry);
      long members = loop.members(rank, entry);
      if (members > limit - at) {
        throw tooLong(rsd, d, rank, limit - at, members);
      }
      int end = at + (int) members;
      for (long i = 0; i < iterations; i++) {
        step(rsd);
        for (int next = at + run(at, d + 1, end); next < end; ) {
          next += run(next, 0, end);
        }
      }
      return (int) members;
    }
    step(rsd);
    executed.add(at);
    return 1;
  }

  private int steps;

  private void step(Rsd rsd) {
    if (++steps > MOST_STEPS) {
      throw rsd.error(
          "expected loops of which one is around the other, or that run at most "
              + MOST_STEPS
              + " times; found some that overlap");
    }
  }

  private static RuntimeException tooLong(Rsd rsd, int loop, int rank, int most, long found) {
    return rsd.loops()
        .get(loop)
        .line()
        .error(
            "expected a loop of at most "
                + most
                + (most == 1 ? " entry" : " entries")
                + " for rank "
                + rank
                + ", because its list or the loop around it ends there, found one of "
                + found);
  }

  private Node node(int first, int end, String before) {
    int records = end - first;
    int[] passOf = new int[executed.size()];
    int count = 0;
    for (int i = 0; i < passOf.length; i++) {
      count += i == 0 || executed.getInt(i) <= executed.getInt(i - 1) ? 1 : 0;
      passOf[i] = count - 1;
    }
    int passes = count;
    if ((long) passes * records > 1L << 24) {
      throw entries
          .get(first)
          .error(
              "expected loops of which one is around the other, found some that overlap in "
                  + passes
                  + " passes through "
                  + records
                  + " records");
    }
    long[][] taken = new long[records][passes];
    List<Map<String, long[]>> bursts = new ArrayList<>();
    for (int i = 0; i < records; i++) {
      bursts.add(new LinkedHashMap<>());
    }
    String last = before;
    for (int i = 0; i < passOf.length; i++) {
      int record = executed.getInt(i) - first;
      taken[record][passOf[i]] = 1;
      bursts.get(record).computeIfAbsent(last, key -> new long[passes])[passOf[i]] = 1;
      last = entries.get(executed.getInt(i)).signature();
    }
    List<Node> body = new ArrayList<>();
    Node.Pass pass = new Node.Pass(last);
    for (int i = 0; i < records; i++) {
      Rsd rsd = entries.get(first + i);
      bursts
          .get(i)
          .forEach(
              (signature, when) ->
                  body.add(guarded(rsd, when, new Node.Burst(rsd, signature), pass)));
      body.add(guarded(rsd, taken[i], new Node.Leaf(rsd, true), pass));
    }
    return new Node.Repeat(entries.get(first), any -> new long[] {passes}, body, pass);
  }

  private static Node guarded(Rsd rsd, long[] when, Node node, Node.Pass pass) {
    long[] cycle = Line.smallestPeriod(when);
    return cycle.length == 1 && cycle[0] == 1
        ? node
        : new Node.Repeat(rsd, any -> cycle, List.of(node), pass);
  }
}
