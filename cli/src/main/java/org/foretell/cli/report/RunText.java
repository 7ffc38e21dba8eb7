package org.foretell.cli.report;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.TextTable;
import org.foretell.cli.text.Words;
import org.foretell.observe.EfficiencySummary;
import org.foretell.observe.EventSummary;
import org.foretell.observe.PhaseSummary;
import org.foretell.observe.QueueWaitSummary;
import org.foretell.observe.RankSummary;
import org.foretell.report.RunResult;
import org.foretell.time.Quantity;
import org.foretell.trace.OpCode;
import org.foretell.trace.TraceTables;

/** What {@code sim run} prints for people: the predicted time first, then what it rests on. */
public final class RunText {
  private static final int PHASES_SHOWN = 12;
  private final RunResult result;
  private final PrintWriter out;
  private final Style style;
  private final boolean verbose;

  /**
   * The report of a run.
   *
   * @param verbose whether to print the basis of the interval and of doubts about the machine too
   */
  public RunText(RunResult result, PrintWriter out, Style style, boolean verbose) {
    this.result = result;
    this.out = out;
    this.style = style;
    this.verbose = verbose;
  }

  public void print() {
    RunHeading heading = new RunHeading(result, out, style);
    heading.headline();
    IntervalText interval = new IntervalText(result, out, style);
    interval.line();
    result.replications().ifPresent(r -> new ReplicationText(r).print(out, style));
    result.energy().ifPresent(energy -> out.println(EnergyLine.of(energy)));
    out.println();
    heading.setting();
    if (result.completed()) {
      out.println();
      whereTheTimeGoes();
      events();
      phases();
    }
    if (verbose) {
      interval.details();
    }
    new RunDoubts(result, out, style).print();
  }

  private void whereTheTimeGoes() {
    EfficiencySummary efficiency = result.statistics().efficiency();
    out.printf(
        Locale.US,
        "Parallel efficiency %s = load balance %s x communication efficiency %s%n%n",
        percent(efficiency.parallelEfficiency()),
        percent(efficiency.loadBalance()),
        percent(efficiency.communicationEfficiency()));
    List<RankSummary> ranks = result.statistics().ranks();
    long[] compute = new long[ranks.size()];
    long[] communication = new long[ranks.size()];
    long[] waiting = new long[ranks.size()];
    long[] idle = new long[ranks.size()];
    for (RankSummary rank : ranks) {
      compute[rank.rank()] = rank.computePs();
      communication[rank.rank()] = rank.communicationPs();
      waiting[rank.rank()] = rank.waitPs();
      idle[rank.rank()] = rank.idlePs();
    }
    TextTable table = new TextTable(1, "time per rank", "mean", "share", "lowest", "highest");
    part(table, "compute", true, compute);
    part(table, "communication", true, communication);
    part(table, "waiting for others", true, waiting);
    part(table, "idle at the end", true, idle);
    long[] links = waits(QueueWaitSummary::linkWaitPs);
    long[] buses = waits(QueueWaitSummary::busWaitPs);
    if (LongStream.concat(Arrays.stream(links), Arrays.stream(buses)).anyMatch(ps -> ps > 0)) {
      part(table, "messages waiting for links", false, links);
      part(table, "messages waiting for buses", false, buses);
    }
    table.print(out, style);
  }

  private long[] waits(ToLongFunction<QueueWaitSummary> wait) {
    return IntStream.range(0, result.placement().ranks())
        .mapToLong(rank -> wait.applyAsLong(result.statistics().queueWaits(rank)))
        .toArray();
  }

  /**
   * A line of what ranks do, or did meanwhile.
   *
   * @param isShare whether it is a part of the run; messages that wait at the same time are not
   */
  private void part(TextTable table, String name, boolean isShare, long[] byRankPs) {
    int lowest = 0;
    int highest = 0;
    double sumPs = 0;
    for (int rank = 0; rank < byRankPs.length; rank++) {
      sumPs += byRankPs[rank];
      lowest = byRankPs[rank] < byRankPs[lowest] ? rank : lowest;
      highest = byRankPs[rank] > byRankPs[highest] ? rank : highest;
    }
    double meanPs = sumPs / byRankPs.length;
    long makespanPs = result.prediction().makespanPs();
    table.row(
        name,
        Quantity.formatTime(Math.round(meanPs)),
        isShare ? percent(makespanPs == 0 ? 0 : meanPs / makespanPs) : "",
        Quantity.formatTime(byRankPs[lowest]) + " (" + lowest + ")",
        Quantity.formatTime(byRankPs[highest]) + " (" + highest + ")");
  }

  private void events() {
    int ranks = result.placement().ranks();
    List<EventSummary> events = new ArrayList<>(result.statistics().events());
    events.sort(Comparator.comparing(EventSummary::timePs).reversed());
    TextTable table =
        new TextTable(1, "event", "count", "time/rank", "waiting", "mean", "longest", "mean size");
    for (EventSummary event : events) {
      if (event.code().family() == OpCode.Family.LOCAL) {
        continue;
      }
      table.row(
          Words.word(event.code()),
          String.format(Locale.US, "%,d", event.count()),
          Quantity.formatTime(Math.round(event.timePs().mean(ranks))),
          Quantity.formatTime(Math.round(event.waitPs().mean(ranks))),
          Quantity.formatTime(Math.round(event.meanTimePs())),
          Quantity.formatTime(event.maxTimePs()),
          event.bytes().toDouble() == 0 ? "" : Quantity.formatBytes(event.meanBytes()));
    }
    if (!table.isEmpty()) {
      out.println();
      table.print(out, style);
    }
  }

  private void phases() {
    List<PhaseSummary> phases = result.statistics().phases();
    if (phases.isEmpty()) {
      return;
    }
    int ranks = result.placement().ranks();
    TraceTables tables = result.trace().tables();
    TextTable table = new TextTable(1, "phase", "times", "time/rank", "compute", "wait", "balance");
    phases.stream()
        .sorted(Comparator.comparing((PhaseSummary p) -> p.inclusive().timePs()).reversed())
        .limit(PHASES_SHOWN)
        .forEach(
            phase ->
                table.row(
                    tables.phase(phase.marker()),
                    String.format(Locale.US, "%,d", phase.count()),
                    Quantity.formatTime(Math.round(phase.inclusive().timePs().mean(ranks))),
                    Quantity.formatTime(Math.round(phase.inclusive().computePs().mean(ranks))),
                    Quantity.formatTime(Math.round(phase.inclusive().waitPs().mean(ranks))),
                    percent(phase.loadBalance())));
    out.println();
    table.print(out, style);
  }

  static String percent(double share) {
    return String.format(Locale.US, "%.1f%%", 100 * share);
  }
}
