package org.foretell.structure.grammar;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.BitSet;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Replaces runs of equal symbols, and the most frequent pair of neighbours, in turn until neither
 * is left (Grosclaude et al., "Tracing MPI binaries for knowledge discovery"; pairs as in Larsson
 * and Moffat, "Off-line dictionary-based compression", 2000). Of pairs that are equally frequent
 * the one that comes first is replaced. Takes n log n time for n symbols, and 24 bytes for each.
 *
 * <p>On request runs of a symbol are one symbol however long they are, and so is the symbol alone
 * where others of it run: then iterations are equal whose inner loops differ in length only.
 */
public final class PairReplacement {
  private static final int NONE = -1;

  private final Grammar grammar;

  /** Takes the lengths of runs; null if runs of different lengths are different symbols. */
  private final @Nullable RunCounts lengths;

  /** Symbols by place; a symbol that was replaced by the one before it is {@link #NONE}. */
  private final int[] symbols;

  private final int[] next;
  private final int[] previous;

  /** By place of its left symbol: the pair, and the places where the same pair is. */
  private final int[] pairAt;

  private final int[] nextOfPair;
  private final int[] previousOfPair;

  private final Long2IntOpenHashMap pairs = new Long2IntOpenHashMap();
  private final IntArrayList counts = new IntArrayList();
  private final IntArrayList firsts = new IntArrayList();
  private final IntArrayList lasts = new IntArrayList();
  private final PriorityQueue<Candidate> candidates = new PriorityQueue<>();

  /** A pair as it was when it was last looked at. */
  private record Candidate(int pair, int count, int place) implements Comparable<Candidate> {
    @Override
    public int compareTo(Candidate other) {
      return count == other.count
          ? Integer.compare(place, other.place)
          : Integer.compare(other.count, count);
    }
  }

  private PairReplacement(Grammar grammar, int[] sequence, @Nullable RunCounts lengths) {
    this.grammar = grammar;
    this.lengths = lengths;
    symbols = withoutRuns(sequence);
    int length = symbols.length;
    next = new int[length];
    previous = new int[length];
    pairAt = new int[length];
    nextOfPair = new int[length];
    previousOfPair = new int[length];
    Arrays.fill(pairAt, NONE);
    pairs.defaultReturnValue(NONE);
    for (int place = 0; place < length; place++) {
      next[place] = place + 1 < length ? place + 1 : NONE;
      previous[place] = place - 1;
    }
  }

  /**
   * What is left of a sequence when all is replaced.
   *
   * @param grammar gets the symbols that replace others
   * @param sequence symbols of the grammar; not changed
   */
  public static int[] reduce(Grammar grammar, int[] sequence) {
    return reduce(grammar, sequence, null);
  }

  /**
   * The same, where runs may differ in length.
   *
   * @param lengths takes the lengths of all runs; null if only runs of equal length are equal
   */
  public static int[] reduce(Grammar grammar, int[] sequence, @Nullable RunCounts lengths) {
    PairReplacement replacement = new PairReplacement(grammar, sequence, lengths);
    replacement.replaceAll();
    return replacement.left();
  }

  private int[] withoutRuns(int[] sequence) {
    int[] kept = new int[sequence.length];
    int size = 0;
    BitSet running = new BitSet();
    for (int i = 1; i < sequence.length && lengths != null; i++) {
      if (sequence[i] == sequence[i - 1]) {
        running.set(sequence[i]);
      }
    }
    for (int start = 0; start < sequence.length; ) {
      int end = start + 1;
      while (end < sequence.length && sequence[end] == sequence[start]) {
        end++;
      }
      boolean isRun = end - start > 1 || running.get(sequence[start]);
      kept[size] = isRun ? run(sequence[start], end - start, size) : sequence[start];
      size++;
      start = end;
    }
    return Arrays.copyOf(kept, size);
  }

  private int run(int symbol, int length, int place) {
    if (lengths == null) {
      return grammar.run(symbol, length);
    }
    int run = grammar.varyingRun(symbol);
    lengths.add(run, place, length);
    return run;
  }

