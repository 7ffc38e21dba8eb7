package org.foretell.extrapolation.law;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.foretell.extrapolation.grid.Grid;
import org.jspecify.annotations.Nullable;

/**
 * A quantity that values may be proportional to.
 *
 * @param text in a law
 * @param value exact, null where it is not a fraction
 */
record Term(String text, Function<Grid, @Nullable Fraction> value) {
  /** A size of the grid, or the number of ranks. */
  record Size(String text, ToLongFunction<Grid> value) {}

  /** What the names of sizes in laws mean: p, and n1 to n4. */
  static List<Size> sizes(int dimensions) {
    List<Size> sizes = new ArrayList<>();
    sizes.add(new Size("p", Grid::ranks));
    for (int d = 0; d < dimensions && dimensions > 1; d++) {
      int dimension = d;
      sizes.add(new Size("n" + (d + 1), grid -> grid.sizes()[dimension]));
    }
    for (int d = 0; d < dimensions && dimensions == 3; d++) {
      int a = d == 0 ? 1 : 0;
      int b = d == 2 ? 1 : 2;
      sizes.add(
          new Size(
              "n" + (a + 1) + " n" + (b + 1), grid -> (long) grid.sizes()[a] * grid.sizes()[b]));
    }
    return sizes;
  }

  /** The terms for a grid, simplest first. */
  static List<Term> of(int dimensions) {
    List<Term> terms = new ArrayList<>();
    for (Size size : sizes(dimensions)) {
      String name = size.text();
      String group = name.contains(" ") ? "(" + name + ")" : name;
      terms.add(new Term(name, grid -> Fraction.of(size.value().applyAsLong(grid))));
      terms.add(
          new Term("/ " + group, grid -> inverse(Fraction.of(size.value().applyAsLong(grid)))));
      terms.add(new Term("lg " + group, grid -> lg(size.value().applyAsLong(grid))));
      terms.add(
          new Term("(" + name + " - 1)", grid -> Fraction.of(size.value().applyAsLong(grid) - 1)));
    }
    terms.add(new Term("sqrt p", grid -> root(grid.ranks(), 2, 1)));
    terms.add(new Term("/ sqrt p", grid -> inverse(root(grid.ranks(), 2, 1))));
    terms.add(new Term("p^(1/3)", grid -> root(grid.ranks(), 3, 1)));
    terms.add(new Term("/ p^(1/3)", grid -> inverse(root(grid.ranks(), 3, 1))));
    terms.add(new Term("p^(2/3)", grid -> root(grid.ranks(), 3, 2)));
    terms.add(new Term("/ p^(2/3)", grid -> inverse(root(grid.ranks(), 3, 2))));
    terms.add(new Term("/ p^2", grid -> inverse(square(grid.ranks()))));
    terms.add(new Term("p lg p", grid -> product(all(grid), lg(grid.ranks()))));
    terms.add(new Term("lg p / p", grid -> product(inverse(all(grid)), lg(grid.ranks()))));
    terms.add(new Term("ceil(lg p)", grid -> Fraction.of(bits(grid.ranks() - 1L))));
    terms.add(new Term("floor(lg p)", grid -> Fraction.of(bits(grid.ranks()) - 1L)));
    return terms;
  }

  /** More terms for a grid, which are asked only where no simple one will do. */
  static List<Term> products(int dimensions) {
    List<Term> terms = new ArrayList<>();
    for (Size size : sizes(dimensions)) {
      String name = size.text();
      String group = name.contains(" ") ? "(" + name + ")" : name;
      ToLongFunction<Grid> n = size.value();
      terms.add(
          new Term(
              "(" + name + " - 1) / " + group,
              grid -> quotient(n.applyAsLong(grid) - 1, n.applyAsLong(grid))));
      terms.add(new Term(group + "^2", grid -> square(n.applyAsLong(grid))));
      terms.add(new Term("/ " + group + "^2", grid -> inverse(square(n.applyAsLong(grid)))));
      terms.add(
          new Term(
              "(" + name + " - 1) / " + group + "^2",
              grid ->
                  product(
                      Fraction.of(n.applyAsLong(grid) - 1), inverse(square(n.applyAsLong(grid))))));
    }
    for (int a = 0; a < dimensions; a++) {
      for (int b = 0; b < dimensions; b++) {
        if (a != b) {
          int top = a;
          int bottom = b;
          terms.add(
              new Term(
                  "n" + (a + 1) + " / n" + (b + 1),
                  grid -> quotient(grid.sizes()[top], grid.sizes()[bottom])));
        }
      }
    }
    terms.add(new Term("p sqrt p", grid -> product(all(grid), root(grid.ranks(), 2, 1))));
    terms.add(
        new Term(
            "sqrt p / p^2",
            grid -> product(root(grid.ranks(), 2, 1), inverse(product(all(grid), all(grid))))));
    return terms;
  }

  private static Fraction quotient(long top, long bottom) {
    return Fraction.of(top).over(Fraction.of(bottom));
  }

  private static Fraction square(long value) {
    return Fraction.of(value).times(Fraction.of(value));
  }

  private static Fraction all(Grid grid) {
    return Fraction.of(grid.ranks());
  }

  private static int bits(long value) {
    return Long.SIZE - Long.numberOfLeadingZeros(value);
  }

  private static @Nullable Fraction inverse(@Nullable Fraction value) {
    return value == null || value.isZero() ? null : Fraction.ONE.over(value);
  }

  private static @Nullable Fraction product(@Nullable Fraction a, @Nullable Fraction b) {
    return a == null || b == null ? null : a.times(b);
  }

  private static @Nullable Fraction lg(long value) {
    return Long.bitCount(value) == 1 ? Fraction.of(Long.numberOfTrailingZeros(value)) : null;
  }

  private static @Nullable Fraction root(int ranks, int degree, int power) {
    long side = Math.round(Math.pow(ranks, 1.0 / degree));
    long product = 1;
    for (int i = 0; i < degree; i++) {
      product *= side;
    }
    return product == ranks ? Fraction.of(power == 1 ? side : side * side) : null;
  }
}
