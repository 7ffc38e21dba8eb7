package org.foretell.extrapolation.outline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class OutlinePropertiesTest {
  private static final int SYMBOLS = 6;

  /** What counts of parts make of a program. */
  private static final class Replay {
    private final RankWalk walk;
    private final int[] next;
    private final List<Integer> symbols = new ArrayList<>();

    Replay(Outline outline, RankWalk walk) {
      this.walk = walk;
      next = new int[outline.parts() + 1];
      body(outline.body());
    }

    private void body(List<Part> body) {
      for (Part part : body) {
        int times = walk.counts(part.id()).getInt(next[part.id()]++);
        for (int i = 0; i < times; i++) {
          if (part instanceof Part.Loop loop) {
            body(loop.body());
          } else if (part instanceof Part.Leaf leaf) {
            symbols.add(leaf.symbol());
          }
        }
      }
    }
  }

  private static void assertWalked(Outline outline, List<Integer> sequence) {
    int[] symbols = sequence.stream().mapToInt(s -> s).toArray();
    assertThat(new Replay(outline, new RankWalk(outline, symbols)).symbols).isEqualTo(sequence);
  }

  @Property(tries = 500)
  void everySequenceIsInTheOutlineOfAll(
      @ForAll @Size(min = 1, max = 4)
          List<@Size(max = 30) List<@IntRange(max = SYMBOLS - 1) Integer>> sequences,
      @ForAll boolean flat) {
    List<int[]> symbols =
        sequences.stream().map(s -> s.stream().mapToInt(i -> i).toArray()).toList();
    int[] sites = IntStream.range(0, SYMBOLS).map(symbol -> symbol / 2).toArray();
    Outline outline = flat ? Outline.flat(symbols, sites) : Outline.of(symbols, SYMBOLS);
    sequences.forEach(sequence -> assertWalked(outline, sequence));
  }

  @Test
  void loopsNest() {
    int[] sequence = {0, 1, 2, 2, 3, 1, 2, 3, 1, 3, 4};
    Outline outline = Outline.of(List.of(sequence), 5);
    assertThat(outline.body()).hasSize(3);
    Part.Loop outer = (Part.Loop) outline.body().get(1);
    assertThat(outer.body()).hasSize(3);
    assertThat(outer.body().get(1)).isInstanceOf(Part.Loop.class);
    RankWalk walk = new RankWalk(outline, sequence);
    assertThat(walk.counts(outer.id()).toIntArray()).containsExactly(3);
    assertThat(walk.counts(outer.body().get(1).id()).toIntArray()).containsExactly(2, 1, 0);
  }

  /** As a barrier after the first iteration, before time is measured. */
  @Test
  void whatStandsBetweenIterationsIsOfTheLoop() {
    int[] sequence = {0, 1, 4, 0, 1, 0, 1, 2};
    Outline outline = Outline.of(List.of(sequence), 5);
    Part.Loop loop = (Part.Loop) outline.body().get(0);
    assertThat(loop.body()).hasSize(3).allMatch(Part.Leaf.class::isInstance);
    assertThat(new RankWalk(outline, sequence).counts(loop.id()).toIntArray()).containsExactly(3);
  }
}
