package org.foretell.parsers.scalatrace;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.foretell.trace.TraceSink;

/**
 * Which entries of the duration columns stand for no burst. A cursor skips those bursts, but code
 * that executes the program beside the cursor has to know which of them it skips.
 */
final class AbsentBursts {
  private final Map<Integer, BitSet> absent = new HashMap<>();
  private final Map<Integer, Integer> lengths = new HashMap<>();

  /** The next entries of the column of a rank. */
  void add(int rank, long[] durationsPs, int offset, int length) {
    int from = lengths.getOrDefault(rank, 0);
    lengths.put(rank, Math.addExact(from, length));
    for (int i = 0; i < length; i++) {
      if (durationsPs[offset + i] == TraceSink.NO_BURST) {
        absent.computeIfAbsent(rank, key -> new BitSet()).set(from + i);
      }
    }
  }

  /** The bits of a rank: set where its column has no burst. */
  BitSet of(int rank) {
    return absent.getOrDefault(rank, new BitSet());
  }
}
