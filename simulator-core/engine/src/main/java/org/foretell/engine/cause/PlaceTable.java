package org.foretell.engine.cause;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;

/** Numbers for the places of programs: an op, its call site, and the phase that it is in. */
public final class PlaceTable {
  private static final int CODE_BITS = 10;
  private static final int SITE_BITS = 30;
  private static final long SITE = (1L << SITE_BITS) - 1;

  private final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();
  private long[] places = new long[64];
  private long latest = -1;
  private int latestNumber;

  PlaceTable() {
    numbers.defaultReturnValue(-1);
  }

  /** An op, its call site and phase as one number. */
  public static long place(OpCode code, int callSite, int marker) {
    long site = (long) callSite - OpView.NONE;
    return (((long) marker - OpView.NONE) << SITE_BITS | site) << CODE_BITS | code.ordinal();
  }

  static int code(long place) {
    return (int) place & ((1 << CODE_BITS) - 1);
  }

  static int callSite(long place) {
    return (int) (place >>> CODE_BITS & SITE) + OpView.NONE;
  }

  static int marker(long place) {
    return (int) (place >>> (CODE_BITS + SITE_BITS)) + OpView.NONE;
  }

  int number(long place) {
    if (place == latest) {
      return latestNumber;
    }
    int number = numbers.get(place);
    if (number < 0) {
      number = numbers.size();
      numbers.put(place, number);
      if (number == places.length) {
        places = Arrays.copyOf(places, 2 * number);
      }
      places[number] = place;
    }
    latest = place;
    latestNumber = number;
    return number;
  }

  long get(int number) {
    return places[number];
  }
}
