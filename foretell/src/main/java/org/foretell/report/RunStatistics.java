package org.foretell.report;

import java.util.List;
import org.foretell.observe.CallSiteSummary;
import org.foretell.observe.EfficiencySummary;
import org.foretell.observe.EventSummary;
import org.foretell.observe.MatrixEntry;
import org.foretell.observe.MessageVolume;
import org.foretell.observe.PhaseSummary;
import org.foretell.observe.QueueWaitSummary;
import org.foretell.observe.RankSummary;
import org.foretell.observe.ResourceSummary;
import org.foretell.observe.Statistics;
import org.foretell.observe.UpdateWaitSummary;

/** How the time of a replay is spent. An unmodifiable view. */
public final class RunStatistics {
  private final Statistics statistics;

  /**
   * Creates a view of complete statistics.
   *
   * @param statistics of a replay that has ended
   */
  public RunStatistics(Statistics statistics) {
    this.statistics = statistics;
  }

  /** {@return the predicted run time, picoseconds} */
  public long makespanPs() {
    return statistics.makespanPs();
  }

  /** {@return all ops, by kind} */
  public List<EventSummary> events() {
    return statistics.events();
  }

  /** {@return the activity of each rank; a view, which computes a summary at each {@code get}} */
  public List<RankSummary> ranks() {
    return statistics.ranks();
  }

  /**
   * {@return how long messages of a rank waited for links and buses}
   *
   * @param rank world rank
   */
  public QueueWaitSummary queueWaits(int rank) {
    return statistics.queueWaits(rank);
  }

  /** {@return ops by call site and kind} */
  public List<CallSiteSummary> callSites() {
    return statistics.callSites();
  }

  /** {@return the time of each phase} */
  public List<PhaseSummary> phases() {
    return statistics.phases();
  }

  /** {@return the use of CPUs and interfaces by messages} */
  public List<ResourceSummary> resources() {
    return statistics.resources();
  }

  /** {@return messages between each pair of ranks; empty unless requested} */
  public List<MatrixEntry> matrix() {
    return statistics.matrix();
  }

  /** {@return messages sent by collectives} */
  public MessageVolume collectiveMessages() {
    return statistics.collectiveMessages();
  }

  /** {@return how waits and tests of OpenSHMEM were matched} */
  public UpdateWaitSummary updateWaits() {
    return statistics.updateWaits();
  }

  /** {@return the useful share of the time} */
  public EfficiencySummary efficiency() {
    return statistics.efficiency();
  }
}
