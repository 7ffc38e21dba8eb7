package org.foretell.extrapolation.law;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.foretell.extrapolation.grid.Grid;
import org.jspecify.annotations.Nullable;

/**
 * Finds functions of the grid alone: a constant; else a multiple of a term; else, where three
 * values of a term are known, a start and a multiple, or the square of such a sum; else a whole
 * divided into blocks, rounded. The first kind that fits is taken, with all of its kind that fit
 * too.
 */
final class ScaleFit {
  private final Grid[] grids;
  private final List<Term> terms;
  private final List<Term> products;
  private final List<Term.Size> sizes;
  private final Grid target;

  /**
   * @param grids of the traces
   * @param target for which values are wanted
   */
  ScaleFit(Grid[] grids, Grid target) {
    this.grids = grids;
    this.target = target;
    terms = Term.of(target.dimensions());
    products = Term.products(target.dimensions());
    sizes = Term.sizes(target.dimensions());
  }

  /**
   * The functions that fit.
   *
   * @param points a value for some traces
   * @return null if there is none
   */
  Law.@Nullable Scale of(SortedMap<Integer, Long> points) {
    Collection<Long> values = points.values();
    long first = values.iterator().next();
    if (values.stream().allMatch(value -> value == first)) {
      return new Law.Scale(
          List.of(Formula.constant(first)), points.size() == 1 && grids.length > 1);
    }
    List<Formula> found = multiples(points, terms);
    if (found.isEmpty() && points.size() >= 3) {
      found = sums(points, terms, false);
    }
    if (found.isEmpty() && points.size() >= 3) {
      found = multiples(points, products);
    }
    if (found.isEmpty() && points.size() >= 3) {
      found = sums(points, terms, true);
    }
    if (found.isEmpty() && points.size() >= 3) {
      found = blocks(points);
    }
    return found.isEmpty() ? null : new Law.Scale(found, false);
  }

  /** A multiple of a term. */
  private record Multiple(Term term, Fraction factor) {}

  private List<Formula> multiples(SortedMap<Integer, Long> points, List<Term> candidates) {
    List<Multiple> multiples = new ArrayList<>();
    for (Term term : candidates) {
      Fraction factor = factor(points, term);
      if (factor != null) {
        multiples.add(new Multiple(term, factor));
      }
    }
    // Of all that fit, a plain term is likelier than three quarters of another.
    multiples.sort(Comparator.comparingInt(multiple -> multiple.factor().size()));
    List<Formula> found = new ArrayList<>();
    for (Multiple multiple : multiples) {
      Term term = multiple.term();
      Fraction factor = multiple.factor();
      add(
          found,
          points,
          new Formula(text(factor, term), grid -> sum(term, grid, Fraction.ZERO, factor)));
    }
    return found;
  }

  /** The factor with which a term gives all values, null if there is none. */
  private @Nullable Fraction factor(SortedMap<Integer, Long> points, Term term) {
    Fraction factor = null;
    for (Map.Entry<Integer, Long> point : points.entrySet()) {
      Fraction value = term.value().apply(grids[point.getKey()]);
      if (value == null) {
        return null;
      }
      Fraction wanted = Fraction.of(point.getValue());
      if (factor == null && !value.isZero()) {
        factor = wanted.over(value);
      }
      if (factor == null ? !wanted.isZero() : !factor.times(value).equals(wanted)) {
        return null;
      }
    }
    return factor == null || factor.isZero() ? null : factor;
  }

  /** start + factor x term. */
  private static @Nullable Fraction sum(Term term, Grid grid, Fraction start, Fraction factor) {
    Fraction value = term.value().apply(grid);
    return value == null ? null : value.times(factor).plus(start);
  }

  private static String text(Fraction factor, Term term) {
    boolean isOne = factor.equals(Fraction.ONE);
    return isOne && !term.text().startsWith("/") ? term.text() : factor + " " + term.text();
  }

