package org.foretell.structure.fold;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.foretell.structure.op.LoopCounts;
import org.foretell.structure.op.OpTable;
import org.foretell.structure.op.VaryingOps;
import org.foretell.trace.ValuePattern;
import org.foretell.trace.Values;
import org.jspecify.annotations.Nullable;

/**
 * Finds loops whose iterations make the same calls with other sizes, tags, partners, roots or
 * counts, in programs whose equal iterations are folded already.
 *
 * <p>The program is folded once more by the shapes of its ops; then each op of the loops gets the
 * values of all its executions, in their order. So it expands to the same ops, one by one. Repeats
 * that may have come about by chance, such as those of two equal values in a row, are unrolled
 * before: short ones in a first attempt, all in a second. A loop that takes fewer numbers as a
 * longer body and fewer iterations is written so. In a third attempt the counts of loops may differ
 * from entry to entry too. A program is left as it is unless a third of its numbers is saved.
 *
 * <p>Takes time in proportion to the ops of the unrolled program, of which there may be {@link
 * #MOST_OPS}, and 12 bytes for each of them; with loops whose counts vary n log n time and 48
 * bytes. Not thread safe.
 */
public final class VaryingFolder {
  /** Programs that take fewer numbers are short enough. */
  private static final long SHORT = 128;

  /** Numbers that an op takes beside those that vary: its code, its fields, its call site. */
  private static final long OF_OP = 4;

  private static final int MOST_OPS = 1 << 22;

  /** Of all ops together that differ, executions counted. */
  private static final long MOST_VALUES = 1 << 20;

  /** Repeats that run no more often may be chance. */
  private static final long CHANCE = 3;

  /** Iterations that one body may be made of, and ops of such a body. */
  private static final int MOST_UNROLLED = 8;

  private static final int LONGEST_UNROLLED = 64;

  /** A loop with fewer iterations is no loop if they differ. */
  private static final int FEWEST_ITERATIONS = 4;

  private static final int DEEPEST = 100;

  private final VaryingOps ops;
  private final LoopCounts loopCounts;
  private final BodyTable bodies;
  private final Map<Integer, Integer> known = new HashMap<>();

  // The sequence to be folded: an op, or a body and its count, and a symbol by which it is folded.
  private final IntArrayList nodes = new IntArrayList();
  private final LongArrayList counts = new LongArrayList();
  private final IntArrayList symbols = new IntArrayList();

  /** Shapes of bodies that stay as they are. */
  private BodyTable shapes = new BodyTable();

  private Map<Kept, Integer> keptNumbers = new HashMap<>();
  private List<Integer> keptBodies = new ArrayList<>();

  /** A repeat that stays, by its shape. */
  private record Kept(int shape, long count) {}

  /** What a nest becomes, and how many numbers it takes. */
  private record Candidate(List<Nest> nest, long numbers) {}

  /** A folder for ops and bodies of these tables. */
  public VaryingFolder(OpTable ops, BodyTable bodies) {
    this.ops = ops.varying();
    loopCounts = ops.loopCounts();
    this.bodies = bodies;
  }

  /**
   * Folds the body of a program.
   *
   * @param body of the whole program, without counts that vary
   * @return the number of a body that runs the same ops; the same number if nothing was gained
   */
  public int fold(int body) {
    return known.computeIfAbsent(body, this::find);
  }

  private int find(int body) {
    long before = numbers(body);
    if (before < SHORT) {
      return body;
    }
    Candidate best = null;
    for (long chance : new long[] {CHANCE, Long.MAX_VALUE}) {
      Candidate candidate = candidate(body, chance);
      if (candidate != null && (best == null || candidate.numbers() < best.numbers())) {
        best = candidate;
      }
    }
    if (best == null || best.numbers() >= SHORT) {
      Candidate uneven = uneven(body);
      best =
          uneven != null && (best == null || 3 * uneven.numbers() <= 2 * best.numbers())
              ? uneven
              : best;
    }
    nodes.clear();
    counts.clear();
    symbols.clear();
    if (best == null || 3 * best.numbers() > 2 * before) {
      return body;
    }
    int found = number(best.nest());
    return bodies.depth(found) > DEEPEST ? body : found;
  }

