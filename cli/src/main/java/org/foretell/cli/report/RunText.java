package org.foretell.cli.report;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.foretell.cli.text.DeadlockText;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.TextTable;
import org.foretell.cli.text.Words;
import org.foretell.cli.text.Wrapped;
import org.foretell.machine.Machine;
import org.foretell.observe.EfficiencySummary;
import org.foretell.observe.EventSummary;
import org.foretell.observe.PhaseSummary;
import org.foretell.observe.QueueWaitSummary;
import org.foretell.observe.RankSummary;
import org.foretell.observe.UpdateWaitSummary;
import org.foretell.report.RunResult;
import org.foretell.report.TraceSummary;
import org.foretell.result.Prediction;
import org.foretell.result.Problem;
import org.foretell.time.Quantity;
import org.foretell.trace.Capability;
import org.foretell.trace.OpCode;
import org.foretell.trace.TraceTables;
import org.jspecify.annotations.Nullable;

/** What {@code sim run} prints for people: the predicted time first, then what it rests on. */
public final class RunText {
  private static final int PHASES_SHOWN = 12;
  private static final int WIDTH = 110;

  private static final String FORMULA = "formula";
  private static final int MOST_SITES = 5;
  private static final int INDENT = 13;

  private static final Set<OpCode.Family> WITHOUT_COLLECTIVES =
      EnumSet.of(
          OpCode.Family.COMPUTE,
          OpCode.Family.MARKER,
          OpCode.Family.LOCAL,
          OpCode.Family.POINT_TO_POINT,
          OpCode.Family.PERSISTENT,
          OpCode.Family.COMPLETION);

  private final RunResult result;
  private final PrintWriter out;
  private final Style style;
  private final boolean verbose;

  /**
   * What a run has to tell.
   *
   * @param verbose whether what the interval and doubts about the machine rest on is printed too
   */
  public RunText(RunResult result, PrintWriter out, Style style, boolean verbose) {
    this.result = result;
    this.out = out;
    this.style = style;
    this.verbose = verbose;
  }

  public void print() {
    headline();
    IntervalText interval = new IntervalText(result, out, style);
    interval.line();
    result.replications().ifPresent(r -> new ReplicationText(r).print(out, style));
    out.println();
    setting();
    if (result.completed()) {
      out.println();
      whereTheTimeGoes();
      events();
      phases();
    }
    if (verbose) {
      interval.details();
    }
    problems();
    warnings();
  }

  private void headline() {
    Prediction prediction = result.prediction();
    long makespanPs = prediction.makespanPs();
    switch (prediction.outcome()) {
      case COMPLETED ->
          out.println(
              style.strong(
                  result
                      .replications()
                      .map(ReplicationText::headline)
                      .orElseGet(() -> "Predicted time: " + Quantity.formatTime(makespanPs))));
      case DEADLOCKED -> {
        out.println(
            style.error("Deadlock")
                + ": the program stops after "
                + Quantity.formatTime(makespanPs)
                + " and never ends.");
        prediction.deadlock().ifPresent(deadlock -> new DeadlockText(deadlock).print(out));
      }
      case INVALID_TRACE ->
          out.println(
              style.error("No prediction")
                  + ": the trace contradicts itself after "
                  + Quantity.formatTime(makespanPs)
                  + ".");
    }
  }

  private void setting() {
    TraceSummary trace = result.trace();
    var info = trace.info();
    String program = info.name().isEmpty() ? "" : " (" + info.name() + ")";
    entry(
        "trace",
        "%s%s, %s, %s, sha256 %s",
        trace.name(),
        program,
        Words.counted(info.ranks(), "rank"),
        operations(),
        brief(trace.sha256()));
    result
        .machine()
        .ifPresentOrElse(
            choice -> {
              Machine machine = choice.machine();
              entry(
                  "machine",
                  "%s: %s, sha256 %s",
                  machine.name(),
                  machine.title(),
                  brief(choice.sha256()));
              SetValuesText.lines(choice.set()).forEach(line -> entry("set", "%s", line));
            },
            () -> entry("machine", "none given"));
    String placed = result.placement().description();
    String nodes = Words.counted(result.placement().nodesUsed(), "node");
    entry("placement", "%s", placed.contains(nodes) ? placed : placed + ", " + nodes);
    Map<String, String> parameters = new LinkedHashMap<>(result.parameters());
    if (isWithoutCollectives() || !isByFormula()) {
      parameters.entrySet().removeIf(p -> p.getKey().startsWith("collective") && !isGiven(p));
    }
    entry("model", "%s: %s", result.model(), wrapped(parameters));
    result.modelReason().ifPresent(reason -> entry("chosen", "because %s", reason));
    if (!isWithoutCollectives()
        || result.collectives().entrySet().stream().anyMatch(RunText::isGiven)) {
      entry("algorithms", "%s", collectives());
    }
    entry("compute", "%s", wrapped(shortened(result.compute())));
    if (!result.noise().isEmpty()) {
      entry("noise", "%s", pairs(result.noise()));
    }
    UpdateWaitSummary waits = result.statistics().updateWaits();
    if (waits.all() > 0) {
      entry(
          "waits",
          "%,d matched by counting updates, %,d by the rank recorded, %,d needed no update",
          waits.byAnyRank(),
          waits.byRecordedRank(),
          waits.withoutUpdate());
    }
    entry("seed", "%d, sim %s", result.seed(), result.version());
  }

