package org.foretell.parsers.scalatrace;

import java.util.ArrayList;
import java.util.List;
import org.foretell.trace.DurationHistogram.Bin;

/**
 * A histogram of five bins as ScalaTrace keeps it: the first value stands in the middle of the
 * third, and a value beyond the last makes a bin of its own, for which the two neighbours whose
 * averages are closest become one.
 */
final class AdaptiveHistogram {
  static final int BINS = 5;

  private final List<Slot> slots = new ArrayList<>();

  /** A bin for values below its end, and above that of the previous bin. */
  private static final class Slot {
    double end;
    long count;
    double sum;
    long min = Long.MAX_VALUE;
    long max;

    Slot(double end) {
      this.end = end;
    }

    void add(long value) {
      count++;
      sum += value;
      min = Math.min(min, value);
      max = Math.max(max, value);
    }

    double mean() {
      return count == 0 ? end : sum / count;
    }

    void join(Slot next) {
      end = next.end;
      count += next.count;
      sum += next.sum;
      min = Math.min(min, next.min);
      max = Math.max(max, next.max);
    }
  }

  void add(long value) {
    if (slots.isEmpty()) {
      double width = value == 0 ? 1 : 2.0 * value / BINS;
      for (int i = 1; i <= BINS; i++) {
        slots.add(new Slot(i * width));
      }
    }
    for (Slot slot : slots) {
      if (value < slot.end) {
        slot.add(value);
        return;
      }
    }
    int closest = 0;
    for (int i = 1; i + 1 < slots.size(); i++) {
      if (distance(i) < distance(closest)) {
        closest = i;
      }
    }
    slots.get(closest).join(slots.remove(closest + 1));
    Slot tail = new Slot(2.0 * value - slots.get(slots.size() - 1).end);
    // A value at the very end of the range opens a bin too.
    tail.end = Math.max(tail.end, Math.nextUp((double) value));
    tail.add(value);
    slots.add(tail);
  }

  private double distance(int slot) {
    return slots.get(slot + 1).mean() - slots.get(slot).mean();
  }

  /** The bins that are not empty. */
  List<Bin> bins() {
    return slots.stream()
        .filter(slot -> slot.count > 0)
        .map(
            slot ->
                new Bin(
                    slot.count,
                    slot.min,
                    Math.max(slot.min, Math.min(slot.max, Math.round(slot.mean()))),
                    slot.max))
        .toList();
  }
}
