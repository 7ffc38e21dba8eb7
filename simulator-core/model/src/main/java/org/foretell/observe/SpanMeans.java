package org.foretell.observe;

import java.util.Arrays;
import java.util.List;

/**
 * An amount over time, such as busy workers or watts, as means of equal spans. Adding takes
 * constant time, however long it lasts. For one thread.
 */
public final class SpanMeans {
  private final double end;
  private final double span;
  private final double[] part;

  /** What covers a span wholly, as a change from the span before. */
  private final double[] wholeChange;

  /**
   * Nothing yet.
   *
   * @param end of the last span, at least 0, in any unit of time; the first begins at 0
   * @param spans how many there are, at least 1
   */
  public SpanMeans(double end, int spans) {
    this.end = end;
    span = end / spans;
    part = new double[spans];
    wholeChange = new double[spans + 1];
  }

  /**
   * Adds an amount from one time to another; what is outside of all spans does not count.
   *
   * @param amount finite
   * @param from when it begins
   * @param until when it ends
   */
  public void add(double amount, double from, double until) {
    double first = Math.max(0, from);
    double last = Math.min(end, until);
    if (last <= first) {
      return;
    }
    int firstSpan = spanOf(first);
    int lastSpan = spanOf(last);
    if (firstSpan == lastSpan) {
      part[firstSpan] += amount * (last - first);
      return;
    }
    part[firstSpan] += amount * ((firstSpan + 1) * span - first);
    wholeChange[firstSpan + 1] += amount;
    wholeChange[lastSpan] -= amount;
    part[lastSpan] += amount * (last - lastSpan * span);
  }

  private int spanOf(double time) {
    return Math.min(part.length - 1, (int) (time / span));
  }

  /** {@return the length of each span} */
  public double span() {
    return span;
  }

  /** {@return the mean of each span; 0 in all of them if they have no length} */
  public double[] means() {
    double[] means = new double[part.length];
    double whole = 0;
    for (int i = 0; i < means.length; i++) {
      whole += wholeChange[i];
      means[i] = span == 0 ? 0 : whole + part[i] / span;
    }
    return means;
  }

  /** {@return the same as a list} */
  public List<Double> list() {
    return Arrays.stream(means()).boxed().toList();
  }
}
