package org.foretell.workflow.run;

import java.util.Arrays;
import java.util.List;

/** How many of something there are at a time, as means of equal spans. */
final class SpanCounts {
  private final long endPs;
  private final double spanPs;
  private final double[] partPs;

  /** What covers a span wholly, as a change from the span before. */
  private final double[] wholeChange;

  /**
   * None yet.
   *
   * @param endPs the end of the last span
   * @param spans how many there are
   */
  SpanCounts(long endPs, int spans) {
    this.endPs = endPs;
    spanPs = (double) endPs / spans;
    partPs = new double[spans];
    wholeChange = new double[spans + 1];
  }

  /** Adds some from one time to another, of which only what is before the end counts. */
  void add(double count, long fromPs, long untilPs) {
    long until = Math.min(untilPs, endPs);
    if (until <= fromPs) {
      return;
    }
    int first = span(fromPs);
    int last = span(until);
    if (first == last) {
      partPs[first] += count * (until - fromPs);
      return;
    }
    partPs[first] += count * ((first + 1) * spanPs - fromPs);
    wholeChange[first + 1] += count;
    wholeChange[last] -= count;
    partPs[last] += count * (until - last * spanPs);
  }

  private int span(long timePs) {
    return Math.min(partPs.length - 1, (int) (timePs / spanPs));
  }

  /** The mean number in each span. */
  double[] means() {
    double[] means = new double[partPs.length];
    double whole = 0;
    for (int span = 0; span < means.length; span++) {
      whole += wholeChange[span];
      means[span] = spanPs == 0 ? 0 : Math.max(0, whole + partPs[span] / spanPs);
    }
    return means;
  }

  /** The same as a list. */
  List<Double> list() {
    return Arrays.stream(means()).boxed().toList();
  }
}