  /** About how many numbers it takes to write a body. */
  public long numbers(int body) {
    long numbers = 0;
    for (int i = 0; i < bodies.length(body); i++) {
      int node = node(body, i);
      numbers +=
          bodies.count(body, i) == BodyTable.ONCE
              ? 1 + OF_OP + ops.numbersOf(node)
              : 1 + numbersOfCount(bodies.count(body, i)) + numbers(node);
    }
    return numbers;
  }

  private long numbersOfCount(long count) {
    return count < 0 && loopCounts.values(count) instanceof Values.Cyclic cyclic
        ? ValuePattern.of(cyclic.values()).numbers()
        : 0;
  }

  private int node(int body, int element) {
    return bodies.node(body, element);
  }

  private @Nullable Candidate candidate(int body, long chance) {
    nodes.clear();
    counts.clear();
    symbols.clear();
    shapes = new BodyTable();
    keptNumbers = new HashMap<>();
    keptBodies = new ArrayList<>();
    if (!unroll(body, chance)) {
      return null;
    }
    BodyTable folded = new BodyTable();
    Folder folder = new Folder(folded, 0);
    for (int i = 0; i < symbols.size(); i++) {
      folder.op(symbols.getInt(i));
    }
    Filling filling = new Filling(folded);
    List<Nest> nest = filling.of(folder.end());
    if (!end(filling.places)) {
      return null;
    }
    return candidate(shortest(nest));
  }

  private Candidate candidate(List<Nest> nest) {
    long numbers = 0;
    for (Nest part : nest) {
      numbers += part.numbers(ops) + OF_OP * part.ops();
    }
    return new Candidate(nest, numbers);
  }

  /** The whole program with loops whose counts may vary. */
  private @Nullable Candidate uneven(int body) {
    nodes.clear();
    counts.clear();
    symbols.clear();
    if (!unroll(body, Long.MAX_VALUE)) {
      return null;
    }
    for (int i = 0; i < symbols.size(); i++) {
      symbols.set(i, symbols.getInt(i) / 2);
    }
    UnevenLoops.Found found = UnevenLoops.of(symbols, nodes);
    return end(List.of(found.places())) ? candidate(found.nest()) : null;
  }

  /** Ends the filling of places; false if they hold too many values. */
  private static boolean end(List<Nest.Place> places) {
    long values = 0;
    for (Nest.Place place : places) {
      long length = place.end(MOST_VALUES - values);
      if (length == Long.MAX_VALUE) {
        return false;
      }
      values += length == 1 ? 0 : length;
    }
    return true;
  }

  /** Lays a body out, with repeats of more than {@code chance} iterations as they are. */
  private boolean unroll(int body, long chance) {
    for (int i = 0; i < bodies.length(body); i++) {
      long count = bodies.count(body, i);
      int node = node(body, i);
      if (count == BodyTable.ONCE) {
        add(node, count, 2 * ops.shape(node));
      } else if (count > chance) {
        Kept kept = new Kept(shape(node), count);
        Integer number = keptNumbers.get(kept);
        if (number == null) {
          number = keptBodies.size();
          keptNumbers.put(kept, number);
          keptBodies.add(node);
        }
        add(node, count, 2 * number + 1);
      } else {
        for (long run = 0; run < count; run++) {
          if (!unroll(node, chance)) {
            return false;
          }
        }
      }
      if (nodes.size() > MOST_OPS) {
        return false;
      }
    }
    return true;
  }

  private void add(int node, long count, int symbol) {
    nodes.add(node);
    counts.add(count);
    symbols.add(symbol);
  }

  private int shape(int body) {
    int length = bodies.length(body);
    int[] of = new int[length];
    long[] times = new long[length];
    for (int i = 0; i < length; i++) {
      times[i] = bodies.count(body, i);
      of[i] = times[i] == BodyTable.ONCE ? ops.shape(node(body, i)) : shape(node(body, i));
    }
    return shapes.number(of, times, 0, length);
  }

  /** Loops over symbols, filled with what the symbols stand for. */
  private final class Filling {
    private final BodyTable folded;
    private final List<Nest.Place> places = new ArrayList<>();
    private int next;

    Filling(BodyTable folded) {
      this.folded = folded;
    }

    List<Nest> of(int root) {
      List<Nest> nest = loops(root);
      fill(root, nest);
      return nest;
    }