  private void replaceAll() {
    for (int place = 0; place + 1 < symbols.length; place++) {
      addPair(place);
    }
    for (int pair = 0; pair < counts.size(); pair++) {
      offer(pair);
    }
    for (Candidate best = candidates.poll(); best != null; best = candidates.poll()) {
      if (best.count != counts.getInt(best.pair) || best.place != firsts.getInt(best.pair)) {
        offer(best.pair);
      } else {
        replace(best.pair);
      }
    }
  }

  private void offer(int pair) {
    if (counts.getInt(pair) > 1) {
      candidates.add(new Candidate(pair, counts.getInt(pair), firsts.getInt(pair)));
    }
  }

  private void replace(int pair) {
    int place = firsts.getInt(pair);
    int made = grammar.pair(symbols[place], symbols[next[place]]);
    IntArrayList places = new IntArrayList(counts.getInt(pair));
    while (place != NONE) {
      int after = nextOfPair[place];
      if (previous[place] != NONE) {
        removePair(previous[place]);
      }
      removePair(place);
      removePair(next[place]);
      join(place, made);
      places.add(place);
      place = after;
    }
    int known = counts.size();
    int kept = joinRuns(places, made);
    for (int i = 0; i < kept; i++) {
      int at = places.getInt(i);
      if (previous[at] != NONE) {
        addPair(previous[at]);
      }
      if (next[at] != NONE) {
        addPair(at);
      }
    }
    for (int added = known; added < counts.size(); added++) {
      offer(added);
    }
  }

  /** Puts one symbol in the place of two. */
  private void join(int place, int made) {
    int gone = next[place];
    symbols[place] = made;
    symbols[gone] = NONE;
    next[place] = next[gone];
    if (next[place] != NONE) {
      previous[next[place]] = place;
    }
  }

  /** Joins neighbours that are the same new symbol; how many places are left, at the front. */
  private int joinRuns(IntArrayList places, int made) {
    int kept = 0;
    IntArrayList runs = new IntArrayList();
    boolean anyRun = false;
    for (int i = 0; i < places.size(); ) {
      int place = places.getInt(i);
      int length = 1;
      while (next[place] != NONE && symbols[next[place]] == made) {
        join(place, made);
        length++;
      }
      anyRun |= length > 1;
      runs.add(length);
      places.set(kept++, place);
      i += length;
    }
    for (int i = 0; i < kept && anyRun; i++) {
      if (runs.getInt(i) > 1 || lengths != null) {
        symbols[places.getInt(i)] = run(made, runs.getInt(i), places.getInt(i));
      }
    }
    return kept;
  }

  private void addPair(int place) {
    long key = ((long) symbols[place] << 32) | symbols[next[place]];
    int pair = pairs.get(key);
    if (pair == NONE) {
      pair = counts.size();
      pairs.put(key, pair);
      counts.add(0);
      firsts.add(NONE);
      lasts.add(NONE);
    }
    int last = lasts.getInt(pair);
    if (last == NONE) {
      firsts.set(pair, place);
    } else {
      nextOfPair[last] = place;
    }
    previousOfPair[place] = last;
    nextOfPair[place] = NONE;
    lasts.set(pair, place);
    pairAt[place] = pair;
    counts.set(pair, counts.getInt(pair) + 1);
  }

  private void removePair(int place) {
    int pair = pairAt[place];
    if (pair == NONE) {
      return;
    }
    int before = previousOfPair[place];
    int after = nextOfPair[place];
    if (before == NONE) {
      firsts.set(pair, after);
    } else {
      nextOfPair[before] = after;
    }
    if (after == NONE) {
      lasts.set(pair, before);
    } else {
      previousOfPair[after] = before;
    }
    pairAt[place] = NONE;
    counts.set(pair, counts.getInt(pair) - 1);
  }

  private int[] left() {
    IntArrayList left = new IntArrayList();
    for (int place = symbols.length == 0 ? NONE : 0; place != NONE; place = next[place]) {
      left.add(symbols[place]);
    }
    return left.toIntArray();
  }
}
