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

/** Where the time of a replay goes. A view that nobody can change. */
public final class RunStatistics {
  private final Statistics statistics;

  /**
   * A view of statistics that are complete.
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

  /** {@return what each rank did} */
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

  /** {@return what phases took} */
  public List<PhaseSummary> phases() {
    return statistics.phases();
  }

  /** {@return how busy CPUs and interfaces were with messages} */
  public List<ResourceSummary> resources() {
    return statistics.resources();
  }

  /** {@return messages between each pair of ranks; empty unless it was asked for} */
  public List<MatrixEntry> matrix() {
    return statistics.matrix();
  }

  /** {@return messages that collectives were executed by} */
  public MessageVolume collectiveMessages() {
    return statistics.collectiveMessages();
  }

  /** {@return how OpenSHMEM's waits and tests were matched} */
  public UpdateWaitSummary updateWaits() {
    return statistics.updateWaits();
  }

  /** {@return what share of the time is useful} */
  public EfficiencySummary efficiency() {
    return statistics.efficiency();
  }
}
