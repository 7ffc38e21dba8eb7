package org.foretell.structure.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class PairReplacementTest {
  /** As the paper says it, with no structure that makes it fast. */
  private static String slowly(int[] sequence) {
    List<String> symbols = new ArrayList<>();
    for (int symbol : sequence) {
      symbols.add(String.valueOf((char) ('a' + symbol)));
    }
    while (true) {
      List<String> joined = new ArrayList<>();
      for (int i = 0; i < symbols.size(); ) {
        int j = i;
        while (j < symbols.size() && symbols.get(j).equals(symbols.get(i))) {
          j++;
        }
        joined.add(j - i == 1 ? symbols.get(i) : symbols.get(i) + "[" + (j - i) + "]");
        i = j;
      }
      symbols = joined;
      Map<List<String>, Integer> counts = new LinkedHashMap<>();
      for (int i = 0; i + 1 < symbols.size(); i++) {
        counts.merge(List.of(symbols.get(i), symbols.get(i + 1)), 1, Integer::sum);
      }
      List<String> best = null;
      for (Map.Entry<List<String>, Integer> entry : counts.entrySet()) {
        if (entry.getValue() > (best == null ? 1 : counts.get(best))) {
          best = entry.getKey();
        }
      }
      if (best == null) {
        return String.join(" ", symbols);
      }
      List<String> replaced = new ArrayList<>();
      for (int i = 0; i < symbols.size(); i++) {
        if (i + 1 < symbols.size() && List.of(symbols.get(i), symbols.get(i + 1)).equals(best)) {
          replaced.add("(" + best.get(0) + "+" + best.get(1) + ")");
          i++;
        } else {
          replaced.add(symbols.get(i));
        }
      }
      symbols = replaced;
    }
  }

  private static String fast(int[] sequence) {
    Grammar grammar = new Grammar(26);
    int[] lines = PairReplacement.reduce(grammar, sequence);
    Map<Integer, String> names = GrammarText.of(grammar);
    List<String> shown = new ArrayList<>();
    Arrays.stream(lines).forEach(line -> shown.add(names.get(line)));
    Steps steps = new Steps(grammar, lines);
    assertRuns(sequence, steps, new int[0][]);
    return String.join(" ", shown);
  }

  /** Walks over a program, which runs the sequence and nothing else. */
  private static void assertRuns(int[] sequence, Steps steps, int[][] counts) {
    int[] next = new int[counts.length];
    Steps.Walk walk = steps.walk(run -> counts[run][next[run]++]);
    long[] executions = new long[steps.leaves()];
    steps.addCounts(counts, 1, executions);
    for (int symbol : sequence) {
      int leaf = walk.next();
      assertThat(steps.symbol(leaf)).isEqualTo(symbol);
      executions[leaf]--;
    }
    assertThat(walk.hasNext()).isFalse();
    assertThat(executions).containsOnly(0);
  }

  private static Steps anyLength(int[] sequence, RunCounts lengths) {
    Grammar grammar = new Grammar(26);
    return new Steps(grammar, PairReplacement.reduce(grammar, sequence, lengths));
  }

  @Property(tries = 500)
  void runsOfAnyLengthRunTheSameSequence(@ForAll("sequences") int[] sequence) {
    RunCounts lengths = new RunCounts();
    Steps steps = anyLength(sequence, lengths);
    assertRuns(sequence, steps, steps.countsByRun(lengths.inOrder()));
  }

  private static int[] of(String letters) {
    return letters.chars().map(letter -> letter - 'a').toArray();
  }

  @Property(tries = 300)
  void itMatchesThePaper(@ForAll("sequences") int[] sequence) {
    assertThat(fast(sequence)).isEqualTo(slowly(sequence));
  }

  @Provide
  Arbitrary<int[]> sequences() {
    return Arbitraries.integers()
        .between(1, 6)
        .flatMap(
            kinds ->
                Arbitraries.integers()
                    .between(0, kinds - 1)
                    .array(int[].class)
                    .ofMinSize(1)
                    .ofMaxSize(60));
  }

  @Test
  void runsAndPairsInTurn() {
    assertThat(fast(of("a"))).isEqualTo("a");
    assertThat(fast(of("aaaa"))).isEqualTo("a[4]");
    assertThat(fast(of("xababab"))).isEqualTo("x (a+b)[3]");
    assertThat(fast(of("abcdabce"))).isEqualTo("((a+b)+c) d ((a+b)+c) e");
    assertThat(fast(of("aabaabc"))).isEqualTo("(a[2]+b)[2] c");
  }

  @Test
  void whatDoesNotRepeatNestsAsDeepAsItIsLong() {
    int[] sequence = new int[40_000];
    for (int i = 0; i < sequence.length; i++) {
      sequence[i] = i % (sequence.length / 2);
    }
    Grammar grammar = new Grammar(sequence.length / 2);
    int[] lines = PairReplacement.reduce(grammar, sequence);
    assertThat(lines).hasSize(1);
    assertThat(grammar.length(lines[0])).isEqualTo(2);
    assertThat(new Steps(grammar, lines).leaves()).isEqualTo(20_000);
  }
}
