package org.foretell.page;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.foretell.time.Power;
import org.foretell.workload.report.JobRecord;
import org.foretell.workload.report.LongTime;
import org.foretell.workload.report.MixResult;
import org.foretell.workload.report.MixSummary;
import org.foretell.workload.report.NodeRuns;

/**
 * A queue of jobs as one self-contained HTML file: which job ran on which nodes, how many nodes
 * were in use, how many jobs waited. It loads nothing and has no scripts.
 */
public final class MixPage {
  private static final int WIDTH = 1000;
  private static final int LEAST_HEIGHT = 160;
  private static final int MOST_HEIGHT = 640;
  private static final int NODE_HEIGHT = 14;
  private static final int CURVE_HEIGHT = 120;
  private static final int MOST_BARS = 20_000;
  private static final int MOST_POINTS = 4_000;
  private static final int MOST_ROWS = 200;
  private static final double NS = 1e9;

  /** Colours of jobs, by the name of what they run. */
  private static final int COLOURS = 8;

  private MixPage() {}

  /** A job on nodes that follow each other, in units of the picture. */
  public record Bar(double x, double y, double width, double height, int colour, String title) {}

  /**
   * Writes the page. The same result gives the same bytes.
   *
   * @param result of a queue
   * @param out stays open
   * @throws IOException if it cannot be written
   */
  public static void write(MixResult result, Writer out) throws IOException {
    MixSummary summary = result.summary();
    long firstNs = result.records().stream().mapToLong(one -> one.job().submitNs()).min().orElse(0);
    long lastNs = result.records().stream().mapToLong(JobRecord::endNs).max().orElse(1);
    double spanNs = (double) Math.max(1, lastNs - firstNs);
    int height = Math.max(LEAST_HEIGHT, Math.min(MOST_HEIGHT, result.nodes() * NODE_HEIGHT));
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("title", PageWords.foreign(result.file()));
    model.put("machine", PageWords.foreign(result.machine().machine().name()));
    model.put("nodes", result.nodes());
    model.put("jobs", summary.jobs());
    model.put("span", LongTime.text(summary.makespanSeconds()));
    model.put("used", String.format(Locale.ROOT, "%.1f", 100 * summary.utilisation()));
    model.put("figures", figures(result));
    model.put("settings", result.settings());
    model.put("notes", result.notes());
    model.put("width", WIDTH);
    model.put("height", height);
    model.put("curveHeight", CURVE_HEIGHT);
    model.put("bars", bars(result, firstNs, spanNs, height));
    model.put("legend", legend(result));
    model.put("cut", Math.max(0, result.records().size() - MOST_BARS));
    model.put("ticks", TimeTick.of(spanNs / NS, WIDTH));
    model.put("use", curve(result, firstNs, spanNs, true));
    model.put("waiting", curve(result, firstNs, spanNs, false));
    model.put("mostUsed", mostUsed(result, true));
    model.put("mostWaiting", mostUsed(result, false));
    result.energy().ifPresent(energy -> StepArea.power(energy.watts(), WIDTH, CURVE_HEIGHT, model));
    model.put("rows", rows(result));
    model.put("left", Math.max(0, result.records().size() - MOST_ROWS));
    PageTemplate.plain("mix.ftlh", model, List.of("page.css", "schedule.css"), out);
  }

  private static Map<String, String> figures(MixResult result) {
    MixSummary summary = result.summary();
    Map<String, String> figures = new LinkedHashMap<>();
    figures.put("mean wait", LongTime.text(summary.waitSeconds().mean()));
    figures.put("95% wait at most", LongTime.text(summary.waitSeconds().p95()));
    figures.put(
        "bounded slow-down",
        String.format(Locale.ROOT, "%.2f on average", summary.boundedSlowDown().mean()));
    figures.put("throughput", String.format(Locale.ROOT, "%,.1f jobs a day", summary.jobsPerDay()));
    result
        .energy()
        .ifPresent(
            energy -> {
              figures.put("energy", Power.formatWattHours(energy.total().value()));
              figures.put("mean power", Power.format(energy.meanWatts()));
              figures.put("energy a job", Power.formatWattHours(energy.joulesPerJob()));
            });
    if (summary.killed() > 0) {
      figures.put("ended early", Integer.toString(summary.killed()));
    }
    result
        .recordedWaitSeconds()
        .ifPresent(seconds -> figures.put("mean wait in the log", LongTime.text(seconds)));
    return figures;
  }

