package org.foretell.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.foretell.observe.Total;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * The recorded durations of the traced run, beside those that a model predicts. Immutable.
 *
 * @param calls by kind of op and call site, the largest difference first
 * @param ranks with recorded times, in the order of their numbers
 */
public record RecordedComparison(List<Call> calls, List<Rank> ranks) {
  /** Sorts the calls, and copies the lists. */
  public RecordedComparison {
    List<Call> sorted = new ArrayList<>(calls);
    sorted.sort(
        Comparator.comparingDouble((Call call) -> -Math.abs(call.differenceSeconds()))
            .thenComparing(Call::op)
            .thenComparingInt(Call::callSite));
    calls = List.copyOf(sorted);
    ranks = List.copyOf(ranks);
  }

  /**
   * The calls of one kind at one call site, of all ranks together.
   *
   * @param op their kind
   * @param callSite its number in the trace, {@link OpView#NONE} if unknown
   * @param place its text, empty if unknown
   * @param count how many calls
   * @param recorded picoseconds in the traced run
   * @param simulated picoseconds in the replay
   */
  public record Call(
      OpCode op, int callSite, String place, long count, Total recorded, Total simulated) {
    /** {@return simulated minus recorded time, in seconds} */
    public double differenceSeconds() {
      return simulated.toSeconds() - recorded.toSeconds();
    }

    private Map<String, @Nullable Object> fields() {
      Map<String, @Nullable Object> fields = new LinkedHashMap<>();
      fields.put("type", op.name().toLowerCase(Locale.ROOT));
      fields.put("callSite", callSite == OpView.NONE ? null : place);
      fields.put("count", count);
      fields.put("recordedSeconds", recorded.toSeconds());
      fields.put("simulatedSeconds", simulated.toSeconds());
      fields.put("differenceSeconds", differenceSeconds());
      return fields;
    }
  }

  /**
   * A rank from its first op to its last, without the calls that start and end the library and take
   * no time in a replay.
   *
   * @param rank its number
   * @param recorded picoseconds in the traced run: bursts and calls
   * @param predictedPs picoseconds in the replay
   */
  public record Rank(int rank, Total recorded, long predictedPs) {
    private Map<String, @Nullable Object> fields() {
      Map<String, @Nullable Object> fields = new LinkedHashMap<>();
      fields.put("rank", rank);
      fields.put("recordedSeconds", recorded.toSeconds());
      fields.put("predictedSeconds", Total.of(predictedPs).toSeconds());
      return fields;
    }
  }

  /** {@return the longest time of any rank in the traced run, in seconds} */
  public double recordedSeconds() {
    return ranks.stream().mapToDouble(rank -> rank.recorded().toSeconds()).max().orElse(0);
  }

  Map<String, @Nullable Object> fields() {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("recordedSeconds", recordedSeconds());
    fields.put("calls", calls.stream().map(Call::fields).toList());
    fields.put("ranks", ranks.stream().map(Rank::fields).toList());
    return fields;
  }
}
