package org.foretell.engine.cause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CauseTreeTest {
  private static final int HOLDERS = 5;
  private static final int ROOM = 8;

  /** All that each holder's moment follows from, kept whole. */
  private final List<List<String>> ways = new ArrayList<>();

  private final int[] held = new int[HOLDERS];

  /** By moment the step in which it was made. */
  private final Map<Integer, Integer> steps = new HashMap<>();

  private final List<String> told = new ArrayList<>();

  private CauseTree tree() {
    return new CauseTree(
        moment -> Arrays.stream(held).forEach(moment),
        (moment, startPs, endPs) ->
            told.add(steps.get(moment) + " from " + startPs + " to " + endPs),
        ROOM,
        Integer.MAX_VALUE,
        null,
        (into, gone) -> {});
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void whatIsHandedOutIsTheWayToTheEnd(long seed) {
    Random random = new Random(seed);
    CauseTree tree = tree();
    Arrays.fill(held, CauseTree.BEGINNING);
    for (int i = 0; i < HOLDERS; i++) {
      ways.add(new ArrayList<>());
    }
    int most = 0;
    for (int step = 0; step < 5000; step++) {
      int one = random.nextInt(HOLDERS);
      int from = random.nextInt(4) == 0 ? random.nextInt(HOLDERS) : one;
      long start = tree.endPs(held[from]);
      long end = start + random.nextInt(3);
      List<String> way = new ArrayList<>(ways.get(from));
      if (end > start) {
        way.add(step + " from " + start + " to " + end);
      }
      held[one] = tree.follow(held[from], end);
      if (end > start) {
        steps.put(held[one], step);
      }
      ways.set(one, way);
      tree.eventIsOver();
      most = Math.max(most, tree.size());
    }
    assertThat(told).as("certain before the end").isNotEmpty();
    assertThat(most).isLessThan(1000);
    tree.end(held[2]);
    assertThat(told).isEqualTo(ways.get(2));
  }

  /** Two chains that never meet, whose legs are of four kinds each. */
  @Test
  void chainsThatNeverMeetStayShort() {
    long[] toldPs = new long[8];
    long[] lastPs = {0};
    int[] kinds = new int[1 << 16];
    CauseTree tree =
        new CauseTree(
            moment -> Arrays.stream(held).forEach(moment),
            (moment, startPs, endPs) -> {
              assertThat(startPs).isEqualTo(lastPs[0]);
              lastPs[0] = endPs;
              toldPs[kinds[moment]] += endPs - startPs;
            },
            ROOM,
            1000,
            moment -> kinds[moment],
            (into, gone) -> {});
    Arrays.fill(held, CauseTree.BEGINNING);
    long[] expectedPs = new long[8];
    Random random = new Random(1);
    int most = 0;
    for (int step = 0; step < 100_000; step++) {
      int chain = step % 2;
      int kind = 4 * chain + random.nextInt(4);
      long lengthPs = 1L + random.nextInt(9);
      held[chain] = tree.follow(held[chain], tree.endPs(held[chain]) + lengthPs);
      kinds[held[chain]] = kind;
      expectedPs[kind] += lengthPs;
      tree.eventIsOver();
      most = Math.max(most, tree.size());
    }
    assertThat(most).isLessThan(1000);
    tree.end(held[1]);
    assertThat(lastPs[0]).isEqualTo(Arrays.stream(expectedPs, 4, 8).sum());
    assertThat(Arrays.copyOfRange(toldPs, 4, 8))
        .containsExactly(Arrays.copyOfRange(expectedPs, 4, 8));
  }

  @Test
  void nothingIsForgottenDuringAnEvent() {
    CauseTree tree = tree();
    Arrays.fill(held, CauseTree.BEGINNING);
    int[] made = new int[10 * ROOM];
    int one = CauseTree.BEGINNING;
    for (int i = 0; i < made.length; i++) {
      one = tree.follow(one, i + 1L);
      made[i] = one;
    }
    for (int i = 0; i < made.length; i++) {
      assertThat(tree.endPs(made[i])).isEqualTo(i + 1L);
    }
    tree.eventIsOver();
    assertThat(tree.size()).isEqualTo(1);
  }

  @Test
  void longEventsDoNotMakeTheTreeGrowForever() {
    CauseTree tree = tree();
    Arrays.fill(held, CauseTree.BEGINNING);
    int most = 0;
    for (int event = 0; event < 1000; event++) {
      int one = held[0];
      for (int i = 0; i < 10 * ROOM; i++) {
        one = tree.follow(one, tree.endPs(one) + 1);
      }
      Arrays.fill(held, one);
      most = Math.max(most, tree.size());
      tree.eventIsOver();
    }
    assertThat(most).isLessThan(100 * ROOM);
  }

  @Test
  void whatNobodyHoldsIsRefused() {
    CauseTree tree = tree();
    Arrays.fill(held, CauseTree.BEGINNING);
    int one = CauseTree.BEGINNING;
    for (int i = 1; i < ROOM - 2; i++) {
      one = tree.follow(one, i);
    }
    int lost = one;
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < ROOM; i++) {
                held[0] = tree.follow(held[0], tree.endPs(held[0]) + 1);
                tree.eventIsOver();
                tree.endPs(lost);
              }
            })
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("is not held by anybody");
  }

  @Test
  void theWayBackIsFoundByTime() {
    CauseTree tree = tree();
    int first = tree.follow(CauseTree.BEGINNING, 10);
    int second = tree.follow(first, 30);
    assertThat(tree.at(second, 30)).isEqualTo(second);
    assertThat(tree.at(second, 29)).isEqualTo(first);
    assertThat(tree.at(second, 5)).isEqualTo(CauseTree.BEGINNING);
  }
}
