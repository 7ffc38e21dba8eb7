package org.foretell.models.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Bundles of flows over ten links of which numbers are used again from four on. */
class RouteBundlesTest {
  private static final double NO_LIMIT = Double.POSITIVE_INFINITY;

  private final RouteBundles bundles =
      new RouteBundles(new FairShares(capacities(), 4, 0, 16), 2 + 4);

  private static LinkCapacities capacities() {
    LinkCapacities capacities = new LinkCapacities();
    for (int link = 0; link < 10; link++) {
      capacities.add(1);
    }
    return capacities;
  }

  private int add(double weight, double limit, int... route) {
    return bundles.add(route, route.length, route.length, weight, limit, false);
  }

  @Test
  void flowsOfTheSameRouteWeightAndLimitAreOne() {
    int bundle = add(1, NO_LIMIT, 1, 2, 3);
    assertThat(add(1, NO_LIMIT, 1, 2, 3)).isEqualTo(bundle);
    assertThat(add(2, NO_LIMIT, 1, 2, 3)).isNotEqualTo(bundle);
    assertThat(add(1, 5, 1, 2, 3)).isNotEqualTo(bundle);
    assertThat(add(1, NO_LIMIT, 1, 4, 3)).isNotEqualTo(bundle);
    assertThat(bundles.add(new int[] {1, 2, 3}, 3, 2, 1, NO_LIMIT, false)).isNotEqualTo(bundle);
    assertThat(bundles.add(new int[] {1, 2, 3}, 3, 3, 1, NO_LIMIT, true)).isNotEqualTo(bundle);
    assertThat(bundles.weight(bundle)).isEqualTo(1);
    assertThat(bundles.limit(bundle)).isEqualTo(NO_LIMIT);
  }

  @Test
  void whatHasBeenWithoutFlowsForLongestIsUsedAgain() {
    int[] first = new int[4];
    for (int link = 0; link < 4; link++) {
      first[link] = add(1, NO_LIMIT, link, 9);
    }
    for (int bundle : first) {
      bundles.remove(bundle);
    }
    assertThat(add(1, NO_LIMIT, 3, 9)).as("it is still there").isEqualTo(first[3]);
    assertThat(add(1, NO_LIMIT, 5, 9)).isEqualTo(first[0]);
    assertThat(add(1, NO_LIMIT, 6, 9)).isEqualTo(first[1]);
    assertThat(add(1, NO_LIMIT, 0, 9)).as("gone, and made again").isEqualTo(first[2]);
    assertThat(add(1, NO_LIMIT, 1, 9))
        .as("none is unused")
        .isNotIn(first[0], first[1], first[2], first[3]);
  }

  @Test
  void noBundleHasFlowsOfTwoRoutes() {
    Random random = new Random(1);
    int[] bundleOf = new int[8];
    int[] routeOf = new int[8];
    for (int step = 0; step < 10_000; step++) {
      int flow = random.nextInt(bundleOf.length);
      if (bundleOf[flow] != RouteBundles.NONE) {
        bundles.remove(bundleOf[flow]);
        bundleOf[flow] = RouteBundles.NONE;
      } else {
        routeOf[flow] = random.nextInt(9);
        bundleOf[flow] = add(1, NO_LIMIT, routeOf[flow], 9);
        assertThat(bundleOf[flow]).isLessThanOrEqualTo(2 + bundleOf.length + 4);
      }
      for (int one = 0; one < bundleOf.length; one++) {
        if (bundleOf[one] != RouteBundles.NONE && bundleOf[flow] != RouteBundles.NONE) {
          assertThat(bundleOf[one] == bundleOf[flow]).isEqualTo(routeOf[one] == routeOf[flow]);
        }
      }
    }
  }
}
