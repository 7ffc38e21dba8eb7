package org.foretell.parsers.scalatrace;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What a trace has that the format cannot say, and that changes no op. */
final class LeftOut {
  private static final double SECOND = 1e12;

  private final Map<String, Integer> fields = new TreeMap<>();
  private double tailPs;
  private boolean hasElapsed;
  private boolean hasWork;

  /** An op that has something which is left out. */
  void field(String what) {
    fields.merge(what, 1, Integer::sum);
  }

  /** Computation that nothing comes after. */
  void tail(double durationPs) {
    tailPs += durationPs;
  }

  /** A burst that says what work it is. */
  void work() {
    hasWork = true;
  }

  void elapsed() {
    hasElapsed = true;
  }

  /** One sentence each. */
  List<String> list() {
    List<String> list = new ArrayList<>();
    fields.forEach((what, count) -> list.add("left out: " + what + " (" + count + " in programs)"));
    if (hasWork) {
      list.add("left out: flops and bytes of bursts");
    }
    if (hasElapsed) {
      list.add("time that passes whatever the CPU was written as computation");
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
