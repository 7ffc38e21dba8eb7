package org.foretell.cli.trace;

import java.io.PrintWriter;
import java.util.Locale;
import org.foretell.report.SameOpsResult;

/** Whether two traces have the same calls, in words. */
final class SameOpsText {
  private final SameOpsResult result;
  private final String first;
  private final String second;
  private final PrintWriter out;

  SameOpsText(SameOpsResult result, String first, String second, PrintWriter out) {
    this.result = result;
    this.first = first;
    this.second = second;
    this.out = out;
  }

  void print() {
    if (result.ranks() != result.otherRanks()) {
      out.printf(
          Locale.ROOT,
          "not the same: %s has %,d ranks, %s has %,d%n",
          first,
          result.ranks(),
          second,
          result.otherRanks());
    }
    if (result.ranksThatDiffer() > 0) {
      out.printf(
          Locale.ROOT,
          "not the same: %,d of %,d ranks make other calls%n",
          result.ranksThatDiffer(),
          Math.min(result.ranks(), result.otherRanks()));
      result.differences().forEach(this::print);
    }
    if (result.same()) {
      out.printf(
          Locale.ROOT,
          "the same: %,d calls of %,d ranks, in the same order, with the same partners, tags and"
              + " sizes%n",
          result.compared(),
          result.ranks());
    }
  }

  private void print(SameOpsResult.Difference difference) {
    out.printf(Locale.ROOT, "  rank %,d: %s%n", difference.rank(), difference.what());
    print(first, difference.position(), difference.op());
    print(second, difference.otherPosition(), difference.otherOp());
  }

  private void print(String trace, long position, String op) {
    if (op.isEmpty()) {
      out.printf("    %s: no further call%n", trace);
    } else {
      out.printf(Locale.ROOT, "    %s, op %,d: %s%n", trace, position, op);
    }
  }
}
