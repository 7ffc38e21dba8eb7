package org.foretell.page;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.foretell.time.Power;
import org.foretell.workflow.report.PathReport;
import org.foretell.workflow.report.StageReport;
import org.foretell.workflow.report.WorkflowEnergy;
import org.foretell.workflow.report.WorkflowFailures;
import org.foretell.workflow.report.WorkflowResult;
import org.foretell.workflow.report.WorkflowTimeline;
import org.foretell.workload.report.LongTime;

/**
 * A workflow as one self-contained HTML file: which worker had which task, busy workers, waiting
 * tasks and power over time, stages and critical path. It loads nothing and has no scripts.
 */
public final class WorkflowPage {
  private static final int WIDTH = 1000;
  private static final int LEAST_HEIGHT = 80;
  private static final int MOST_HEIGHT = 640;
  private static final int WORKER_HEIGHT = 14;
  private static final int CURVE_HEIGHT = 120;
  private static final int COLOURS = 8;

  private final WorkflowResult result;
  private final double seconds;

  private WorkflowPage(WorkflowResult result) {
    this.result = result;
    seconds = Math.max(Double.MIN_NORMAL, result.makespanSeconds());
  }

  /** An attempt on its worker, in units of the picture. */
  public record Bar(
      double x, double y, double width, double height, int colour, boolean lost, String title) {}

  /** A stage over time, above those that were drawn before it. */
  public record Area(int colour, String points) {}

  /**
   * Writes the page. The same result gives the same bytes.
   *
   * @param result of a workflow
   * @param out stays open
   * @throws IOException if it cannot be written
   */
  public static void write(WorkflowResult result, Writer out) throws IOException {
    PageTemplate.plain(
        "workflow.ftlh",
        new WorkflowPage(result).model(),
        List.of("page.css", "schedule.css"),
        out);
  }

  private Map<String, Object> model() {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("title", PageWords.foreign(result.workflow()));
    model.put("machine", PageWords.foreign(result.machine()));
    model.put("workers", result.workers());
    model.put("tasks", String.format(Locale.ROOT, "%,d", result.tasks()));
    model.put("span", LongTime.text(result.makespanSeconds()));
    model.put("used", String.format(Locale.ROOT, "%.1f", 100 * result.busyShare()));
    model.put("figures", figures());
    model.put("warnings", result.warnings());
    int height = Math.max(LEAST_HEIGHT, Math.min(MOST_HEIGHT, result.workers() * WORKER_HEIGHT));
    model.put("width", WIDTH);
    model.put("height", height);
    model.put("curveHeight", CURVE_HEIGHT);
    model.put("ticks", TimeTick.of(result.makespanSeconds(), WIDTH));
    model.put("legend", legend());
    model.put("bars", bars(height));
    model.put(
        "anyLost", result.timeline().attempts().stream().anyMatch(WorkflowTimeline.Attempt::lost));
    model.put("mostAttempts", String.format(Locale.ROOT, "%,d", WorkflowTimeline.MOST_ATTEMPTS));
    model.put("busy", areas(WorkflowTimeline.StageTimes::busyWorkers, result.workers()));
    int mostWaiting = mostWaiting();
    model.put("mostWaiting", mostWaiting);
    model.put(
        "waiting", areas(WorkflowTimeline.StageTimes::waitingTasks, Math.max(1, mostWaiting)));
    List<Double> watts = result.timeline().watts();
    if (watts != null) {
      StepArea.power(watts, WIDTH, CURVE_HEIGHT, model);
    }
    model.put("stages", result.stages().stream().map(WorkflowPage::row).toList());
    model.put("forTasks", result.path().waitsForTasks());
    model.put("forWorkers", result.path().waitsForWorkers());
    model.put("path", path());
    model.put("settings", settings());
    model.put("notes", List.of());
    return model;
  }

  private Map<String, String> figures() {
    Map<String, String> figures = new LinkedHashMap<>();
    figures.put("makespan", LongTime.text(result.makespanSeconds()));
    WorkflowResult.Replicated runs = result.replications();
    if (runs != null) {
      figures.put(
          "mean of %,d runs".formatted(runs.count()),
          "%s (95%% interval %s to %s)"
              .formatted(
                  LongTime.text(runs.meanSeconds()),
                  LongTime.text(Math.max(0, runs.lowSeconds())),
                  LongTime.text(runs.highSeconds())));
    }
    Double recorded = result.recordedSeconds();
    if (recorded != null) {
      figures.put("recorded makespan", LongTime.text(recorded));
    }
    figures.put("longest chain, by mean times", LongTime.text(result.longestChainSeconds()));
    figures.put("all tasks, one after the other", LongTime.text(result.sequentialSeconds()));
    figures.put("node hours", String.format(Locale.ROOT, "%.4g", result.nodeHours()));
    WorkflowEnergy energy = result.energy();
    if (energy != null) {
      figures.put("energy", Power.formatWattHours(energy.joules()));
      figures.put("mean power", Power.format(energy.meanWatts()));
      figures.put("energy of each instance", Power.formatWattHours(energy.joulesPerInstance()));
    }
    WorkflowFailures failures = result.failures();
    if (failures != null) {
      figures.put("failures", String.format(Locale.ROOT, "%,d", failures.failures()));
      figures.put("work that failures lost", LongTime.text(failures.lostSeconds()));
    }
    return figures;
  }

