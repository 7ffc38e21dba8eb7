package org.foretell.page;

import java.util.List;
import java.util.stream.IntStream;
import org.foretell.workload.report.LongTime;

/**
 * A label below a picture of something over time.
 *
 * @param at its place, from the left
 * @param text the time
 */
public record TimeTick(double at, String text) {
  private static final int COUNT = 5;

  /**
   * The labels of an axis.
   *
   * @param seconds at its right end
   * @param width of the picture
   */
  static List<TimeTick> of(double seconds, double width) {
    return IntStream.rangeClosed(0, COUNT)
        .mapToObj(i -> new TimeTick(width * i / COUNT, LongTime.text(seconds * i / COUNT)))
        .toList();
  }
}
