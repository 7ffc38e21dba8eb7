package org.foretell.parsers.otf2;

import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * The clock of a location: how far it was from that of all at several times. Between two of these
 * the distance is interpolated; after the last, the last two are extrapolated.
 */
final class LocationClock {
  private final LongArrayList times = new LongArrayList();
  private final LongArrayList offsets = new LongArrayList();
  private int interval;

  /** Adds an offset; the times must increase. */
  boolean add(long time, long offset) {
    if (!times.isEmpty() && Long.compareUnsigned(time, times.getLong(times.size() - 1)) <= 0) {
      return false;
    }
    times.add(time);
    offsets.add(offset);
    return true;
  }

  /**
   * Corrects a time.
   *
   * @param time in ticks, mostly above that of the call before
   */
  long corrected(long time) {
    int intervals = times.size() - 1;
    if (intervals < 1) {
      // One measurement alone has no rate; OTF2 does not use it either.
      return time;
    }
    while (interval < intervals - 1 && time > times.getLong(interval + 1)) {
      interval++;
    }
    long begin = times.getLong(interval);
    long offset = offsets.getLong(interval);
    double slope =
        (double) (offsets.getLong(interval + 1) - offset)
            / (double) (times.getLong(interval + 1) - begin);
    return time + offset + (long) Math.rint(slope * (time - begin));
  }

  /** Begins again with early times. */
  LocationClock copy() {
    LocationClock copy = new LocationClock();
    copy.times.addAll(times);
    copy.offsets.addAll(offsets);
    return copy;
  }
}
