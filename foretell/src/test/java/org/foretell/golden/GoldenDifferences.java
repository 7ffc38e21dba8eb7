package org.foretell.golden;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** In what answers are not what they were. */
final class GoldenDifferences {
  private static final int CASES_SHOWN = 8;
  private static final int VALUES_SHOWN = 5;

  private GoldenDifferences() {}

  /** The values of two lines that are not the same text, each with its pointer. */
  static List<String> between(String expected, String found) {
    if (expected.equals(found)) {
      return List.of();
    }
    Map<String, String> before = GoldenDocument.leaves(expected);
    Map<String, String> after = GoldenDocument.leaves(found);
    Set<String> pointers = new LinkedHashSet<>(before.keySet());
    pointers.addAll(after.keySet());
    List<String> differences = new ArrayList<>();
    for (String pointer : pointers) {
      if (!Objects.equals(before.get(pointer), after.get(pointer))) {
        differences.add(
            pointer
                + ": expected "
                + shown(before.get(pointer))
                + ", found "
                + shown(after.get(pointer)));
      }
    }
    return differences.isEmpty() ? List.of("the same values, in another order") : differences;
  }

  private static String shown(@Nullable String value) {
    return value == null ? "nothing" : value;
  }

  /**
   * {@return in what answers differ, for whoever made the change; empty if they are all the same}
   *
   * @param expected line by case
   * @param found line by case
   */
  static String report(Map<String, String> expected, Map<String, String> found) {
    Set<String> names = new LinkedHashSet<>(expected.keySet());
    names.addAll(found.keySet());
    StringBuilder report = new StringBuilder();
    int cases = 0;
    int values = 0;
    for (String name : names) {
      List<String> differences = ofCase(expected.get(name), found.get(name));
      if (differences.isEmpty()) {
        continue;
      }
      cases++;
      values += differences.size();
      if (cases <= CASES_SHOWN) {
        report.append("\n").append(name);
        differences.stream().limit(VALUES_SHOWN).forEach(one -> report.append("\n  ").append(one));
        if (differences.size() > VALUES_SHOWN) {
          report.append("\n  and ").append(differences.size() - VALUES_SHOWN).append(" more");
        }
      }
    }
    return cases == 0
        ? ""
        : cases + " of " + names.size() + " cases differ, in " + values + " values:" + report;
  }

  private static List<String> ofCase(@Nullable String expected, @Nullable String found) {
    if (expected == null) {
      return List.of("the golden file has no such case");
    }
    return found == null ? List.of("is no longer asked") : between(expected, found);
  }
}
