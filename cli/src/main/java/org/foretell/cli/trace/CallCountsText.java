package org.foretell.cli.trace;

import java.io.PrintWriter;
import java.util.Locale;
import org.foretell.report.CallCountsResult;

/** Whether each rank makes just the calls of a table, in words. */
final class CallCountsText {
  private final CallCountsResult result;
  private final PrintWriter out;

  CallCountsText(CallCountsResult result, PrintWriter out) {
    this.result = result;
    this.out = out;
  }

  void print() {
    if (result.same()) {
      out.printf(
          Locale.ROOT,
          "as expected: %,d calls of %,d ranks, each as often as the table says%n",
          result.calls(),
          result.ranks());
      return;
    }
    out.printf(
        Locale.ROOT,
        "not as expected: %,d of %,d ranks make calls more or less often%n",
        result.ranksThatDiffer(),
        result.ranks());
    for (CallCountsResult.Difference each : result.differences()) {
      out.printf(
          Locale.ROOT,
          "  rank %,d, %s: expected %,d, found %,d%n",
          each.rank(),
          each.op(),
          each.expected(),
          each.found());
    }
  }
}
