package org.foretell.structure.cluster.lead;

import org.foretell.structure.cluster.values.Executions;
import org.foretell.trace.Values;

/** The numbers of the ops that a rank executes, in order. Not thread safe. */
final class OutlineCursor {
  private final Outline outline;

  /** The counts of each repeat, one after the other, and which comes next. */
  private final long[][] counts;

  private final int[] next;
  private final long[] left;
  private int depth;
  private int record;
  private byte kind;

  OutlineCursor(Outline outline, int rank) {
    this.outline = outline;
    counts = new long[outline.repeats()][];
    next = new int[outline.repeats()];
    left = new long[outline.deepest()];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = counts(Executions.of(outline.count(i), outline.ranks(), rank));
    }
  }

  private static long[] counts(Values own) {
    return own instanceof Values.Cyclic cyclic
        ? cyclic.values()
        : new long[] {((Values.Constant) own).value()};
  }

  /** The number of the next op, -1 at the end. */
  int next() {
    while (record < outline.records()) {
      kind = outline.kind(record);
      int number = outline.number(record);
      switch (kind) {
        case Outline.REPEAT -> {
          long count = counts[number][next[number]];
          next[number] = (next[number] + 1) % counts[number].length;
          if (count == 0) {
            record = skip(record);
          } else {
            left[depth++] = count;
            record++;
          }
        }
        case Outline.END -> {
          if (--left[depth - 1] > 0) {
            record = number + 1;
          } else {
            depth--;
            record++;
          }
        }
        default -> {
          record++;
          return number;
        }
      }
    }
    return -1;
  }

  private int skip(int repeat) {
    int open = 0;
    int at = repeat;
    do {
      byte each = outline.kind(at++);
      open += each == Outline.REPEAT ? 1 : each == Outline.END ? -1 : 0;
    } while (open > 0);
    return at;
  }

  /** What the op is that {@link #next} returned last. */
  byte kind() {
    return kind;
  }

  /** The number of the next event, -1 at the end; passes over bursts. */
  int nextEvent() {
    int number = next();
    while (number >= 0 && kind != Outline.EVENT) {
      number = next();
    }
    return number;
  }
}