  private static List<Bar> bars(MixResult result, long firstNs, double spanNs, int height) {
    Map<String, Integer> colours = colours(result);
    double perNode = (double) height / result.nodes();
    List<Bar> bars = new ArrayList<>();
    result.records().stream()
        .limit(MOST_BARS)
        .forEach(
            one -> {
              double x = (one.startNs() - firstNs) / spanNs * WIDTH;
              double width = Math.max(0.4, one.runNs() / spanNs * WIDTH);
              for (NodeRuns.Run run : NodeRuns.of(one.nodes())) {
                bars.add(
                    new Bar(
                        x,
                        run.first() * perNode,
                        width,
                        (run.last() - run.first() + 1) * perNode,
                        colours.getOrDefault(one.job().name(), 0),
                        title(one)));
              }
            });
    return bars;
  }

  /** A colour for each name of jobs; where there are many names, several have the same. */
  private static Map<String, Integer> colours(MixResult result) {
    Map<String, Integer> colours = new TreeMap<>();
    result.records().forEach(one -> colours.put(one.job().name(), 0));
    int next = 0;
    for (Map.Entry<String, Integer> entry : colours.entrySet()) {
      entry.setValue(next++ % COLOURS);
    }
    return colours;
  }

  /** What the colours mean, if each has one meaning. */
  private static List<String> legend(MixResult result) {
    Map<String, Integer> colours = colours(result);
    return colours.size() > COLOURS
        ? List.of()
        : colours.keySet().stream().map(PageWords::foreign).toList();
  }

  private static String title(JobRecord one) {
    return "%d %s: waits %s, runs %s on %d nodes%s"
        .formatted(
            one.job().number(),
            PageWords.foreign(one.job().name()),
            LongTime.text(one.waitNs() / NS),
            LongTime.text(one.runNs() / NS),
            one.nodes().size(),
            one.killed() ? ", ended early" : "");
  }

  /** By time how much it changes: nodes in use, or jobs that wait. */
  private static Map<Long, Integer> changes(MixResult result, boolean isUse) {
    Map<Long, Integer> changes = new TreeMap<>();
    for (JobRecord one : result.records()) {
      int amount = isUse ? one.nodes().size() : 1;
      changes.merge(isUse ? one.startNs() : one.job().submitNs(), amount, Integer::sum);
      changes.merge(isUse ? one.endNs() : one.startNs(), -amount, Integer::sum);
    }
    return changes;
  }

  private static int mostUsed(MixResult result, boolean isUse) {
    int now = 0;
    int most = 0;
    for (int change : changes(result, isUse).values()) {
      now += change;
      most = Math.max(most, now);
    }
    return most;
  }

  /** The steps of a curve as points of a polygon, thinned out to the highest of each place. */
  private static String curve(MixResult result, long firstNs, double spanNs, boolean isUse) {
    double most = Math.max(1, isUse ? result.nodes() : mostUsed(result, false));
    StringBuilder points = new StringBuilder("0," + CURVE_HEIGHT);
    int now = 0;
    double lastX = 0;
    int highest = 0;
    for (Map.Entry<Long, Integer> change : changes(result, isUse).entrySet()) {
      double x = (change.getKey() - firstNs) / spanNs * WIDTH;
      if (x - lastX >= (double) WIDTH / MOST_POINTS) {
        point(points, lastX, highest, most);
        point(points, lastX, now, most);
        point(points, x, now, most);
        lastX = x;
        highest = now;
      }
      now += change.getValue();
      highest = Math.max(highest, now);
    }
    point(points, lastX, highest, most);
    point(points, WIDTH, 0, most);
    return points.toString();
  }

  private static void point(StringBuilder points, double x, int amount, double most) {
    points.append(String.format(Locale.ROOT, " %.2f,%.2f", x, CURVE_HEIGHT * (1 - amount / most)));
  }

  private static List<Map<String, Object>> rows(MixResult result) {
    List<Map<String, Object>> rows = new ArrayList<>();
    result.records().stream()
        .sorted((a, b) -> Long.compare(b.waitNs(), a.waitNs()))
        .limit(MOST_ROWS)
        .forEach(
            one -> {
              Map<String, Object> row = new LinkedHashMap<>();
              row.put("number", one.job().number());
              row.put("name", PageWords.foreign(one.job().name()));
              row.put("nodes", one.nodes().size());
              row.put("submit", LongTime.text(one.job().submitNs() / NS));
              row.put("wait", LongTime.text(one.waitNs() / NS));
              row.put("run", LongTime.text(one.runNs() / NS));
              row.put("killed", one.killed());
              rows.add(row);
            });
    return rows;
  }
}
