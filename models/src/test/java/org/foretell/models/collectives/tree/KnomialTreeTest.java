package org.foretell.models.collectives.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The trees, which are found among bits, against digits in base k that are looked at one by one.
 */
final class KnomialTreeTest {
  private static final int LARGE = Integer.MAX_VALUE;

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 7, 8, 16, 64})
  void smallTeams(int k) {
    for (int p = 1; p <= 140; p++) {
      for (int place = 0; place < p; place++) {
        isRight(k, p, place);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 7, 8, 16, 64})
  void largeTeams(int k) {
    for (int p : new int[] {LARGE, 1 << 30, (1 << 30) + 1, 1_000_003}) {
      for (int place : new int[] {0, 1, k, 3 * k, 1 << 18, 3 * (1 << 18), p / 2, p - 2, p - 1}) {
        isRight(k, p, place);
      }
    }
  }

  private static void isRight(int k, int p, int place) {
    KnomialTree tree = new KnomialTree(k);
    long span = 1;
    while (place == 0 ? span < p : place / span % k == 0) {
      span *= k;
    }
    List<Integer> children = new ArrayList<>();
    for (long unit = span / k; unit >= 1; unit /= k) {
      for (int digit = 1; digit < k; digit++) {
        long child = place + digit * unit;
        if (child < p) {
          children.add((int) child);
        }
      }
    }
    assertThat(tree.children(p, place))
        .as("%d of %d, k %d", place, p, k)
        .isEqualTo(children.size());
    for (int index = 0; index < children.size(); index++) {
      int child = children.get(index);
      assertThat(tree.child(p, place, index)).as("%d of %d, k %d", place, p, k).isEqualTo(child);
      assertThat(tree.parent(p, child)).as("above %d of %d, k %d", child, p, k).isEqualTo(place);
    }
    assertThat(tree.end(p, place)).isEqualTo((int) Math.min(p, place + span));
  }
}
