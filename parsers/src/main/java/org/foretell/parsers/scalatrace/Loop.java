package org.foretell.parsers.scalatrace;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.foretell.trace.RankSet;

/**
 * A loop that begins at a record: how often the body runs, and how many entries of a rank's list it
 * has. Both may differ between ranks, and from one entry to the next.
 */
final class Loop {
  /** More entries in a cycle than this are refused: no writer produces them. */
  private static final int MAX_CYCLE = 1 << 20;

  /**
   * What the loop is for a rank: repeats around each other, outermost first, none where it always
   * runs once. There are several where its body has now one length, now another; at each entry all
   * but one of them run once.
   *
   * @param members length of each body
   * @param counts how often each runs, a cycle over its entries
   */
  record Shape(int[] members, List<long[]> counts) {}

  private final Line line;
  private final Groups iterations;
  private final Groups members;
  private final Map<Long, Shape> shapes = new HashMap<>();

  private Loop(Line line) {
    this.line = line;
    iterations = new Groups(line);
    members = new Groups(line);
  }

  /** Takes a line {@code LOOPd: iter: .. mem: ..}. */
  static Loop read(Line line, int depth) {
    line.take("LOOP" + depth + ":");
    Loop loop = new Loop(line);
    line.take("iter:");
    do {
      loop.iterations.addScoped(line);
    } while (line.sees("("));
    line.take("mem:");
    do {
      loop.members.addScoped(line);
    } while (line.sees("("));
    line.end();
    return loop;
  }

  Line line() {
    return line;
  }

  /** Checks groups of ranks against those of the record that heads it. */
  void check(RankSet ranks) {
    iterations.check(ranks, false);
    members.check(ranks, false);
  }

  /** Whether a rank has this loop. */
  boolean exists(int rank) {
    return iterations.indexOf(rank) >= 0;
  }

  /** How often the body runs when a rank enters the loop, entries being counted from 0. */
  long iterations(int rank, int entry) {
    long[] cycle = iterations.of(rank);
    return cycle[entry % cycle.length];
  }

  /** How many entries the body has when a rank enters the loop. */
  long members(int rank, int entry) {
    long[] cycle = members.of(rank);
    return cycle[entry % cycle.length];
  }

  /** What the loop is for a rank; empty if there is none. */
  Shape shape(int rank) {
    int iteration = iterations.indexOf(rank);
    int member = members.indexOf(rank);
    if ((iteration < 0) != (member < 0)) {
      throw line.error(
          "expected iter and mem for the same ranks, found only one of them for rank " + rank);
    }
    return shapes.computeIfAbsent(
        (long) iteration << 32 | (member & 0xffff_ffffL),
        key ->
            iteration < 0
                ? new Shape(new int[0], List.of())
                : shape(
                    iterations.list().get(iteration).values(),
                    members.list().get(member).values()));
  }

  private Shape shape(long[] iterationCycle, long[] memberCycle) {
    long period = lcm(iterationCycle.length, memberCycle.length);
    if (period > MAX_CYCLE) {
      throw line.error(
          "expected iter and mem that repeat together within "
              + MAX_CYCLE
              + " entries of the loop, found "
              + period);
    }
    TreeSet<Long> lengths = new TreeSet<>();
    for (int i = 0; i < period; i++) {
      long times = iterationCycle[i % iterationCycle.length];
      long length = memberCycle[i % memberCycle.length];
      if (times < 0 || length < 1) {
        throw line.error(
            "expected at least 0 iterations of at least 1 entry, found "
                + times
                + " iterations of "
                + length);
      }
      if (times != 1) {
        lengths.add(length);
      }
    }
    int[] bodies = lengths.descendingSet().stream().mapToInt(Math::toIntExact).toArray();
    List<long[]> counts = new ArrayList<>();
    for (int body : bodies) {
      LongArrayList count = new LongArrayList();
      for (int i = 0; i < period; i++) {
        long times = iterationCycle[i % iterationCycle.length];
        long length = memberCycle[i % memberCycle.length];
        boolean isActive = times != 1;
        if (isActive && length == body) {
          count.add(times);
        } else {
          // Inside of the one that is active it is entered in each iteration, else once.
          long entries = isActive && length > body ? times : 1;
          if (count.size() + entries > MAX_CYCLE) {
            throw line.error(
                "expected loops with bodies of several lengths that run at most "
                    + MAX_CYCLE
                    + " times, found more iterations");
          }
          for (long entry = 0; entry < entries; entry++) {
            count.add(1);
          }
        }
      }
      counts.add(Line.smallestPeriod(count.toLongArray()));
    }
    return new Shape(bodies, counts);
  }

  static long lcm(long a, long b) {
    long x = a;
    long y = b;
    while (y != 0) {
      long rest = x % y;
      x = y;
      y = rest;
    }
    return a / x * b;
  }
}
