package org.foretell.models.flow;

import it.unimi.dsi.fastutil.ints.Int2IntOpenCustomHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import it.unimi.dsi.fastutil.ints.IntHash;
import java.util.Arrays;

/**
 * Which flows are a bundle: those of the same route, weight and limit. A bundle without flows keeps
 * its route until another one needs its number, since programs come back to their routes; most have
 * fewer than {@link #KEPT}.
 */
final class RouteBundles {
  /** No bundle, as the map has it. */
  static final int NONE = 0;

  /** Stands for the bundle of the route that is looked for. */
  private static final int WANTED = 1;

  /** Least numbers of bundles before one is used again. */
  static final int KEPT = 1024;

  private final FairShares shares;
  private final int kept;

  // By bundle.
  private int[] flows = new int[64];
  private double[] weight = new double[64];
  private double[] limit = new double[64];
  private int[] hash = new int[64];

  /** Whether it is among {@link #idle}. */
  private boolean[] listed = new boolean[64];

  /** Numbers below this have been in use. */
  private int used = WANTED + 1;

  private int[] wantedRoute = {};
  private int wantedLength;
  private int wantedForward;

  /** Bundles without flows, the one first that has had none for longest; some may have got some. */
  private final IntArrayFIFOQueue idle = new IntArrayFIFOQueue();

  private final Int2IntOpenCustomHashMap byRoute = new Int2IntOpenCustomHashMap(new ByRoute());

  private final class ByRoute implements IntHash.Strategy {
    @Override
    public int hashCode(int bundle) {
      return hash[bundle];
    }

    @Override
    public boolean equals(int one, int other) {
      return one == other
          || (one != NONE
              && other != NONE
              && hash[one] == hash[other]
              && weight[one] == weight[other]
              && limit[one] == limit[other]
              && (one == WANTED ? isOnRoute(other) : other == WANTED && isOnRoute(one)));
    }

    private boolean isOnRoute(int bundle) {
      return shares.isRoute(bundle, wantedRoute, wantedLength, wantedForward);
    }
  }

  /**
   * No flows.
   *
   * @param shares where routes are set
   * @param kept {@link #KEPT}; fewer for tests
   */
  RouteBundles(FairShares shares, int kept) {
    this.shares = shares;
    this.kept = kept;
  }

  /**
   * A flow will come, for which see {@link FairShares#route}.
   *
   * @param alone whether it is a bundle of its own, as all are then
   * @return its bundle, whose number is at most the highest one so far plus one
   */
  int add(
      int[] route,
      int length,
      int forwardLength,
      double itsWeight,
      double mostRate,
      boolean alone) {
    wantedRoute = route;
    wantedLength = length;
    wantedForward = forwardLength;
    weight[WANTED] = itsWeight;
    limit[WANTED] = mostRate;
    hash[WANTED] = hash(route, length);
    int bundle = alone ? NONE : byRoute.get(WANTED);
    if (bundle == NONE) {
      bundle = unused();
      weight[bundle] = itsWeight;
      limit[bundle] = mostRate;
      hash[bundle] = hash[WANTED];
      shares.route(bundle, route, length, forwardLength, itsWeight, mostRate);
      if (!alone) {
        byRoute.put(bundle, bundle);
      }
    }
    flows[bundle]++;
    return bundle;
  }

  /** The first and the last link tell the nodes apart, one between them the ways. */
  private static int hash(int[] route, int length) {
    int mixed = (length * 31 + route[0]) * 0x9E3779B1 + route[length - 1];
    mixed = mixed * 0x9E3779B1 + route[length / 2];
    return mixed ^ mixed >>> 15;
  }

  private int unused() {
    while (used >= kept && !idle.isEmpty()) {
      int bundle = idle.dequeueInt();
      listed[bundle] = false;
      if (flows[bundle] == 0) {
        byRoute.remove(bundle);
        return bundle;
      }
    }
    if (used == flows.length) {
      int size = 2 * used;
      flows = Arrays.copyOf(flows, size);
      weight = Arrays.copyOf(weight, size);
      limit = Arrays.copyOf(limit, size);
      hash = Arrays.copyOf(hash, size);
      listed = Arrays.copyOf(listed, size);
    }
    return used++;
  }

  /** A flow of a bundle has gone. */
  void remove(int bundle) {
    if (--flows[bundle] == 0 && !listed[bundle]) {
      listed[bundle] = true;
      idle.enqueue(bundle);
    }
  }

  /** The weight of each flow of a bundle. */
  double weight(int bundle) {
    return weight[bundle];
  }

  /** The limit of each flow of a bundle. */
  double limit(int bundle) {
    return limit[bundle];
  }
}
