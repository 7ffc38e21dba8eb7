package org.foretell.workflow.run;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.foretell.failure.ForetellException;
import org.foretell.time.Ps;
import org.foretell.workflow.failure.NodeFailures;
import umontreal.ssj.probdist.WeibullDist;
import umontreal.ssj.util.Num;

/**
 * When nodes fail in a run, and when they are back. The times depend on the seed and the node only.
 * A failure of the master's node, or of the network, ends the program on all nodes.
 */
final class FailureClock {
  private static final long NEVER = Long.MAX_VALUE;
  private static final long OF_NODE = 0x9E3779B97F4A7C15L;
  private static final int MASTER_NODE = 0;

  /** What fails more often in one run is refused. */
  private static final int MOST = 1_000_000;

  private final NodeFailures rates;
  private final long seed;
  private final Map<Integer, Failures> ofNodes = new HashMap<>();
  private final List<Failures> ofNetwork = new ArrayList<>();

  /** The failures of one thing, as far as anybody has asked. */
  private static final class Failures {
    private final SplittableRandom random;
    private final double shape;
    private final double perSecond;
    private final LongArrayList timesPs = new LongArrayList();
    private double seconds;

    Failures(SplittableRandom random, double shape, double mtbfSeconds) {
      this.random = random;
      this.shape = shape;
      perSecond = Math.exp(Num.lnGamma(1 + 1 / shape)) / mtbfSeconds;
    }

    /** The number of failures before a time. */
    int before(long ps) {
      while (timesPs.isEmpty() || timesPs.getLong(timesPs.size() - 1) < ps) {
        if (timesPs.size() == MOST) {
          throw ForetellException.badInput(
              "a node or the network failed %,d times within %s s, so the workflow does not end in practice; make failures rarer, or tasks shorter"
                  .formatted(MOST, Ps.toSeconds(ps)));
        }
        seconds += WeibullDist.inverseF(shape, perSecond, 0, random.nextDouble());
        timesPs.add(seconds >= Ps.toSeconds(NEVER) ? NEVER : Math.round(seconds * Ps.PER_SECOND));
      }
      int low = 0;
      int high = timesPs.size();
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (timesPs.getLong(middle) < ps) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }

    long atOrAfterPs(long ps) {
      return timesPs.getLong(before(ps));
    }

    /** The last failure up to a time; -1 if there is none. */
    long upToPs(long ps) {
      int count = before(ps + 1);
      return count == 0 ? -1 : timesPs.getLong(count - 1);
    }
  }

  /** A run that has not begun. */
  FailureClock(NodeFailures rates, long seed) {
    this.rates = rates;
    this.seed = seed;
    rates
        .networkMtbfSeconds()
        .ifPresent(mtbf -> ofNetwork.add(new Failures(new SplittableRandom(~seed), 1, mtbf)));
  }

  private Failures ofNode(int node) {
    return ofNodes.computeIfAbsent(
        node,
        number ->
            new Failures(
                new SplittableRandom(
                    new SplittableRandom(seed).nextLong()
                        ^ new SplittableRandom(OF_NODE * (number + 1L)).nextLong()),
                rates.shape(),
                rates.nodeMtbfSeconds()));
  }

  /** What ends a task on some nodes. */
  private List<Failures> of(int[] nodes) {
    List<Failures> all = new ArrayList<>(ofNetwork);
    all.add(ofNode(MASTER_NODE));
    for (int node : nodes) {
      if (node != MASTER_NODE) {
        all.add(ofNode(node));
      }
    }
    return all;
  }

  /** The first failure from a time on that ends a task on some nodes, picoseconds. */
  long nextPs(int[] nodes, long fromPs) {
    return of(nodes).stream().mapToLong(each -> each.atOrAfterPs(fromPs)).min().orElse(NEVER);
  }

  /**
   * When some nodes are all there: the time itself, or the end of the restarts that go on then.
   * What fails during a restart begins another.
   */
  long upPs(int[] nodes, long ps) {
    List<Failures> all = of(nodes);
    long up = ps;
    while (true) {
      long last = -1;
      for (Failures each : all) {
        last = Math.max(last, each.upToPs(up));
      }
      if (last < 0 || Ps.plus(last, rates.restartPs()) <= up) {
        return up;
      }
      up = Ps.plus(last, rates.restartPs());
    }
  }

  /** How many failures of some nodes and of the network there are before a time. */
  int count(int nodes, long endPs) {
    return IntStream.range(0, nodes).map(node -> ofNode(node).before(endPs)).sum()
        + ofNetwork.stream().mapToInt(each -> each.before(endPs)).sum();
  }
}
