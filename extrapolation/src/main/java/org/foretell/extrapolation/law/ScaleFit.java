package org.foretell.extrapolation.law;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.foretell.extrapolation.grid.Grid;
import org.jspecify.annotations.Nullable;

/**
 * Finds functions of the grid alone: a constant; else a multiple of a term; else, from three
 * numbers of ranks on, a start and a multiple; else a whole divided into blocks, rounded. The first
 * kind that fits is taken, with all of its kind that fit too.
 */
final class ScaleFit {
  private final Grid[] grids;
  private final List<Term> terms;
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
      return new Law.Scale(List.of(Formula.constant(first)), points.size() == 1 && grids.length > 1);
    }
    List<Formula> found = multiples(points);
    if (found.isEmpty() && points.size() >= 3) {
      found = starts(points);
    }
    if (found.isEmpty() && points.size() >= 3) {
      found = blocks(points);
    }
    return found.isEmpty() ? null : new Law.Scale(found, false);
  }

  private List<Formula> multiples(SortedMap<Integer, Long> points) {
    List<Formula> found = new ArrayList<>();
    for (Term term : terms) {
      Fraction factor = null;
      boolean fits = true;
      for (Map.Entry<Integer, Long> point : points.entrySet()) {
        Fraction value = term.value().apply(grids[point.getKey()]);
        if (value == null) {
          fits = false;
          break;
        }
        Fraction wanted = Fraction.of(point.getValue());
        if (factor == null && !value.isZero()) {
          factor = wanted.over(value);
        }
        if (factor == null ? !wanted.isZero() : !factor.times(value).equals(wanted)) {
          fits = false;
          break;
        }
      }
      if (fits && factor != null && !factor.isZero()) {
        Fraction times = factor;
        add(found, new Formula(text(times, term), grid -> product(term, grid, times)));
      }
    }
    return found;
  }

  private static @Nullable Fraction product(Term term, Grid grid, Fraction factor) {
    Fraction value = term.value().apply(grid);
    return value == null ? null : value.times(factor);
  }

  private static String text(Fraction factor, Term term) {
    boolean isOne = factor.equals(Fraction.ONE);
    return isOne && !term.text().startsWith("/") ? term.text() : factor + " " + term.text();
  }

  private List<Formula> starts(SortedMap<Integer, Long> points) {
    List<Formula> found = new ArrayList<>();
    for (Term term : terms) {
      Fraction firstTerm = term.value().apply(grids[points.firstKey()]);
      Fraction lastTerm = term.value().apply(grids[points.lastKey()]);
      if (firstTerm == null || lastTerm == null || firstTerm.equals(lastTerm)) {
        continue;
      }
      Fraction first = Fraction.of(points.get(points.firstKey()));
      Fraction last = Fraction.of(points.get(points.lastKey()));
      Fraction step = last.minus(first).over(lastTerm.minus(firstTerm));
      Fraction start = first.minus(step.times(firstTerm));
      boolean fits = true;
      for (Map.Entry<Integer, Long> point : points.entrySet()) {
        Fraction value = product(term, grids[point.getKey()], step);
        fits &= value != null && value.plus(start).equals(Fraction.of(point.getValue()));
      }
      if (fits) {
        add(
            found,
            new Formula(
                start + " + " + text(step, term),
                grid -> {
                  Fraction value = product(term, grid, step);
                  return value == null ? null : value.plus(start);
                }));
      }
    }
    return found;
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
          addBlock(found, size, up, unit, least);
          addBlock(found, size, up, unit, most);
        }
      }
    }
    return found;
  }

  private void addBlock(
      List<Formula> found, Term.Size size, boolean up, long unit, long total) {
    add(
        found,
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

  /** Adds a function unless it has no value at the target, or the same as one that is there. */
  private void add(List<Formula> found, Formula formula) {
    Long value = formula.whole(target);
    if (value != null
        && found.stream().noneMatch(other -> value.equals(other.whole(target)))) {
      found.add(formula);
    }
  }
}
