package org.foretell.structure.fold;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.foretell.structure.op.VaryingOps;
import org.foretell.trace.ValuePattern;

/** A part of a nest of loops whose ops may differ from iteration to iteration. */
sealed interface Nest {
  /** How many loops it has, and numbers that vary; places without such numbers count as one. */
  long numbers(VaryingOps ops);

  /** How many ops it has, loops counted once. */
  int ops();

  /** Whether any op differs. */
  boolean varies();

  /**
   * Every {@code every}-th iteration of a loop that it stands in.
   *
   * @param first the first of these iterations
   * @param each how often it runs in an iteration
   */
  Nest slice(int first, int every, long each);

  /** A loop; empty bodies do not occur. */
  record Loop(long count, List<Nest> body) implements Nest {
    @Override
    public long numbers(VaryingOps ops) {
      return 1 + body.stream().mapToLong(nest -> nest.numbers(ops)).sum();
    }

    @Override
    public int ops() {
      return body.stream().mapToInt(Nest::ops).sum();
    }

    @Override
    public boolean varies() {
      return body.stream().anyMatch(Nest::varies);
    }

    @Override
    public Nest slice(int first, int every, long each) {
      List<Nest> slices = new ArrayList<>();
      body.forEach(nest -> slices.add(nest.slice(first, every, each * count)));
      return new Loop(count, slices);
    }
  }

  /** A loop whose count differs from entry to entry; empty bodies do not occur. */
  record VaryingLoop(long[] counts, List<Nest> body) implements Nest {
    @Override
    public long numbers(VaryingOps ops) {
      return 1
          + ValuePattern.of(counts).numbers()
          + body.stream()
              .mapToLong(
                  nest -> nest instanceof Place place ? place.piecewise(ops) : nest.numbers(ops))
              .sum();
    }

    @Override
    public int ops() {
      return body.stream().mapToInt(Nest::ops).sum();
    }

    @Override
    public boolean varies() {
      return true;
    }

    @Override
    public Nest slice(int first, int every, long each) {
      // Only loops of one count are made longer; those of several are found apart from them.
      throw new AssertionError("a slice of a loop that runs " + Arrays.toString(counts) + " times");
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof VaryingLoop that
          && Arrays.equals(counts, that.counts)
          && body.equals(that.body);
    }

    @Override
    public int hashCode() {
      return 31 * Arrays.hashCode(counts) + body.hashCode();
    }

    @Override
    public String toString() {
      return "loop of " + counts.length + " counts";
    }
  }

  /** A place for an op, filled execution by execution; runs of equal ops take no room. */
  final class Place implements Nest {
    private final IntArrayList ops = new IntArrayList();
    private final LongArrayList times = new LongArrayList();

    /** The op of each execution, or the only op there is. */
    private int[] sequence = {};

    void add(int op, long count) {
      int last = ops.size() - 1;
      if (last >= 0 && ops.getInt(last) == op) {
        times.set(last, times.getLong(last) + count);
      } else {
        ops.add(op);
        times.add(count);
      }
    }

    /**
     * Ends filling; returns the length of its sequence, {@link Long#MAX_VALUE} if above a limit.
     */
    long end(long most) {
      if (ops.size() == 1) {
        sequence = new int[] {ops.getInt(0)};
        return 1;
      }
      long all = 0;
      for (int i = 0; i < times.size(); i++) {
        if (times.getLong(i) > most - all) {
          return Long.MAX_VALUE;
        }
        all += times.getLong(i);
      }
      sequence = new int[(int) all];
      int at = 0;
      for (int i = 0; i < ops.size(); i++) {
        int end = at + (int) times.getLong(i);
        Arrays.fill(sequence, at, end, ops.getInt(i));
        at = end;
      }
      return all;
    }

    /** The number of the op that stands for all executions. */
    int op(VaryingOps varying) {
      return varying.number(sequence);
    }

    @Override
    public long numbers(VaryingOps varying) {
      return 1 + varying.numbers(sequence);
    }

    /** How many numbers it takes if those that vary are pieces of lines. */
    long piecewise(VaryingOps varying) {
      return 1 + varying.piecewise(sequence);
    }

    @Override
    public int ops() {
      return 1;
    }

    @Override
    public boolean varies() {
      return sequence.length > 1;
    }

    @Override
    public Nest slice(int first, int every, long each) {
      if (sequence.length == 1) {
        return this;
      }
      Place slice = new Place();
      int block = (int) each;
      int[] some = new int[sequence.length / every];
      boolean same = true;
      for (int i = 0; i < some.length; i++) {
        some[i] = sequence[(i / block * every + first) * block + i % block];
        same &= some[i] == some[0];
      }
      slice.sequence = same ? new int[] {some[0]} : some;
      return slice;
    }
  }
}
