package org.foretell.structure.cluster.grouping;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Selects some of a few ranks so that each of the others is near one of them. */
final class Selector {
  private final Selection selection;
  private final Distances distances;
  private final SplittableRandom random;

  Selector(Selection selection, Distances distances, long seed) {
    this.selection = selection;
    this.distances = distances;
    random = new SplittableRandom(seed);
  }

  /** Positions of {@code k} of the ranks, which are more than {@code k}. */
  int[] select(int[] ranks, int k) {
    Distance[][] between = new Distance[ranks.length][ranks.length];
    for (int i = 0; i < ranks.length; i++) {
      between[i][i] = Distance.ZERO;
      for (int j = 0; j < i; j++) {
        between[i][j] = distances.between(ranks[i], ranks[j]);
        between[j][i] = between[i][j];
      }
    }
    return selection == Selection.K_FARTHEST ? farthest(between, k) : medoids(between, k);
  }

  /** The position of the selected rank that is nearest to a rank. */
  int nearest(int rank, int[] ranks, int[] selected) {
    int best = selected[0];
    Distance least = distances.between(rank, ranks[best]);
    for (int i = 1; i < selected.length; i++) {
      Distance distance = distances.between(rank, ranks[selected[i]]);
      if (distance.compareTo(least) < 0) {
        least = distance;
        best = selected[i];
      }
    }
    return best;
  }

  /** The one that is farthest from all, then again and again the farthest from those selected. */
  private static int[] farthest(Distance[][] between, int k) {
    int[] selected = new int[k];
    int first = 0;
    Distance most = Distance.ZERO;
    for (int i = 0; i < between.length; i++) {
      Distance sum = Distance.ZERO;
      for (Distance each : between[i]) {
        sum = sum.plus(each);
      }
      if (sum.compareTo(most) > 0) {
        most = sum;
        first = i;
      }
    }
    selected[0] = first;
    Distance[] toSelected = between[first].clone();
    boolean[] taken = new boolean[between.length];
    taken[first] = true;
    for (int s = 1; s < k; s++) {
      int next = -1;
      for (int i = 0; i < between.length; i++) {
        if (!taken[i] && (next < 0 || toSelected[i].compareTo(toSelected[next]) > 0)) {
          next = i;
        }
      }
      selected[s] = next;
      taken[next] = true;
      for (int i = 0; i < between.length; i++) {
        if (between[next][i].compareTo(toSelected[i]) < 0) {
          toSelected[i] = between[next][i];
        }
      }
    }
    return selected;
  }

  /** Exchanges a medoid for another rank as long as that brings ranks nearer to theirs. */
  private int[] medoids(Distance[][] between, int k) {
    int[] order = new int[between.length];
    Arrays.setAll(order, i -> i);
    for (int i = 0; i < k; i++) {
      int other = i + random.nextInt(order.length - i);
      int swap = order[i];
      order[i] = order[other];
      order[other] = swap;
    }
    Distance cost = cost(between, order, k);
    boolean improved = true;
    while (improved) {
      improved = false;
      for (int medoid = 0; medoid < k; medoid++) {
        for (int other = k; other < order.length; other++) {
          swap(order, medoid, other);
          Distance changed = cost(between, order, k);
          if (changed.compareTo(cost) < 0) {
            cost = changed;
            improved = true;
          } else {
            swap(order, medoid, other);
          }
        }
      }
    }
    int[] selected = Arrays.copyOf(order, k);
    Arrays.sort(selected);
    return selected;
  }

  private static void swap(int[] order, int one, int other) {
    int held = order[one];
    order[one] = order[other];
    order[other] = held;
  }

  private static Distance cost(Distance[][] between, int[] order, int k) {
    Distance sum = Distance.ZERO;
    for (int i = k; i < order.length; i++) {
      Distance least = between[order[i]][order[0]];
      for (int m = 1; m < k; m++) {
        Distance distance = between[order[i]][order[m]];
        least = distance.compareTo(least) < 0 ? distance : least;
      }
      sum = sum.plus(least);
    }
    return sum;
  }
}
