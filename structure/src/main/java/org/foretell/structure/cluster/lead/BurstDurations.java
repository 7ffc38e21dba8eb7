package org.foretell.structure.cluster.lead;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.foretell.trace.Values;

/**
 * The durations of a lead's bursts, which stand in its column, by op: other ranks cannot read the
 * column of their lead.
 */
final class BurstDurations {
  private final Int2ObjectOpenHashMap<Sequence> byOp = new Int2ObjectOpenHashMap<>();

  /**
   * Deals out a column.
   *
   * @param column of the lead, each value once; below 0 where there was no burst
   */
  BurstDurations(Outline outline, int lead, LongArrayList column) {
    if (column.isEmpty()) {
      return;
    }
    OutlineCursor ops = new OutlineCursor(outline, lead);
    long[] value = new long[1];
    int at = 0;
    for (int op = ops.next(); op >= 0; op = ops.next()) {
      if (ops.kind() == Outline.TIMED) {
        value[0] = Math.max(0, column.getLong(at++));
        Sequence durations = byOp.get(op);
        if (durations == null) {
          durations = new Sequence(1);
          byOp.put(op, durations);
        }
        durations.add(value);
      }
    }
  }

  /** The durations of an op, in the order of its executions. */
  Values ofOp(int op) {
    Sequence durations = byOp.get(op);
    if (durations == null) {
      return new Values.Constant(0);
    }
    long[] cycle = durations.cycle();
    return cycle.length == 1 ? new Values.Constant(cycle[0]) : new Values.Cyclic(cycle);
  }
}