    private List<Nest> loops(int body) {
      List<Nest> nest = new ArrayList<>();
      for (int i = 0; i < folded.length(body); i++) {
        int node = folded.node(body, i);
        if (folded.count(body, i) != BodyTable.ONCE) {
          nest.add(new Nest.Loop(folded.count(body, i), loops(node)));
        } else if (node % 2 == 0) {
          nest.add(place());
        } else {
          nest.add(new Nest.Loop(0, kept(keptBodies.get(node / 2))));
        }
      }
      return nest;
    }

    private List<Nest> kept(int body) {
      List<Nest> nest = new ArrayList<>();
      for (int i = 0; i < bodies.length(body); i++) {
        long count = bodies.count(body, i);
        nest.add(count == BodyTable.ONCE ? place() : new Nest.Loop(count, kept(node(body, i))));
      }
      return nest;
    }

    private Nest.Place place() {
      Nest.Place place = new Nest.Place();
      places.add(place);
      return place;
    }

    private void fill(int body, List<Nest> nest) {
      for (int i = 0; i < nest.size(); i++) {
        if (folded.count(body, i) == BodyTable.ONCE) {
          int node = nodes.getInt(next);
          long count = counts.getLong(next);
          next++;
          if (nest.get(i) instanceof Nest.Loop loop) {
            fillKept(node, loop.body(), count);
            nest.set(i, loop.count() == 0 ? new Nest.Loop(count, loop.body()) : loop);
          } else {
            ((Nest.Place) nest.get(i)).add(node, 1);
          }
        } else {
          Nest.Loop loop = (Nest.Loop) nest.get(i);
          for (long run = 0; run < loop.count(); run++) {
            fill(folded.node(body, i), loop.body());
          }
        }
      }
    }

    private void fillKept(int body, List<Nest> nest, long times) {
      for (int i = 0; i < nest.size(); i++) {
        if (nest.get(i) instanceof Nest.Loop loop) {
          fillKept(node(body, i), loop.body(), Math.multiplyExact(times, loop.count()));
        } else {
          ((Nest.Place) nest.get(i)).add(node(body, i), times);
        }
      }
    }
  }

  /** Loops whose iterations are fewer, and longer, wherever that takes fewer numbers. */
  private List<Nest> shortest(List<Nest> nest) {
    List<Nest> all = new ArrayList<>();
    for (Nest part : nest) {
      if (part instanceof Nest.Loop loop && loop.varies()) {
        all.addAll(shortest(loop));
      } else {
        all.add(part);
      }
    }
    return all;
  }

  private List<Nest> shortest(Nest.Loop outer) {
    Nest.Loop loop = new Nest.Loop(outer.count(), shortest(outer.body()));
    if (loop.count() < FEWEST_ITERATIONS) {
      return unrolled(loop, (int) loop.count());
    }
    List<Nest> best = List.of(loop);
    long least = loop.numbers(ops);
    for (int every = 2; every <= MOST_UNROLLED; every++) {
      if (loop.count() % every == 0 && every * loop.ops() <= LONGEST_UNROLLED) {
        List<Nest> unrolled = unrolled(loop, every);
        long numbers = unrolled.stream().mapToLong(part -> part.numbers(ops)).sum();
        if (numbers < least) {
          best = unrolled;
          least = numbers;
        }
      }
    }
    return best;
  }

  private static List<Nest> unrolled(Nest.Loop loop, int every) {
    List<Nest> body = new ArrayList<>();
    for (int turn = 0; turn < every; turn++) {
      for (Nest part : loop.body()) {
        body.add(part.slice(turn, every, 1));
      }
    }
    return loop.count() == every ? body : List.of(new Nest.Loop(loop.count() / every, body));
  }

  private int number(List<Nest> nest) {
    int[] of = new int[nest.size()];
    long[] times = new long[nest.size()];
    for (int i = 0; i < of.length; i++) {
      if (nest.get(i) instanceof Nest.Loop loop) {
        of[i] = number(loop.body());
        times[i] = loop.count();
      } else if (nest.get(i) instanceof Nest.VaryingLoop loop) {
        of[i] = number(loop.body());
        times[i] = loopCounts.number(loop.counts());
      } else {
        of[i] = ((Nest.Place) nest.get(i)).op(ops);
        times[i] = BodyTable.ONCE;
      }
    }
    return bodies.number(of, times, 0, of.length);
  }
}
