package org.foretell.study.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Shares of one whole in whole percent that add up to 100: each is rounded down, and those with the
 * largest remainders get one more. What is possible is not 0 %, and what is not certain not 100 %.
 */
public final class WholeShares {
  private static final int PERCENT = 100;

  private WholeShares() {}

  /**
   * {@return the shares in their order, such as {@code 31 %}, {@code <1 %}, {@code >99 %}}
   *
   * @param shares 0 to 1 each, with a sum of 1 but for rounding; or none
   */
  public static List<String> of(List<Double> shares) {
    int[] whole = shares.stream().mapToInt(share -> (int) Math.floor(PERCENT * share)).toArray();
    int missing = PERCENT - IntStream.of(whole).sum();
    List<Integer> byRemainder =
        IntStream.range(0, whole.length)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer i) -> whole[i] - PERCENT * shares.get(i)))
            .toList();
    byRemainder.stream().limit(Math.max(0, missing)).forEach(i -> whole[i]++);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < whole.length; i++) {
      double share = shares.get(i);
      texts.add(
          whole[i] == 0 && share > 0
              ? "<1 %"
              : whole[i] >= PERCENT && share < 1 ? ">99 %" : whole[i] + " %");
    }
    return texts;
  }
}
