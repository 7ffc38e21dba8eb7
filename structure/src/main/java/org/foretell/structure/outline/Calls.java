package org.foretell.structure.outline;

import java.util.BitSet;

/**
 * A fingerprint of the sequence of a rank.
 *
 * @param first a hash of its calls
 * @param second another one
 * @param count how many calls it has
 * @param withBurst the calls before which a burst comes
 * @param endsInBurst whether a burst comes after the last call
 */
record Calls(long first, long second, long count, BitSet withBurst, boolean endsInBurst) {
  /** The same calls, with bursts before others. */
  Calls withBursts(BitSet others) {
    return new Calls(first, second, count, others, endsInBurst);
  }
}