  /** Sums of a start and a multiple, or their squares. */
  private List<Formula> sums(
      SortedMap<Integer, Long> points, List<Term> candidates, boolean square) {
    List<Formula> found = new ArrayList<>();
    TreeMap<Integer, Fraction> wanted = new TreeMap<>();
    // A square is c (start + step)^2; c is that of the first value, so that its root is whole.
    long first = points.values().iterator().next();
    for (Map.Entry<Integer, Long> point : points.entrySet()) {
      Long value = square ? root(first, point.getValue()) : point.getValue();
      if (value == null) {
        return found;
      }
      wanted.put(point.getKey(), Fraction.of(value));
    }
    for (Term term : candidates) {
      Fraction[] sum = sum(term, wanted);
      if (sum == null) {
        continue;
      }
      Fraction start = sum[0];
      Fraction step = sum[1];
      if (!square) {
        add(
            found,
            points,
            new Formula(
                (start + " + " + text(step, term)).replace("+ -", "- "),
                grid -> sum(term, grid, start, step)));
      } else if (!start.isZero()) {
        Fraction factor = start.times(start).over(Fraction.of(first));
        Fraction inner = step.over(start);
        add(
            found,
            points,
            new Formula(
                (factor + " (1 + " + text(inner, term) + ")^2").replace("+ -", "- "),
                grid -> {
                  Fraction value = sum(term, grid, Fraction.ONE, inner);
                  return value == null ? null : value.times(value).times(factor);
                }));
      }
    }
    return found;
  }

  /** The root of a product, null if it is not whole. */
  private static @Nullable Long root(long a, long b) {
    BigInteger product = BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
    if (product.signum() <= 0) {
      return null;
    }
    BigInteger[] root = product.sqrtAndRemainder();
    return root[1].signum() == 0 && root[0].bitLength() < 63
        ? (Long) root[0].longValueExact()
        : null;
  }

  /** Start and step with which a term gives all values; null if there are none, or too few. */
  private Fraction @Nullable [] sum(Term term, SortedMap<Integer, Fraction> wanted) {
    Map<Fraction, Fraction> values = new LinkedHashMap<>();
    for (Map.Entry<Integer, Fraction> point : wanted.entrySet()) {
      Fraction value = term.value().apply(grids[point.getKey()]);
      Fraction known = value == null ? null : values.putIfAbsent(value, point.getValue());
      if (value == null || (known != null && !known.equals(point.getValue()))) {
        return null;
      }
    }
    // Two values always fit, and say nothing.
    if (values.size() < 3) {
      return null;
    }
    Iterator<Map.Entry<Fraction, Fraction>> entries = values.entrySet().iterator();
    Map.Entry<Fraction, Fraction> first = entries.next();
    Map.Entry<Fraction, Fraction> second = entries.next();
    Fraction step =
        second.getValue().minus(first.getValue()).over(second.getKey().minus(first.getKey()));
    Fraction start = first.getValue().minus(step.times(first.getKey()));
    boolean fits =
        values.entrySet().stream()
            .allMatch(entry -> entry.getKey().times(step).plus(start).equals(entry.getValue()));
    return fits && !step.isZero() ? new Fraction[] {start, step} : null;
  }

  private List<Formula> blocks(SortedMap<Integer, Long> points) {
    long unit =
        points.values().stream()
            .map(BigInteger::valueOf)
            .reduce(BigInteger.ZERO, BigInteger::gcd)
            .longValueExact();
    List<Formula> found = new ArrayList<>();
    for (Term.Size size : sizes) {
      for (boolean up : new boolean[] {true, false}) {
        long least = 1;
        long most = Long.MAX_VALUE;
        for (Map.Entry<Integer, Long> point : points.entrySet()) {
          long parts = size.value().applyAsLong(grids[point.getKey()]);
          long value = point.getValue() / unit;
          least = Math.max(least, up ? (value - 1) * parts + 1 : value * parts);
          most = Math.min(most, up ? value * parts : (value + 1) * parts - 1);
        }
        if (least <= most) {
          // All wholes from the least to the most fit; the ends show whether they agree.
          addBlock(found, points, size, up, unit, least);
          addBlock(found, points, size, up, unit, most);
        }
      }
    }
    return found;
  }

  private void addBlock(
      List<Formula> found,
      SortedMap<Integer, Long> points,
      Term.Size size,
      boolean up,
      long unit,
      long total) {
    add(
        found,
        points,
        new Formula(
            (unit == 1 ? "" : unit + " ")
                + (up ? "ceil(" : "floor(")
                + total
                + " / "
                + size.text()
                + ")",
            grid -> {
              long parts = size.value().applyAsLong(grid);
              return Fraction.of(unit * ((total + (up ? parts - 1 : 0)) / parts));
            }));
  }

  /**
   * Adds a function unless it has no value at the target, or the same as one that is there, or one
   * below 0 though the traces have none.
   */
  private void add(List<Formula> found, SortedMap<Integer, Long> points, Formula formula) {
    Long value = formula.whole(target);
    boolean isKnown =
        value == null || found.stream().anyMatch(other -> value.equals(other.whole(target)));
    boolean isStrange =
        value != null && value < 0 && points.values().stream().allMatch(v -> v >= 0);
    if (!isKnown && !isStrange) {
      found.add(formula);
    }
  }
}
