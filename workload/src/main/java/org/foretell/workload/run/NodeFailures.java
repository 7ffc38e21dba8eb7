package org.foretell.workload.run;

import java.util.SplittableRandom;
import umontreal.ssj.randvar.ExponentialGen;
import umontreal.ssj.rng.MRG32k3a;

/** When which node of a machine fails; it is replaced at once. For one queue. */
interface NodeFailures {
  /** Nodes that never fail. */
  NodeFailures NONE =
      new NodeFailures() {
        @Override
        public long nextNs() {
          return Long.MAX_VALUE;
        }

        @Override
        public int comes() {
          throw new AssertionError("no node fails");
        }

        @Override
        public void skipTo(long timeNs) {}
      };

  /** The time of the next failure, nanoseconds. */
  long nextNs();

  /** The next failure has come; the node that fails. */
  int comes();

  /** Nothing runs until a time; failures before do not matter. */
  void skipTo(long timeNs);

  /**
   * {@return failures with exponential times between those of a node}
   *
   * @param nodes how many there are
   * @param mtbfSeconds mean time between failures of one node, above 0
   * @param seed of the random numbers
   */
  static NodeFailures exponential(int nodes, double mtbfSeconds, long seed) {
    MRG32k3a times = new MRG32k3a();
    MRG32k3a places = new MRG32k3a();
    SplittableRandom seeds = new SplittableRandom(seed);
    times.setSeed(seeds.longs(6, 1, 1L << 31).toArray());
    places.setSeed(seeds.longs(6, 1, 1L << 31).toArray());
    ExponentialGen gaps = new ExponentialGen(times, nodes / mtbfSeconds / 1e9);
    return new NodeFailures() {
      private double next = gaps.nextDouble();

      @Override
      public long nextNs() {
        return (long) Math.min(next, Long.MAX_VALUE / 2.0);
      }

      @Override
      public int comes() {
        next += Math.max(1, gaps.nextDouble());
        return places.nextInt(0, nodes - 1);
      }

      @Override
      public void skipTo(long timeNs) {
        // What has not come yet comes as late as if the time began now.
        if (next < timeNs) {
          next = timeNs + gaps.nextDouble();
        }
      }
    };
  }
}