  /** What the colours mean, if each has one meaning. */
  private List<String> legend() {
    return result.stages().size() > COLOURS
        ? List.of()
        : result.stages().stream().map(stage -> PageWords.foreign(stage.stage())).toList();
  }

  private List<Bar> bars(int height) {
    double perWorker = (double) height / result.workers();
    return result.timeline().attempts().stream()
        .map(
            one ->
                new Bar(
                    one.startSeconds() / seconds * WIDTH,
                    one.worker() * perWorker,
                    Math.max(0.4, (one.endSeconds() - one.startSeconds()) / seconds * WIDTH),
                    perWorker,
                    one.stage() % COLOURS,
                    one.lost(),
                    title(one)))
        .toList();
  }

  private static String title(WorkflowTimeline.Attempt one) {
    return "%s: %s from %s%s%s"
        .formatted(
            PageWords.foreign(one.task()),
            LongTime.text(one.endSeconds() - one.startSeconds()),
            LongTime.text(one.startSeconds()),
            one.nodes() > 1 ? ", on " + one.nodes() + " nodes" : "",
            one.lost() ? ", lost to a failure" : "");
  }

  /** What each stage has in a span. */
  private interface Amounts {
    List<Double> of(WorkflowTimeline.StageTimes stage);
  }

  /** The top of the picture: tasks that wait for a message only are no reason for a higher one. */
  private int mostWaiting() {
    List<WorkflowTimeline.StageTimes> stages = result.timeline().stages();
    int spans = stages.isEmpty() ? 0 : stages.get(0).waitingTasks().size();
    double most =
        IntStream.range(0, spans)
            .mapToDouble(
                span -> stages.stream().mapToDouble(stage -> stage.waitingTasks().get(span)).sum())
            .max()
            .orElse(0);
    return (int) Math.ceil(most - 0.01);
  }

  /** Stages on each other; the last one is drawn first, and covers all. */
  private List<Area> areas(Amounts amounts, double most) {
    List<Area> areas = new ArrayList<>();
    double[] below = {};
    List<WorkflowTimeline.StageTimes> stages = result.timeline().stages();
    for (int stage = 0; stage < stages.size(); stage++) {
      double[] sum = amounts.of(stages.get(stage)).stream().mapToDouble(each -> each).toArray();
      for (int span = 0; span < below.length; span++) {
        sum[span] += below[span];
      }
      below = sum;
      areas.add(0, new Area(stage % COLOURS, StepArea.points(sum, most, WIDTH, CURVE_HEIGHT)));
    }
    return areas;
  }

  private static Map<String, Object> row(StageReport stage) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("name", PageWords.foreign(stage.stage()));
    row.put("tasks", String.format(Locale.ROOT, "%,d", stage.tasks()));
    row.put("retried", String.format(Locale.ROOT, "%,d", stage.retried()));
    row.put("mean", LongTime.text(stage.meanSeconds()));
    row.put("most", LongTime.text(stage.mostSeconds()));
    row.put("queue", LongTime.text(stage.meanQueueSeconds()));
    row.put("busy", PartRow.percent(stage.busyShare()));
    row.put("from", LongTime.text(stage.firstStartSeconds()));
    row.put("to", LongTime.text(stage.lastEndSeconds()));
    return row;
  }

  private List<Map<String, Object>> path() {
    PathReport path = result.path();
    List<Map<String, Object>> rows = new ArrayList<>();
    for (PathReport.Part part : path.stages()) {
      rows.add(
          pathRow(
              PageWords.foreign(part.stage()),
              String.format(Locale.ROOT, "%,d", part.tasks()),
              part.seconds()));
    }
    rows.add(pathRow("messages, master", "", path.messageSeconds()));
    if (result.failures() != null) {
      rows.add(pathRow("restarts", "", path.restartSeconds()));
    }
    rows.add(pathRow("end", "", path.endSeconds()));
    return rows;
  }

  private Map<String, Object> pathRow(String name, String tasks, double of) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("name", name);
    row.put("tasks", tasks);
    row.put("time", LongTime.text(of));
    row.put("share", PartRow.percent(of / seconds));
    return row;
  }

  private Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("instances", String.format(Locale.ROOT, "%,d", result.instances()));
    settings.put(
        "workers",
        "%,d, %,d on each of %,d nodes, and a master"
            .formatted(
                result.workers(),
                Math.min(result.workers(), result.workersPerNode()),
                result.nodes()));
    settings.put("model", result.model());
    settings.put("policy", result.policy());
    settings.put(
        "durations",
        result.scaled() ? "scaled to the speed of the cores" : "as stated, the same on any core");
    settings.put("seed", Long.toString(result.seed()));
    settings.put("Foretell", result.version());
    return settings;
  }
}
