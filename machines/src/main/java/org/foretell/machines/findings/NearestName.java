package org.foretell.machines.findings;

import java.util.Collection;
import java.util.Optional;

/** Guesses what was meant by a wrong name. */
public final class NearestName {
  private static final int LONGEST = 60;
  private static final int MOST_COMPARED = 1000;

  private NearestName() {}

  /**
   * The known name that a wrong one was probably meant to be: few letters differ, upper and lower
   * case being the same. Takes time proportional to the letters of both, and looks at no more than
   * {@value #MOST_COMPARED} names.
   *
   * @param known in the order in which they are preferred
   */
  public static Optional<String> of(String wrong, Collection<String> known) {
    String best = "";
    int bestDistance = Math.max(1, Math.min(wrong.length(), LONGEST) / 3) + 1;
    for (String name : known.stream().limit(MOST_COMPARED).toList()) {
      if (Math.abs(name.length() - wrong.length()) < bestDistance) {
        int distance = distance(wrong, name);
        if (distance < bestDistance) {
          bestDistance = distance;
          best = name;
        }
      }
    }
    return best.isEmpty() ? Optional.empty() : Optional.of(best);
  }

  /** Levenshtein's distance, upper and lower case being the same. */
  private static int distance(String left, String right) {
    int[] above = new int[right.length() + 1];
    for (int column = 0; column <= right.length(); column++) {
      above[column] = column;
    }
    for (int row = 1; row <= left.length(); row++) {
      int[] current = new int[right.length() + 1];
      current[0] = row;
      for (int column = 1; column <= right.length(); column++) {
        boolean same =
            Character.toLowerCase(left.charAt(row - 1))
                == Character.toLowerCase(right.charAt(column - 1));
        int substituted = above[column - 1] + (same ? 0 : 1);
        current[column] = Math.min(substituted, Math.min(above[column], current[column - 1]) + 1);
      }
      above = current;
    }
    return above[right.length()];
  }
}
