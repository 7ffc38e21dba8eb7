package org.foretell.extrapolation;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.foretell.trace.Extrapolated;
import org.jspecify.annotations.Nullable;

/**
 * The largest trace, predicted from the smaller ones and compared with itself.
 *
 * @param ranks of the largest trace
 * @param possible whether there was a prediction
 * @param reason why there was none, else empty
 * @param openLaws how many laws the smaller traces left open; the simplest was taken
 * @param comparedCalls of all ranks
 * @param ranksThatDiffer how many ranks have calls that are not the same
 * @param differences the first ones, for people
 * @param machine for which times were predicted
 * @param predictedSeconds of the extrapolated trace, null without a time
 * @param tracedSeconds of the largest trace itself on the same machine
 */
public record HoldOut(
    int ranks,
    boolean possible,
    String reason,
    int openLaws,
    long comparedCalls,
    int ranksThatDiffer,
    List<String> differences,
    String machine,
    @Nullable Double predictedSeconds,
    @Nullable Double tracedSeconds) {
  /** Copies the list. */
  public HoldOut {
    differences = List.copyOf(differences);
  }

  static HoldOut impossible(int ranks, String reason, String machine) {
    return new HoldOut(ranks, false, reason, 0, 0, 0, List.of(), machine, null, null);
  }

  /**
   * Whether the smaller traces predict other calls than the largest has. If they leave laws open,
   * other calls are no evidence: which law is right, only the largest trace shows.
   */
  boolean missesCalls() {
    return possible && ranksThatDiffer > 0 && openLaws == 0;
  }

  /** Whether the smaller traces predict the calls of the largest. */
  boolean hasCalls() {
    return possible && ranksThatDiffer == 0;
  }

  /** What is wrong if the hold-out is missed. */
  String missed() {
    return "the smaller traces do not predict the largest: the calls of "
        + ranksThatDiffer
        + " of "
        + ranks
        + " ranks differ"
        + (differences.isEmpty() ? "" : " (" + differences.get(0) + ")");
  }

  /** Why nothing is written if the hold-out is missed. */
  String refusal() {
    return missed()
        + "\nAdd a smaller trace, or accept it with --approximate, which says so in the result";
  }

  /** {@return the relative error of the predicted time, null without one} */
  public @Nullable Double timeError() {
    return predictedSeconds == null || tracedSeconds == null || tracedSeconds == 0
        ? null
        : (Double) (predictedSeconds / tracedSeconds - 1);
  }

  /** What goes with the trace. */
  Extrapolated of(List<Integer> traces, int open) {
    Double error = timeError();
    return new Extrapolated(
        traces,
        possible ? ranks : 0,
        error == null || error <= -1 ? OptionalDouble.empty() : OptionalDouble.of(error),
        ranksThatDiffer > 0,
        open);
  }

  /** {@return a sentence about it} */
  public String summary() {
    if (!possible) {
      return "no hold-out: " + reason;
    }
    String calls =
        ranksThatDiffer == 0
            ? "all calls are the same"
            : "the calls of " + ranksThatDiffer + " of " + ranks + " ranks differ";
    Double error = timeError();
    return "hold-out of "
        + ranks
        + " ranks: "
        + calls
        + (error == null
            ? ""
            : String.format(Locale.US, ", predicted time %+.1f %% on %s", error * 100, machine));
  }
}
