package org.foretell.structure.outline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.foretell.structure.grammar.Grammar;
import org.foretell.structure.grammar.PairReplacement;
import org.foretell.structure.grammar.RunCounts;
import org.foretell.structure.grammar.Steps;
import org.junit.jupiter.api.Test;

class ShapeMatchTest {
  /** Walks over a program, which runs the sequence and nothing else. */
  private static void assertRuns(int[] sequence, Steps steps, int[][] counts) {
    int[] next = new int[counts.length];
    Steps.Walk walk = steps.walk(run -> counts[run][next[run]++]);
    for (int symbol : sequence) {
      assertThat(steps.symbol(walk.next())).isEqualTo(symbol);
    }
    assertThat(walk.hasNext()).isFalse();
  }

  private static Steps anyLength(int[] sequence, RunCounts lengths) {
    Grammar grammar = new Grammar(26);
    return new Steps(grammar, PairReplacement.reduce(grammar, sequence, lengths));
  }

  @Property(tries = 500)
  void aMatchRunsTheSequenceThatItWasFoundFor(
      @ForAll("sequences") int[] shape, @ForAll("sequences") int[] sequence) {
    Steps steps = anyLength(shape, new RunCounts());
    ShapeMatch.counts(steps, sequence).ifPresent(counts -> assertRuns(sequence, steps, counts));
  }

  @Test
  void loopsMatchWhateverTheirCounts() {
    Steps steps = anyLength(of("xabcabcabczabcz"), new RunCounts());
    for (String other : List.of("xabczabcabcz", "xabcz", "x")) {
      int[] sequence = of(other);
      assertRuns(sequence, steps, ShapeMatch.counts(steps, sequence).orElseThrow());
    }
    for (String other : List.of("abcz", "xzz", "xabczz", "xabzabcz", "xabczabczx")) {
      assertThat(ShapeMatch.counts(steps, of(other))).as(other).isEmpty();
    }
  }

  private static int[] of(String letters) {
    return letters.chars().map(letter -> letter - 'a').toArray();
  }

  @Provide
  Arbitrary<int[]> sequences() {
    return Arbitraries.integers().between(0, 2).array(int[].class).ofMinSize(1).ofMaxSize(40);
  }
}
