package org.foretell.structure.cluster.lead;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;

/**
 * The shape of a program: which of its ops are events, and its repeats. Ops are numbered from 0 in
 * the order in which they stand. Takes four bytes for each.
 */
final class Outline {
  static final byte EVENT = 0;
  static final byte BURST = 1;

  /** A burst whose durations stand in the rank's column. */
  static final byte TIMED = 2;

  static final byte REPEAT = 3;
  static final byte END = 4;

  private final RankSet ranks;
  private static final int KIND_BITS = 3;

  /**
   * A kind, and above it an op's number, a repeat's position in the list of counts, or the record
   * of the repeat that an end belongs to.
   */
  private final IntArrayList records = new IntArrayList();

  private final List<Values> counts = new ArrayList<>();
  private final IntArrayList open = new IntArrayList();

  /** Ops, times 32, plus fields: partners that are sometimes a rank and sometimes not. */
  private final IntOpenHashSet mixed = new IntOpenHashSet();

  /** Whether each op is an event. */
  private final BitSet events = new BitSet();

  private int ops;
  private int deepest;

  Outline(RankSet ranks) {
    this.ranks = ranks;
  }

  void op(OpView op, List<Variation> variations) {
    byte kind = op.code().family() == OpCode.Family.COMPUTE ? BURST : EVENT;
    for (Variation variation : variations) {
      if (variation.values() instanceof Values.Column) {
        kind = TIMED;
      } else if (variation.field().isRank() && isMixed(variation)) {
        mixed.add(key(ops, variation.field().id()));
      }
    }
    events.set(ops, kind == EVENT);
    add(kind, ops++);
  }

  private static boolean isMixed(Variation variation) {
    if (variation.relative()) {
      return false;
    }
    if (variation.values() instanceof Values.Cyclic cyclic) {
      return isMixed(cyclic);
    }
    return variation.values() instanceof Values.Scoped scoped
        && scoped.scopes().stream()
            .anyMatch(scope -> scope.values() instanceof Values.Cyclic each && isMixed(each));
  }

  private static boolean isMixed(Values.Cyclic cyclic) {
    boolean rank = false;
    boolean none = false;
    for (long value : cyclic.values()) {
      rank |= value >= 0;
      none |= value < 0;
    }
    return rank && none;
  }

  void beginRepeat(Values count) {
    open.push(records.size());
    deepest = Math.max(deepest, open.size());
    add(REPEAT, counts.size());
    counts.add(count);
  }

  void endRepeat() {
    add(END, open.popInt());
  }

  private void add(byte kind, int number) {
    if (number >= 1 << (Integer.SIZE - KIND_BITS - 1)) {
      throw new IllegalArgumentException("the program of a lead has too many ops: " + number);
    }
    records.add((number << KIND_BITS) | kind);
  }

  static int key(int op, int field) {
    return (op << 5) | field;
  }

  /** Whether a partner of an op is sometimes a rank and sometimes not. */
  boolean isMixed(int op, int field) {
    return mixed.contains(key(op, field));
  }

  boolean isEvent(int op) {
    return events.get(op);
  }

  int ops() {
    return ops;
  }

  RankSet ranks() {
    return ranks;
  }

  int records() {
    return records.size();
  }

  byte kind(int record) {
    return (byte) (records.getInt(record) & ((1 << KIND_BITS) - 1));
  }

  int number(int record) {
    return records.getInt(record) >>> KIND_BITS;
  }

  int repeats() {
    return counts.size();
  }

  Values count(int repeat) {
    return counts.get(repeat);
  }

  int deepest() {
    return deepest;
  }
}
