package org.foretell.report;

import java.io.IOException;
import java.io.Writer;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The energy of a run, and what slower clocks would change: the result of {@code sim energy}.
 * Immutable.
 *
 * @param run the run at the nominal clock
 * @param profile its power over time; empty if it did not finish
 * @param boundShare the share of bursts that slower clocks slow down, 0 to 1
 * @param clocks the run with all cores at one clock, by falling clock, the nominal one first; empty
 *     if the machine does not state what slower clocks do
 * @param slack the run with slower clocks for ranks that wait; empty without clocks
 * @param cap the fastest run under a limit of the power; empty if none was given
 */
public record EnergyResult(
    RunResult run,
    Optional<PowerProfile> profile,
    double boundShare,
    List<AtClock> clocks,
    Optional<Slack> slack,
    Optional<Cap> cap) {
  /** Copies the list. */
  public EnergyResult {
    clocks = List.copyOf(clocks);
  }

  /**
   * A run with all cores at one clock.
   *
   * @param clock relative to the nominal one
   * @param isCompleted whether the program ends; with other clocks, messages from any source may
   *     come in another order
   * @param energy with the time that it takes
   * @param peakWatts greatest mean power of a span
   */
  public record AtClock(double clock, boolean isCompleted, RunEnergy energy, double peakWatts) {}

  /**
   * A run in which ranks that compute less than others have slower clocks.
   *
   * @param tolerance by how much longer the run may take, as a share
   * @param share of the way to equal times in bursts, 0 to 1; 0 if slower clocks save nothing
   * @param slowedRanks how many have a slower clock
   * @param meanClock of all ranks
   * @param leastClock of all ranks
   * @param energy with the time that it takes
   */
  public record Slack(
      double tolerance,
      double share,
      int slowedRanks,
      double meanClock,
      double leastClock,
      RunEnergy energy) {}

  /**
   * The fastest run whose power stays below a limit.
   *
   * @param limitWatts of the nodes in use and their share of the switches
   * @param leastWatts peak power at the slowest clock
   * @param fastest the run; empty if the slowest clock exceeds the limit too
   */
  public record Cap(double limitWatts, double leastWatts, Optional<AtClock> fastest) {}

  /** {@return the clock at which the run takes the least energy; the fastest of several} */
  public Optional<AtClock> leastEnergy() {
    return least(run -> run.energy().total().value());
  }

  /** {@return the clock with the least energy-delay product; the fastest of several} */
  public Optional<AtClock> leastEdp() {
    return least(run -> run.energy().edpJouleSeconds());
  }

  private Optional<AtClock> least(ToDoubleFunction<AtClock> figure) {
    return clocks.stream().filter(AtClock::isCompleted).min(Comparator.comparingDouble(figure));
  }

  /** {@return the JSON that {@code sim energy --json} writes, byte for byte} */
  public String json() {
    return DocumentText.of(EnergyDocument.of(this));
  }

  /**
   * Writes the text of {@link #json}, in pieces.
   *
   * @param out stays open
   * @throws IOException if it cannot be written
   */
  public void writeJson(Writer out) throws IOException {
    DocumentText.write(EnergyDocument.of(this), out);
  }
}
