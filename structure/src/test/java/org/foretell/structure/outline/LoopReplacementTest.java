package org.foretell.structure.outline;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.foretell.structure.grammar.Grammar;
import org.foretell.structure.grammar.GrammarText;
import org.foretell.structure.grammar.PairReplacement;
import org.foretell.structure.outline.LoopReplacement.Item;
import org.foretell.structure.outline.LoopReplacement.Loop;
import org.foretell.structure.outline.LoopReplacement.Sym;
import org.junit.jupiter.api.Test;

class LoopReplacementTest {
  private static void unroll(List<Item> items, IntArrayList into) {
    for (Item item : items) {
      if (item instanceof Loop loop) {
        for (long i = 0; i < loop.times(); i++) {
          unroll(loop.body(), into);
        }
      } else {
        into.add(item.first());
      }
    }
  }

  private static List<Item> program(Random random, int kinds, int depth) {
    List<Item> items = new ArrayList<>();
    int length = 1 + random.nextInt(6);
    for (int i = 0; i < length; i++) {
      items.add(
          depth > 0 && random.nextInt(3) == 0
              ? new Loop(2 + random.nextInt(5), program(random, kinds, depth - 1))
              : new Sym(random.nextInt(kinds), 1));
    }
    return items;
  }

  private static String text(Grammar grammar, int[] lines) {
    Map<Integer, String> names = GrammarText.of(grammar);
    StringBuilder text = new StringBuilder();
    for (int line : lines) {
      text.append(names.get(line)).append(' ');
    }
    return text.toString();
  }

  @Test
  void theResultIsThatOfTheUnrolledProgram() {
    Random random = new Random(11);
    int reduced = 0;
    for (int i = 0; i < 5_000; i++) {
      List<Item> program = program(random, 1 + random.nextInt(6), random.nextInt(4));
      IntArrayList sequence = new IntArrayList();
      unroll(program, sequence);
      Grammar unrolled = new Grammar(26);
      String expected = text(unrolled, PairReplacement.reduce(unrolled, sequence.toIntArray()));
      Grammar grammar = new Grammar(26);
      Optional<int[]> lines = LoopReplacement.reduce(grammar, program);
      if (lines.isPresent()) {
        assertThat(text(grammar, lines.get())).as("%s", program).isEqualTo(expected);
        reduced++;
      }
    }
    assertThat(reduced).isGreaterThan(4_750);
  }

  @Test
  void howOftenALoopRunsTakesNoTime() {
    Grammar grammar = new Grammar(3);
    List<Item> inner = List.of(new Sym(0, 1), new Sym(1, 1));
    List<Item> program =
        List.of(new Loop(1_000_000, List.of(new Loop(1000, inner), new Sym(2, 1))));
    assertThat(text(grammar, LoopReplacement.reduce(grammar, program).orElseThrow()))
        .isEqualTo("((a+b)[1000]+c)[1000000] ");
  }
}
