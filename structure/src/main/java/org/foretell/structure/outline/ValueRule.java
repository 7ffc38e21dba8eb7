package org.foretell.structure.outline;

import java.util.ArrayList;
import java.util.List;

/**
 * The values of a field, or the counts of a loop, as a function of the indexes of the loops around
 * it: a number, and for each loop a term. If no short function gives all values, only their range
 * is known.
 *
 * @param isFound whether base and terms give every value exactly
 * @param base the value of the first iterations; for a range 0
 * @param terms of the loops on whose index the value depends, the outermost first
 * @param least the smallest value, special ones left out
 * @param most the largest value, special ones left out
 * @param special a value that is no number, such as {@link org.foretell.trace.OpView#PROC_NULL}, if
 *     it is among others; else 0
 */
public record ValueRule(
    boolean isFound, long base, List<Term> terms, long least, long most, long special) {
  private static final String INDEXES = "ijklmn";

  /**
   * The term of a loop. In iteration {@code x} it is {@code list[x % n] + step * (x / n)}, for a
   * list of {@code n} numbers.
   *
   * @param level of the loop: 0 for one that is in no other
   * @param list its first numbers; the first is 0
   * @param repeats false if the loop has no more iterations than the list has numbers
   * @param step what is added with each repetition of the list
   */
  public record Term(int level, List<Long> list, boolean repeats, long step) {
    /** Copies the list. */
    public Term {
      list = List.copyOf(list);
    }

    /** Whether only the steps of the list make a difference. */
    private boolean isEven() {
      return list.stream().allMatch(value -> value == 0);
    }

    private String list(long base) {
      String index = repeats ? indexName(level) + " % " + list.size() : indexName(level);
      return list.stream().map(value -> base + value).toList() + "[" + index + "]";
    }
  }

  /** Copies the terms. */
  public ValueRule {
    terms = List.copyOf(terms);
  }

  /** {@return whether there is a single value} */
  public boolean isConstant() {
    return isFound && terms.isEmpty();
  }

  /**
   * {@return the name of a loop's index in texts: i, j, k, ..}
   *
   * @param level 0 for a loop that is in no other
   */
  public static String indexName(int level) {
    return level < INDEXES.length() ? INDEXES.substring(level, level + 1) : "i" + (level + 1);
  }

  /** {@return whether the value depends on the index of a loop, directly or as part of a list} */
  boolean uses(int level) {
    return terms.stream().anyMatch(term -> term.level() == level);
  }

  /**
   * {@return the function or the range, as {@code 7 + i}, {@code [1, 4][i % 2]}, {@code 1 to 9}}
   */
  public String text() {
    if (!isFound) {
      return least == most ? Long.toString(least) : least + " to " + most;
    }
    List<String> parts = new ArrayList<>();
    List<Term> lists = terms.stream().filter(term -> !term.isEven()).toList();
    if (terms.isEmpty() || (base != 0 && lists.size() != 1)) {
      parts.add(Long.toString(base));
    }
    lists.forEach(term -> parts.add(term.list(lists.size() == 1 ? base : 0)));
    for (Term term : terms) {
      String index = indexName(term.level());
      int length = term.list().size();
      if (term.step() != 0) {
        parts.add(product(term.step(), length == 1 ? index : "(" + index + " / " + length + ")"));
      }
    }
    StringBuilder text = new StringBuilder(parts.get(0));
    for (String part : parts.subList(1, parts.size())) {
      text.append(part.startsWith("-") ? " - " + part.substring(1) : " + " + part);
    }
    return text.toString();
  }

  private static String product(long factor, String index) {
    return factor == 1 ? index : factor == -1 ? "-" + index : factor + " " + index;
  }
}
