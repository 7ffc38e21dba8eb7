package org.foretell.study.sample;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.foretell.study.description.Estimate;
import umontreal.ssj.rng.MRG32k3a;
import umontreal.ssj.rng.RandomPermutation;

/**
 * A joint sample of uncertain figures: a Latin hypercube, in which each figure has one value in
 * each of as many equally likely strata as there are draws.
 *
 * <p>Each figure has a random stream of its own, which follows from the seed and its name. So a
 * figure that two offers share has the same value for both in each draw (common random numbers),
 * and a further figure or offer changes no value of the others.
 *
 * <p>M. D. McKay, R. J. Beckman, W. J. Conover, "A comparison of three methods for selecting values
 * of input variables", 1979. Used by any number of threads.
 */
public final class Draws {
  private static final int MOST = 1_000_000;

  /** Both moduli of MRG32k3a are a little greater; 0 is no good seed. */
  private static final long SEEDS = 4294944442L;

  private final long seed;
  private final int count;
  private final Map<String, double[]> known = new ConcurrentHashMap<>();

  /**
   * A sample.
   *
   * @param seed of all figures
   * @param count of draws, 1 to 1,000,000
   */
  public Draws(long seed, int count) {
    if (count < 1 || count > MOST) {
      throw new IllegalArgumentException(count + " draws; expected 1 to " + MOST);
    }
    this.seed = seed;
    this.count = count;
  }

  /** {@return how many draws there are} */
  public int count() {
    return count;
  }

  /**
   * {@return equally likely numbers above 0 and below 1, one for each draw}
   *
   * @param figure name of it
   */
  public double[] uniform(String figure) {
    return known.computeIfAbsent(figure, this::draw).clone();
  }

  /**
   * {@return values of an uncertain figure, one for each draw}
   *
   * @param figure name of it
   * @param estimate its bounds and distribution
   */
  public double[] of(String figure, Estimate estimate) {
    if (!estimate.isUncertain()) {
      double[] same = new double[count];
      Arrays.fill(same, estimate.value());
      return same;
    }
    return Arrays.stream(uniform(figure)).map(estimate::quantile).toArray();
  }

  private double[] draw(String figure) {
    MRG32k3a stream = stream(seed, figure);
    double[] values = new double[count];
    for (int stratum = 0; stratum < count; stratum++) {
      values[stratum] = (stratum + stream.nextDouble()) / count;
    }
    RandomPermutation.shuffle(values, stream);
    return values;
  }

  /** Neighbouring seeds of this generator give streams that depend on each other; hashes do not. */
  private static MRG32k3a stream(long seed, String figure) {
    ByteBuffer hash = ByteBuffer.wrap(sha256(seed + "/" + figure));
    long[] seeds = new long[6];
    for (int i = 0; i < seeds.length; i++) {
      seeds[i] = 1 + Integer.toUnsignedLong(hash.getInt()) % (SEEDS - 1);
    }
    MRG32k3a stream = new MRG32k3a();
    stream.setSeed(seeds);
    return stream;
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException never) {
      throw new IllegalStateException("every JDK has SHA-256", never);
    }
  }
}
