package org.foretell.study.campaign;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.foretell.study.evaluation.SimulatedFigures;
import org.foretell.time.Ps;
import org.jspecify.annotations.Nullable;

/**
 * The record of a replay: a line of {@code replays.jsonl}.
 *
 * @param key SHA-256 of all that decides it, by content; 64 hexadecimal digits
 * @param program name of the program
 * @param offer name of the offer
 * @param ranksPerNode of the run
 * @param model under which it was replayed
 * @param whatIf name of the other world; null for the one that the study describes
 * @param options of choices, by their names; null if the study has no choices
 * @param factors values of uncertain figures, by name; of a noisy replay also {@code noise}, its
 *     number
 * @param nodes that it takes
 * @param predictedPs run time in picoseconds; null if it failed
 * @param busyShare of the time of all cores of its nodes that they compute; null if it failed
 * @param failure why there is no run time, in a line; null if there is one
 * @param scenario hash of the scenario; null if there was none
 * @param extrapolatedFrom numbers of ranks that the trace was extrapolated from; null if this run
 *     was traced
 * @param slopesPs by name of a figure by how many picoseconds the critical path is longer if the
 *     figure is 1 % greater; null if that was not asked for
 * @param simulated what a mix or a workflow tells beside its time; null of a trace, or if it failed
 */
@JsonPropertyOrder({
  "key",
  "program",
  "offer",
  "ranksPerNode",
  "model",
  "whatIf",
  "options",
  "factors",
  "nodes",
  "predictedPs",
  "busyShare",
  "failure",
  "scenario",
  "extrapolatedFrom",
  "slopesPs",
  "simulated"
})
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Replay(
    String key,
    String program,
    String offer,
    int ranksPerNode,
    String model,
    @Nullable String whatIf,
    @Nullable SortedMap<String, String> options,
    SortedMap<String, Double> factors,
    long nodes,
    @Nullable Long predictedPs,
    @Nullable Double busyShare,
    @Nullable String failure,
    @Nullable String scenario,
    @Nullable List<Integer> extrapolatedFrom,
    @Nullable SortedMap<String, Long> slopesPs,
    @Nullable SimulatedFigures simulated) {
  /** By program, offer and so on, so that results of equal studies are equal files. */
  static final Comparator<Replay> ORDER =
      Comparator.comparing(Replay::program)
          .thenComparing(Replay::offer)
          .thenComparingInt(Replay::ranksPerNode)
          .thenComparing(Replay::model)
          .thenComparing(replay -> replay.whatIf == null ? "" : replay.whatIf)
          .thenComparing(Replay::key);

  /** Copies. */
  public Replay {
    factors = new TreeMap<>(factors);
    extrapolatedFrom = extrapolatedFrom == null ? null : List.copyOf(extrapolatedFrom);
    options = options == null ? null : new TreeMap<>(options);
    slopesPs = slopesPs == null ? null : new TreeMap<>(slopesPs);
  }

  /** {@return by name of a figure by how many seconds a run with 1 % more of it is longer} */
  Map<String, Double> slopes() {
    Map<String, Double> slopes = new TreeMap<>();
    if (slopesPs != null) {
      slopesPs.forEach((name, change) -> slopes.put(name, Ps.toSeconds(change)));
    }
    return slopes;
  }

  /** {@return the run time in seconds; null if it failed} */
  @Nullable Double seconds() {
    return predictedPs == null ? null : Double.valueOf(Ps.toSeconds(predictedPs));
  }
}
