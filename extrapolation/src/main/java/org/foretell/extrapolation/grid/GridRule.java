package org.foretell.extrapolation.grid;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A rule that gives a grid for each number of ranks, or none. */
public final class GridRule {
  private final String text;
  private final int dimensions;
  private final IntFunction<int @Nullable []> sizes;

  private GridRule(String text, int dimensions, IntFunction<int @Nullable []> sizes) {
    this.text = text;
    this.dimensions = dimensions;
    this.sizes = sizes;
  }

  /**
   * {@return the rules that have a grid for each of these numbers of ranks, simplest first}
   *
   * @param ranks at least one
   */
  public static List<GridRule> of(int[] ranks) {
    List<GridRule> rules = new ArrayList<>();
    rules.add(new GridRule("a line", 1, p -> new int[] {p}));
    rules.add(new GridRule("a square", 2, p -> equal(p, 2)));
    rules.add(new GridRule("powers of two, first dimension larger", 2, p -> powers(p, 2, false)));
    rules.add(new GridRule("powers of two, last dimension larger", 2, p -> powers(p, 2, true)));
    rules.add(new GridRule("as square as possible, last dimension larger", 2, p -> balanced(p, 2)));
    rules.add(
        new GridRule(
            "as square as possible, first dimension larger", 2, p -> reversed(balanced(p, 2))));
    int common = Arrays.stream(ranks).reduce(0, GridRule::greatestDivisor);
    int least = Arrays.stream(ranks).min().orElse(1);
    for (int k = 2; k <= 64 && k < least; k++) {
      int fixed = k;
      if (common % k == 0) {
        rules.add(new GridRule(k + " x p/" + k, 2, p -> split(p, fixed)));
        rules.add(new GridRule("p/" + k + " x " + k, 2, p -> reversed(split(p, fixed))));
      }
    }
    rules.add(new GridRule("a cube", 3, p -> equal(p, 3)));
    rules.add(new GridRule("powers of two, a square of what 1 or 2 leaves", 3, GridRule::pairs));
    rules.add(new GridRule("powers of two, first dimensions larger", 3, p -> powers(p, 3, false)));
    rules.add(new GridRule("powers of two, last dimensions larger", 3, p -> powers(p, 3, true)));
    rules.add(new GridRule("as cubic as possible, last dimensions larger", 3, p -> balanced(p, 3)));
    rules.add(
        new GridRule(
            "as cubic as possible, first dimensions larger", 3, p -> reversed(balanced(p, 3))));
    rules.add(new GridRule("four equal dimensions", 4, p -> equal(p, 4)));
    rules.add(
        new GridRule("four dimensions as equal as possible", 4, p -> reversed(balanced(p, 4))));
    rules.removeIf(rule -> Arrays.stream(ranks).anyMatch(p -> rule.grid(p) == null));
    return rules;
  }

  /** {@return the number of dimensions} */
  public int dimensions() {
    return dimensions;
  }

  /**
   * {@return the grid of a number of ranks, null if the rule has none}
   *
   * @param ranks at least 1
   */
  public @Nullable Grid grid(int ranks) {
    int @Nullable [] found = sizes.apply(ranks);
    return found == null ? null : new Grid(found);
  }

  /**
   * {@return the members next to a number of ranks: the largest that has fewer, and the smallest
   * that has more, where there are such}
   *
   * @param ranks at least 1
   * @param most ranks of a member
   */
  public List<Grid> around(int ranks, int most) {
    List<Grid> around = new ArrayList<>();
    IntStream.range(1, ranks)
        .map(less -> ranks - less)
        .mapToObj(this::grid)
        .filter(Objects::nonNull)
        .findFirst()
        .ifPresent(around::add);
    next(ranks, most).ifPresent(around::add);
    return around;
  }

  /**
   * {@return the smallest member that has more ranks than these}
   *
   * @param ranks at least 1
   * @param most ranks of the member
   */
  public Optional<Grid> next(int ranks, int most) {
    return IntStream.rangeClosed(ranks + 1, most)
        .mapToObj(this::grid)
        .filter(Objects::nonNull)
        .findFirst();
  }

  @Override
  public String toString() {
    return text;
  }

  private static int greatestDivisor(int a, int b) {
    return b == 0 ? a : greatestDivisor(b, a % b);
  }

  private static int @Nullable [] equal(int ranks, int dimensions) {
    int side = (int) Math.round(Math.pow(ranks, 1.0 / dimensions));
    long product = 1;
    for (int d = 0; d < dimensions; d++) {
      product *= side;
    }
    if (product != ranks) {
      return null;
    }
    int[] sizes = new int[dimensions];
    Arrays.fill(sizes, side);
    return sizes;
  }

  private static int @Nullable [] powers(int ranks, int dimensions, boolean lastLarger) {
    if (Integer.bitCount(ranks) != 1) {
      return null;
    }
    int[] sizes = new int[dimensions];
    Arrays.fill(sizes, 1);
    int exponent = Integer.numberOfTrailingZeros(ranks);
    for (int i = 0; i < exponent; i++) {
      sizes[i % dimensions] *= 2;
    }
    return lastLarger ? reversed(sizes) : sizes;
  }

  /** A square, after a first dimension of 1 or 2. */
  private static int @Nullable [] pairs(int ranks) {
    if (Integer.bitCount(ranks) != 1) {
      return null;
    }
    int side = 1 << (Integer.numberOfTrailingZeros(ranks) / 2);
    return new int[] {ranks / side / side, side, side};
  }

  private static int @Nullable [] split(int ranks, int first) {
    return ranks % first == 0 ? new int[] {first, ranks / first} : null;
  }

  /** As MPI_Dims_create divides: the sizes as close to each other as they can be, rising. */
  private static int[] balanced(int ranks, int dimensions) {
    if (dimensions == 1) {
      return new int[] {ranks};
    }
    int root = (int) Math.floor(Math.pow(ranks, 1.0 / dimensions) + 1e-9);
    int first = Math.max(1, root);
    while (ranks % first != 0) {
      first--;
    }
    int[] sizes = new int[dimensions];
    sizes[0] = first;
    System.arraycopy(balanced(ranks / first, dimensions - 1), 0, sizes, 1, dimensions - 1);
    Arrays.sort(sizes);
    return sizes;
  }

  private static int @Nullable [] reversed(int @Nullable [] sizes) {
    if (sizes == null) {
      return null;
    }
    int[] reversed = new int[sizes.length];
    for (int d = 0; d < sizes.length; d++) {
      reversed[d] = sizes[sizes.length - 1 - d];
    }
    return reversed;
  }
}
