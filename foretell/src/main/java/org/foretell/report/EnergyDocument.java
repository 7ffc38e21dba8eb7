package org.foretell.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The JSON that {@code sim energy --json} writes, documented in {@code docs/output.md}.
 *
 * @param formatVersion rises when a change would break a reader
 * @param run the prediction with its energy, as {@code sim run --json} writes it
 * @param power the power over time; null if the program did not finish
 * @param clockBoundShare the share of bursts that slower clocks slow down
 * @param clocks runs with all cores at one clock, the nominal one first
 * @param slack the run with slower clocks for ranks that wait; null if it was not made
 * @param cap the fastest run under a limit of the power; null if there was none
 */
@JsonInclude(Include.ALWAYS)
record EnergyDocument(
    int formatVersion,
    RunDocument run,
    @Nullable PowerEntry power,
    double clockBoundShare,
    List<ClockEntry> clocks,
    @Nullable SlackEntry slack,
    @Nullable CapEntry cap) {
  static final int FORMAT_VERSION = 1;

  /**
   * A run with all cores at one clock.
   *
   * @param clock relative to the nominal one
   * @param completed whether the program ends
   * @param seconds how long it takes
   * @param joules of its nodes
   * @param meanWatts mean power
   * @param peakWatts greatest mean power of a span
   * @param edpJouleSeconds energy-delay product
   */
  record ClockEntry(
      double clock,
      boolean completed,
      double seconds,
      double joules,
      double meanWatts,
      double peakWatts,
      double edpJouleSeconds) {
    static ClockEntry of(EnergyResult.AtClock run) {
      RunEnergy energy = run.energy();
      return new ClockEntry(
          run.clock(),
          run.isCompleted(),
          energy.seconds(),
          energy.total().value(),
          energy.meanWatts(),
          run.peakWatts(),
          energy.edpJouleSeconds());
    }
  }

  /**
   * The run with slower clocks for ranks that wait.
   *
   * @param tolerance by how much longer it may take, as a share
   * @param share of the way to equal times in bursts
   * @param slowedRanks how many have a slower clock
   * @param meanClock of all ranks
   * @param leastClock of all ranks
   * @param seconds how long it takes
   * @param joules of its nodes
   * @param edpJouleSeconds energy-delay product
   */
  record SlackEntry(
      double tolerance,
      double share,
      int slowedRanks,
      double meanClock,
      double leastClock,
      double seconds,
      double joules,
      double edpJouleSeconds) {
    static SlackEntry of(EnergyResult.Slack slack) {
      RunEnergy energy = slack.energy();
      return new SlackEntry(
          slack.tolerance(),
          slack.share(),
          slack.slowedRanks(),
          slack.meanClock(),
          slack.leastClock(),
          energy.seconds(),
          energy.total().value(),
          energy.edpJouleSeconds());
    }
  }

  /**
   * The fastest run under a limit of the power.
   *
   * @param limitWatts the limit
   * @param leastWatts peak power at the slowest clock
   * @param fastest the run; null if even the slowest clock exceeds the limit
   */
  record CapEntry(double limitWatts, double leastWatts, @Nullable ClockEntry fastest) {
    static CapEntry of(EnergyResult.Cap cap) {
      return new CapEntry(
          cap.limitWatts(), cap.leastWatts(), cap.fastest().map(ClockEntry::of).orElse(null));
    }
  }

  static EnergyDocument of(EnergyResult result) {
    return new EnergyDocument(
        FORMAT_VERSION,
        result.run().document(),
        result.profile().map(PowerEntry::of).orElse(null),
        result.boundShare(),
        result.clocks().stream().map(ClockEntry::of).toList(),
        result.slack().map(SlackEntry::of).orElse(null),
        result.cap().map(CapEntry::of).orElse(null));
  }
}
