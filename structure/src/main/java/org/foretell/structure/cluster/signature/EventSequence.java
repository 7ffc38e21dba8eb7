package org.foretell.structure.cluster.signature;

/**
 * A sequence of events in constant memory: its call-path signature, wherever in a longer sequence
 * it begins, and a hash that distinguishes sequences, except with a probability of 2^-61 for each
 * pair.
 *
 * <p>The call-path signature is the exclusive or of each event's signature times (its number modulo
 * 10, plus 1), numbers counting from 0. A number modulo 10 is all that matters of where a sequence
 * begins, so ten signatures stand for all beginnings, two sequences can be joined, and a repeat
 * costs the logarithm of its count. Since an exclusive or cancels what comes twice, signatures can
 * be equal where sequences are not; the hash says where.
 *
 * <p>Not thread safe.
 */
final class EventSequence {
  private static final int PERIOD = 10;

  /** The modulus of the hash, a Mersenne prime. */
  private static final long PRIME = (1L << 61) - 1;

  private static final long BASE = 0x1B3A_5C9E_77D1_42F3L % PRIME;

  private final long[] byStart = new long[PERIOD];
  private int length;
  private long hash;

  /** The base to the power of the length. */
  private long power = 1;

  /** Adds an event, given by its signature and by what tells it from others. */
  void event(long signature, long identity) {
    for (int start = 0; start < PERIOD; start++) {
      byStart[start] ^= signature * ((start + length) % PERIOD + 1);
    }
    length = (length + 1) % PERIOD;
    hash = plus(times(hash, BASE), (identity & Long.MAX_VALUE) % PRIME);
    power = times(power, BASE);
  }

  /** Adds the events of another sequence. */
  void append(EventSequence other) {
    for (int start = 0; start < PERIOD; start++) {
      byStart[start] ^= other.byStart[(start + length) % PERIOD];
    }
    length = (length + other.length) % PERIOD;
    hash = plus(times(hash, other.power), other.hash);
    power = times(power, other.power);
  }

  /** Adds the events of another sequence, again and again. */
  void append(EventSequence other, long times) {
    EventSequence doubled = other;
    for (long rest = times; rest > 0; rest >>= 1) {
      // Powers of one sequence may be joined in any order.
      if ((rest & 1) != 0) {
        append(doubled);
      }
      if (rest > 1) {
        EventSequence next = new EventSequence();
        next.append(doubled);
        next.append(doubled);
        doubled = next;
      }
    }
  }

  /** The signature of the sequence from its beginning. */
  long callPath() {
    return byStart[0];
  }

  /** The hash that distinguishes sequences. */
  long hash() {
    return hash;
  }

  private static long plus(long a, long b) {
    long sum = a + b;
    return sum >= PRIME ? sum - PRIME : sum;
  }

  private static long times(long a, long b) {
    long high = Math.multiplyHigh(a, b);
    long low = a * b;
    return plus(reduced(low & PRIME), reduced(high << 3 | low >>> 61));
  }

  private static long reduced(long value) {
    long rest = (value & PRIME) + (value >>> 61);
    return rest >= PRIME ? rest - PRIME : rest;
  }

  /** Mixes a number so that each of its bits changes about half of the result's. */
  static long mixed(long number) {
    long z = number + 0x9E37_79B9_7F4A_7C15L;
    z = (z ^ z >>> 30) * 0xBF58_476D_1CE4_E5B9L;
    z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
    return z ^ z >>> 31;
  }
}
