package org.foretell.engine.state;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Circles of ranks that wait for each other. */
final class WaitCycleTest {
  private static final int GRAPHS = 2000;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void findsACircleWhereOneIs(long seed) {
    Random random = new Random(seed);
    int circles = 0;
    for (int graph = 0; graph < GRAPHS; graph++) {
      @Nullable IntArrayList[] peers = peers(random);
      List<Integer> found = WaitCycle.among(peers);
      assertThat(found.isEmpty()).isEqualTo(!hasCircle(peers));
      for (int i = 0; i < found.size(); i++) {
        List<Integer> next = peers[found.get(i)];
        assertThat(next).isNotNull().contains(found.get((i + 1) % found.size()));
      }
      assertThat(found).doesNotHaveDuplicates();
      circles += found.isEmpty() ? 0 : 1;
    }
    assertThat(circles).isBetween(GRAPHS / 10, GRAPHS * 9 / 10);
  }

  private static @Nullable IntArrayList[] peers(Random random) {
    @Nullable IntArrayList[] peers = new IntArrayList[1 + random.nextInt(8)];
    for (int rank = 0; rank < peers.length; rank++) {
      if (random.nextInt(4) > 0) {
        peers[rank] = new IntArrayList();
        for (int count = random.nextInt(3); count > 0; count--) {
          peers[rank].add(random.nextInt(peers.length));
        }
      }
    }
    return peers;
  }

  /** A circle is left when ranks that wait for nobody else are taken away again and again. */
  private static boolean hasCircle(@Nullable IntArrayList[] peers) {
    boolean[] gone = new boolean[peers.length];
    for (int round = 0; round < peers.length; round++) {
      for (int rank = 0; rank < peers.length; rank++) {
        IntArrayList of = peers[rank];
        gone[rank] |= of == null || of.intStream().allMatch(peer -> gone[peer]);
      }
    }
    for (boolean away : gone) {
      if (!away) {
        return true;
      }
    }
    return false;
  }

  @Test
  void takesTheFirstOfSeveralCircles() {
    @Nullable IntArrayList[] peers = {
      IntArrayList.of(1), IntArrayList.of(2, 0), null, IntArrayList.of(4), IntArrayList.of(3)
    };
    assertThat(WaitCycle.among(peers)).containsExactly(0, 1);
  }
}
