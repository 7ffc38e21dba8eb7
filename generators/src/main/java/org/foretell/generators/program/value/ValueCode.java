package org.foretell.generators.program.value;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.foretell.trace.RankSet;
import org.foretell.trace.Values;

/** Values of ops as expressions in C. */
public final class ValueCode {
  /** More different values than these are a list. */
  private static final int MOST_SCOPES = 3;

  /** Sets of more sections than these are irregular. */
  private static final int MOST_SECTIONS = 2;

  private final int ranks;
  private final Tables tables;
  private final RankTests tests;

  public ValueCode(int ranks, Tables tables, RankTests tests) {
    this.ranks = ranks;
    this.tables = tables;
    this.tests = tests;
  }

  /**
   * An expression for one number.
   *
   * @param of the ranks that execute it
   */
  public String scalar(Values values, RankSet of) {
    if (values instanceof Values.Constant constant) {
      return CText.number(constant.value());
    } else if (values instanceof Values.Cyclic cyclic) {
      return allEqual(cyclic.values())
          ? CText.number(cyclic.values()[0])
          : tables.next(cyclic.values());
    } else if (values instanceof Values.PerRank perRank) {
      return perRank(perRank.values(), of);
    } else if (values instanceof Values.Scoped scoped) {
      return scoped(scoped.scopes(), of, 0);
    }
    throw new IllegalArgumentException("no number: " + values);
  }

  private String perRank(long[] values, RankSet of) {
    if (allEqual(values)) {
      return CText.number(values[0]);
    }
    if (of.size() == ranks && ranks > 2) { // any two values are on a line
      long slope = values[1] - values[0];
      boolean isLine = true;
      for (int i = 0; i < values.length && isLine; i++) {
        isLine = values[i] == values[0] + i * slope;
      }
      if (isLine) {
        String product = slope == 1 ? "rank" : CText.number(slope) + " * rank";
        return values[0] == 0 ? product : "(" + CText.number(values[0]) + " + " + product + ")";
      }
    }
    Values scoped = few(values, of);
    return scoped instanceof Values.Scoped few
        ? scoped(few.scopes(), of, 0)
        : tables.of(values) + "[" + tests.position(of) + "]";
  }

  /** Values of which there are few different ones, by sets of ranks; unless these are irregular. */
  private static Values few(long[] values, RankSet of) {
    long[] different = Arrays.stream(values).distinct().toArray();
    if (different.length > MOST_SCOPES) {
      return new Values.PerRank(values);
    }
    int[] ranks = of.toArray();
    List<Values.Scope> scopes = new ArrayList<>();
    for (long value : different) {
      int[] having =
          IntStream.range(0, ranks.length)
              .filter(i -> values[i] == value)
              .map(i -> ranks[i])
              .toArray();
      scopes.add(new Values.Scope(RankSet.ofSorted(having), new Values.Constant(value)));
    }
    scopes.sort(Comparator.comparingInt(scope -> scope.ranks().sections().size()));
    boolean isRegular =
        scopes.subList(0, scopes.size() - 1).stream()
            .allMatch(scope -> scope.ranks().sections().size() <= MOST_SECTIONS);
    return isRegular ? new Values.Scoped(scopes) : new Values.PerRank(values);
  }

  /**
   * A test for what happens once or not at all, whenever it is; empty for anything else.
   *
   * @param of the ranks that execute it
   */
  public String condition(Values count, RankSet of) {
    Values values = count instanceof Values.PerRank perRank ? few(perRank.values(), of) : count;
    if (!(values instanceof Values.Scoped scoped)) {
      return "";
    }
    List<RankSet> once = new ArrayList<>();
    List<RankSet> never = new ArrayList<>();
    for (Values.Scope scope : scoped.scopes()) {
      if (!(scope.values() instanceof Values.Constant constant)
          || constant.value() < 0
          || constant.value() > 1) {
        return "";
      }
      (constant.value() == 1 ? once : never).add(scope.ranks());
    }
    if (once.isEmpty() || never.isEmpty()) {
      return "";
    }
    boolean isShorter = sections(once) <= sections(never);
    String test =
        (isShorter ? once : never).stream().map(tests::test).collect(Collectors.joining(" || "));
    return isShorter ? RankTests.bare(test) : RankTests.not(test);
  }

  private static int sections(List<RankSet> sets) {
    return sets.stream().mapToInt(set -> set.sections().size()).sum();
  }

  private String scoped(List<Values.Scope> scopes, RankSet of, int at) {
    Values.Scope scope = scopes.get(at);
    String value = scalar(scope.values(), scope.ranks());
    if (at == scopes.size() - 1) {
      return value;
    }
    return "("
        + tests.test(scope.ranks())
        + " ? "
        + value
        + " : "
        + scoped(scopes, of, at + 1)
        + ")";
  }

  /**
   * An expression for an array of numbers.
   *
   * @param length how many
   * @param of the ranks that execute it
   */
  public String list(Values values, int length, RankSet of) {
    if (values instanceof Values.Cyclic cyclic) {
      return cyclic.values().length == length
          ? tables.of(cyclic.values())
          : tables.nextList(cyclic.values(), length);
    } else if (values instanceof Values.PerRank perRank) {
      return "(" + tables.of(perRank.values()) + " + " + length + " * " + tests.position(of) + ")";
    } else if (values instanceof Values.Scoped scoped) {
      StringBuilder text = new StringBuilder("(");
      List<Values.Scope> scopes = scoped.scopes();
      for (int i = 0; i < scopes.size(); i++) {
        String list = list(scopes.get(i).values(), length, scopes.get(i).ranks());
        boolean isLast = i == scopes.size() - 1;
        text.append(isLast ? list : tests.test(scopes.get(i).ranks()) + " ? " + list + " : ");
      }
      return text.append(")").toString();
    }
    throw new IllegalArgumentException("no list: " + values);
  }

  private static boolean allEqual(long[] values) {
    for (long value : values) {
      if (value != values[0]) {
        return false;
      }
    }
    return true;
  }
}
