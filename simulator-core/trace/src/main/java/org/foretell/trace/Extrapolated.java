package org.foretell.trace;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * How a trace was extrapolated to its number of ranks, and the error that was measured on the way.
 *
 * @param from numbers of ranks of the traces that it was made from, rising, at least two
 * @param heldOutRanks number of ranks of the largest of these traces, which was predicted from the
 *     others; 0 if there was no hold-out
 * @param timeError relative error of the run time of that prediction, above -1; empty if there was
 *     no hold-out, or it gave no run time
 * @param callsDiffer whether calls of that prediction differ from those that were traced
 * @param openLaws number of laws that the traces left open and of which the simplest was taken
 */
public record Extrapolated(
    List<Integer> from,
    int heldOutRanks,
    OptionalDouble timeError,
    boolean callsDiffer,
    int openLaws) {
  private static final double PERCENT = 100;

  /** Checks the numbers and copies the list. */
  public Extrapolated {
    from = List.copyOf(from);
    if (from.size() < 2 || from.get(0) < 1) {
      throw new IllegalArgumentException("expected at least two numbers of ranks, not " + from);
    }
    for (int i = 1; i < from.size(); i++) {
      if (from.get(i) <= from.get(i - 1)) {
        throw new IllegalArgumentException("expected rising numbers of ranks, not " + from);
      }
    }
    if (heldOutRanks != 0 && !from.contains(heldOutRanks)) {
      throw new IllegalArgumentException(
          "expected one of " + from + " ranks to be held out, not " + heldOutRanks);
    }
    if (timeError.isPresent()
        && (heldOutRanks == 0
            || !(timeError.getAsDouble() > -1)
            || Double.isInfinite(timeError.getAsDouble()))) {
      throw new IllegalArgumentException(
          "expected a hold-out error above -1, not " + timeError.getAsDouble());
    }
    if (openLaws < 0) {
      throw new IllegalArgumentException("expected 0 open laws or more, not " + openLaws);
    }
  }

  /**
   * {@return where the trace comes from and the error of the hold-out, as part of a sentence}
   *
   * @param ranks of the trace
   */
  public String text(int ranks) {
    String error =
        timeError.isPresent()
            ? String.format(Locale.US, "hold-out error %+.1f %%", PERCENT * timeError.getAsDouble())
            : heldOutRanks == 0 ? "no hold-out" : "the hold-out gave no run time";
    return String.format(
        Locale.US,
        "extrapolated from %s to %,d ranks; %s",
        from.stream()
            .map(one -> String.format(Locale.US, "%,d", one))
            .collect(Collectors.joining(", ")),
        ranks,
        error);
  }
}
