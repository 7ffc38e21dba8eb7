package org.foretell.cli.report;

import java.io.PrintWriter;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.foretell.cli.text.DeadlockText;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.TextTable;
import org.foretell.cli.text.Words;
import org.foretell.cli.text.Wrapped;
import org.foretell.machine.Machine;
import org.foretell.observe.UpdateWaitSummary;
import org.foretell.report.RunResult;
import org.foretell.report.TraceSummary;
import org.foretell.result.Prediction;
import org.foretell.time.Quantity;
import org.foretell.trace.Capability;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/** The predicted time, and what it rests on. */
public final class RunHeading {
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

  /** Of a run. */
  public RunHeading(RunResult result, PrintWriter out, Style style) {
    this.result = result;
    this.out = out;
    this.style = style;
  }

  /** Prints the predicted time, or why there is none. */
  public void headline() {
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
                + (result.trace().info().hasSeveralThreads()
                    ? ": the replay, in which each rank is one thread, stops after "
                    : ": the program stops after ")
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

  /** Prints what was replayed on what, and how. */
  public void setting() {
    TraceSummary trace = result.trace();
    var info = trace.info();
    String program = info.name().isEmpty() ? "" : " (" + info.name() + ")";
    entry(
        "trace",
        "%s%s, %s, %s%s",
        trace.name(),
        program,
        Words.counted(info.ranks(), "rank"),
        operations(),
        trace.sha256().isEmpty() ? "" : ", sha256 " + brief(trace.sha256()));
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
    entry("model", "%s: %s", result.model(), Quantity.shortened(wrapped(parameters)));
    result.modelReason().ifPresent(reason -> entry("chosen", "because %s", reason));
    if (!isWithoutCollectives()
        || result.collectives().entrySet().stream().anyMatch(RunHeading::isGiven)) {
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

  /**
   * Whether there is certainly no collective, so that information about collectives is of no
   * interest.
   */
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
}
