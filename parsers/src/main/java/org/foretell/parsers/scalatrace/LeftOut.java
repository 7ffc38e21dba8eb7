package org.foretell.parsers.scalatrace;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What a trace has that the format cannot say, and that changes no op. */
final class LeftOut {
  private static final double SECOND = 1e12;

  /** Ranks of a program whose computing times differ by this much are reported as different. */
  private static final double UNEVEN = 1.01;

  private final Map<String, Integer> fields = new TreeMap<>();

  /** Of the program whose ranks compute least alike. */
  private double leastPs;

  private double mostPs;
  private double tailPs;
  private boolean hasElapsed;
  private boolean hasWork;
  private boolean hasCounts;

  /** An op that has something which is left out. */
  void field(String what) {
    fields.merge(what, 1, Integer::sum);
  }

  /** Computation that nothing comes after. */
  void tail(double durationPs) {
    tailPs += durationPs;
  }

  /** The ranks of a program, which share histograms, compute for times in a range. */
  void shared(double fromPs, double toPs) {
    if (toPs > UNEVEN * fromPs && toPs - fromPs > mostPs - leastPs) {
      leastPs = fromPs;
      mostPs = toPs;
    }
  }

  /** A burst that says what work it is. */
  void work() {
    hasWork = true;
  }

  /** Bursts during which the processor counted. */
  void counts() {
    hasCounts = true;
  }

  void elapsed() {
    hasElapsed = true;
  }

  /** One sentence each. */
  List<String> list() {
    List<String> list = new ArrayList<>();
    fields.forEach((what, count) -> list.add("left out: " + what + " (" + count + " in programs)"));
    if (mostPs > leastPs) {
      list.add(
          String.format(
              Locale.ROOT,
              "left out: the computation time of each rank; ranks of a program share histograms, so"
                  + " ranks that computed for %.6g s to %.6g s are replayed with their mean",
              leastPs / SECOND,
              mostPs / SECOND));
    }
    if (hasWork) {
      list.add("left out: flops and bytes of bursts");
    }
    if (hasCounts) {
      list.add("left out: what the processor counted during bursts");
    }
    if (hasElapsed) {
      list.add("time that does not depend on the CPU was written as computation");
    }
    if (tailPs > 0) {
      list.add(
          String.format(
              Locale.ROOT,
              "left out: computation after the last call of a rank, %.6g s over all ranks",
              tailPs / SECOND));
    }
    return list;
  }
}
