package org.foretell.structure.outline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** A rule gives every value that it was found in, and a range holds all of them. */
class RuleFinderProperties {
  private record Taken(int[] at, long value) {}

  @Property(tries = 500)
  void rulesGiveAllValues(@ForAll long seed, @ForAll @IntRange(min = 0, max = 3) int depth) {
    Random random = new Random(seed);
    List<Taken> all = new ArrayList<>();
    loops(random.nextLong(), random.nextInt(3), new int[depth], 0, all);
    RuleFinder finder = new RuleFinder(true);
    int[] seen = new int[depth];
    for (Taken taken : all) {
      finder.take(taken.value, taken.at, depth, seen);
      for (int level = 0; level < depth; level++) {
        seen[level] = Math.max(seen[level], taken.at[level] + 1);
      }
    }
    ValueRule rule = finder.rule();
    for (Taken taken : all) {
      assertThat(taken.value).isBetween(rule.least(), rule.most());
      if (rule.isFound()) {
        assertThat(value(rule, taken.at)).as(rule.text()).isEqualTo(taken.value);
      }
    }
  }

  /** Loops whose counts may depend on the iteration of the loop around them. */
  private static void loops(long seed, int noise, int[] at, int level, List<Taken> all) {
    if (level == at.length) {
      all.add(new Taken(at.clone(), value(seed, noise, at)));
      return;
    }
    Random random = new Random(seed + level);
    int usual = 1 + random.nextInt(12);
    int count = level > 0 && random.nextBoolean() ? 1 + at[level - 1] : usual;
    for (int i = 0; i < count; i++) {
      at[level] = i;
      loops(seed, noise, at, level + 1, all);
    }
    at[level] = 0;
  }

  private static long value(long seed, int noise, int[] at) {
    Random random = new Random(seed);
    long value = random.nextInt(100);
    for (int index : at) {
      long factor = random.nextInt(7) - 3L;
      value +=
          switch (random.nextInt(4)) {
            case 0 -> factor * index;
            case 1 -> factor * (index % (1 + random.nextInt(3)));
            case 2 -> factor * (index / 2);
            default -> new Random(index).nextInt(5);
          };
    }
    boolean isOdd = noise == 2 && new Random(value + at.length).nextInt(6) == 0;
    return isOdd ? value + 1 : value;
  }

  private static long value(ValueRule rule, int[] at) {
    long value = rule.base();
    for (ValueRule.Term term : rule.terms()) {
      int index = at[term.level()];
      int length = term.list().size();
      value += term.list().get(index % length) + term.step() * (index / length);
    }
    return value;
  }

  @Property(tries = 200)
  void sumsOfLinesAreAlwaysFound(@ForAll long seed, @ForAll @IntRange(min = 1, max = 3) int depth) {
    Random random = new Random(seed);
    long[] factors = random.longs(depth, -5, 6).toArray();
    int[] at = new int[depth];
    int[] seen = new int[depth];
    int[] counts = random.ints(depth, 1, 9).toArray();
    RuleFinder finder = new RuleFinder(true);
    do {
      long value = 7;
      for (int level = 0; level < depth; level++) {
        value += factors[level] * at[level];
      }
      finder.take(value, at, depth, seen);
      for (int level = 0; level < depth; level++) {
        seen[level] = Math.max(seen[level], at[level] + 1);
      }
    } while (step(at, counts));
    assertThat(finder.rule().isFound()).isTrue();
  }

  private static boolean step(int[] at, int[] counts) {
    for (int level = at.length - 1; level >= 0; level--) {
      if (++at[level] < counts[level]) {
        return true;
      }
      at[level] = 0;
    }
    return false;
  }
}
