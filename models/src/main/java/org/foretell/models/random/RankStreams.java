package org.foretell.models.random;

import umontreal.ssj.rng.MRG32k3a;
import umontreal.ssj.rng.RandomStream;

/**
 * Random numbers of MRG32k3a (L'Ecuyer 1999), a substream for each rank, 2^76 numbers apart, so
 * that what a rank draws depends on the seed, the rank and how much it has drawn before only.
 */
public final class RankStreams {
  /** What the numbers are for; purposes do not share numbers. */
  public enum Purpose {
    /** Durations that were recorded as histograms. */
    HISTOGRAMS,
    /** Variability of computation. */
    COMPUTE_NOISE,
    /** Delays of messages. */
    NETWORK_NOISE,
    /** Where in a recorded noise a rank begins. */
    NOISE_OFFSET
  }

  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  private RankStreams() {}

  /**
   * The streams of all ranks, and one more for what belongs to no rank.
   *
   * @param seed any value
   * @return {@code ranks + 1} streams
   */
  public static RandomStream[] of(int ranks, long seed, Purpose purpose) {
    MRG32k3a next = new MRG32k3a();
    next.setSeed(generatorSeed(seed, purpose));
    RandomStream[] streams = new RandomStream[ranks + 1];
    for (int i = 0; i < streams.length; i++) {
      streams[i] = next.clone();
      next.resetNextSubstream();
    }
    return streams;
  }

  /**
   * The seed of a replication: the first has the seed itself, so that any of them can be run alone.
   *
   * @param replication from 0
   * @return for further ones 0 to 2^53 - 1, which every reader of JSON takes
   */
  public static long seedOf(long seed, int replication) {
    return replication == 0 ? seed : mixed(mixed(seed) + replication * GOLDEN_RATIO) >>> 11;
  }

  /** Six numbers from 1 to 2^31, within what the generator takes, well mixed (SplitMix64). */
  private static long[] generatorSeed(long seed, Purpose purpose) {
    long[] numbers = new long[6];
    long state = purpose == Purpose.HISTOGRAMS ? seed : mixed(seed + purpose.ordinal());
    for (int i = 0; i < numbers.length; i++) {
      state += GOLDEN_RATIO;
      numbers[i] = 1 + (mixed(state) >>> 33);
    }
    return numbers;
  }

  private static long mixed(long state) {
    long mixed = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