  /** How many ops were started, and of a schedule that stops early how many there are. */
  private String operations() {
    long executed = result.prediction().operations();
    if (result.completed()) {
      return String.format(Locale.US, "%,d ops", executed);
    }
    return isSchedule()
        ? String.format(
            Locale.US,
            "%,d of %,d ops started",
            executed,
            result.trace().scheduledOps().orElseThrow())
        : String.format(Locale.US, "%,d ops started", executed);
  }

  private boolean isSchedule() {
    return result.trace().capabilities().contains(Capability.TASK_GRAPHS);
  }

  /** Whether no collective occurs for certain, so that what is said of them is of no interest. */
  private boolean isWithoutCollectives() {
    return isSchedule()
        || (result.completed()
            && result.statistics().events().stream()
                .allMatch(event -> WITHOUT_COLLECTIVES.contains(event.code().family())));
  }

  /**
   * Whether the model's formulas, rather than a library's algorithms, say what collectives take.
   */
  private boolean isByFormula() {
    return result.collectives().getOrDefault("profile", FORMULA).startsWith(FORMULA);
  }

  /** Whether the user gave a value; of others stands in parentheses where they come from. */
  private static boolean isGiven(Map.Entry<String, String> entry) {
    return !entry.getValue().endsWith(")");
  }

  private String collectives() {
    Map<String, String> others = new LinkedHashMap<>(result.collectives());
    String profile = others.remove("profile");
    return "collectives by " + profile + (others.isEmpty() ? "" : ", " + pairs(others));
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
    TextTable table = new TextTable(1, "time per rank", "mean", "share", "lowest", "highest");
    part(table, "compute", true, ranks.stream().mapToLong(RankSummary::computePs).toArray());
    part(
        table,
        "communication",
        true,
        ranks.stream().mapToLong(RankSummary::communicationPs).toArray());
    part(
        table, "waiting for others", true, ranks.stream().mapToLong(RankSummary::waitPs).toArray());
    part(table, "idle at the end", true, ranks.stream().mapToLong(RankSummary::idlePs).toArray());
    long[] links = waits(ranks, QueueWaitSummary::linkWaitPs);
    long[] buses = waits(ranks, QueueWaitSummary::busWaitPs);
    if (LongStream.concat(Arrays.stream(links), Arrays.stream(buses)).anyMatch(ps -> ps > 0)) {
      part(table, "its messages: for links", false, links);
      part(table, "its messages: for buses", false, buses);
    }
    table.print(out, style);
  }

  private long[] waits(List<RankSummary> ranks, ToLongFunction<QueueWaitSummary> wait) {
    return ranks.stream()
        .mapToLong(rank -> wait.applyAsLong(result.statistics().queueWaits(rank.rank())))
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
        new TextTable(
            1, "event", "count", "time/rank", "of it wait", "mean", "longest", "mean size");
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

  private void problems() {
    List<Problem> problems = result.prediction().problems();
    if (problems.isEmpty()) {
      return;
    }
    out.println();
    for (Problem problem : problems) {
      out.println(style.warning("problem: ") + problem.message());
    }
    for (Problem.Kind kind : Problem.Kind.values()) {
      long count = result.prediction().problems(kind);
      if (kind == Problem.Kind.PASSED_OPERATION && count > 0) {
        // Each line above is of all ops of a kind.
        out.printf(Locale.US, "Together, %,d ops took no time.%n", count);
      } else if (count > Prediction.MAX_PROBLEMS) {
        out.printf(
            Locale.US,
            "Of %,d problems of the kind \"%s\", %d are listed.%n",
            count,
            kind.name().toLowerCase(Locale.ROOT).replace('_', ' '),
            Prediction.MAX_PROBLEMS);
      }
    }
  }

  private void warnings() {
    if (result.warnings().isEmpty()) {
      return;
    }
    out.println();
    result.warnings().forEach(warning -> WarningText.print(warning, out, style));
  }

  private void entry(String name, String format, Object... values) {
    out.printf("  %-10s ", name);
    String text = String.format(Locale.US, format, values);
    out.println(text.contains(System.lineSeparator()) ? text : Wrapped.text(text, INDENT));
  }

  /** Joins pairs with commas, breaking lines before they are too long, each under the first. */
  private static String wrapped(Map<String, String> values) {
    StringBuilder text = new StringBuilder();
    int column = INDENT;
    for (Map.Entry<String, String> entry : values.entrySet()) {
      String pair = entry.getKey() + "=" + entry.getValue();
      if (!text.isEmpty() && column + pair.length() > TextTable.widthUpTo(WIDTH)) {
        text.append(',').append(System.lineSeparator()).append(" ".repeat(INDENT));
        column = INDENT;
      } else if (!text.isEmpty()) {
        text.append(", ");
      }
      text.append(pair);
      column += pair.length() + 2;
    }
    return text.toString();
  }

  /** Call sites beyond some are in the JSON only. */
  private static Map<String, String> shortened(Map<String, String> compute) {
    Map<String, String> shown = new LinkedHashMap<>();
    int sites = 0;
    for (Map.Entry<String, String> entry : compute.entrySet()) {
      if (!entry.getKey().startsWith("bursts of ") || sites++ < MOST_SITES) {
        shown.put(entry.getKey(), entry.getValue());
      }
    }
    if (sites > MOST_SITES) {
      shown.put("bursts of " + (sites - MOST_SITES) + " more call sites", "in --json");
    }
    return shown;
  }

  private static String pairs(Map<String, String> values) {
    return values.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(", "));
  }

  private static String brief(@Nullable String sha256) {
    return sha256 == null ? "unknown" : sha256.substring(0, Math.min(12, sha256.length()));
  }

  static String percent(double share) {
    return String.format(Locale.US, "%.1f%%", 100 * share);
  }
}
