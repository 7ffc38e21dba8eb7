package org.foretell.page;

import static java.util.Comparator.comparingDouble;

import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.foretell.observe.MatrixEntry;
import org.foretell.report.ClassesEntry;
import org.foretell.report.CriticalPathEntry;
import org.foretell.report.ExplainDocument;
import org.foretell.report.ExplainResult;
import org.foretell.report.LinksEntry;
import org.foretell.report.RunDocument;
import org.foretell.report.RunResult;
import org.foretell.report.SensitivitiesEntry;
import org.jspecify.annotations.Nullable;

/** What the charts of a page show, by the names that its script knows. */
final class PageData {
  /** Ranks that follow each other share a bar, or a row of the matrix, where there are more. */
  private static final int MOST_BARS = 2048;

  private static final int MOST_GROUPS = 128;
  private static final int MOST_ROWS = 25;
  private static final int MOST_RESOURCES = 16;

  private final RunDocument run;
  private final Map<String, Object> data = new LinkedHashMap<>();

  private PageData(RunDocument run) {
    this.run = run;
  }

  static Map<String, Object> of(
      ExplainResult result, ExplainDocument document, PageRecorder recorder) {
    PageData page = new PageData(document.run());
    page.data.put("endSeconds", page.run.reachedSeconds());
    page.data.put("palettes", Palette.ofThemes());
    page.ranks();
    page.callSites();
    page.phases();
    CriticalPathEntry path = document.criticalPath();
    if (path != null) {
      page.path(path);
    }
    ClassesEntry classes = document.classes();
    if (classes != null && !classes.classes().isEmpty()) {
      page.data.put("classes", ClassPart.charted(classes));
    }
    SensitivitiesEntry sensitivities = document.sensitivities();
    if (sensitivities != null) {
      SensitivityPart.addTo(page.data, sensitivities);
    }
    page.activity(recorder.activity());
    page.matrix(result.run().statistics().matrix());
    page.resources();
    page.traffic(result.run(), recorder);
    page.network(result, document.links());
    result.power().ifPresent(power -> page.data.put("power", EnergyPart.charted(power)));
    return page.data;
  }

  private void ranks() {
    int group = (run.ranks().size() + MOST_BARS - 1) / MOST_BARS;
    Map<String, Object> ranks = new LinkedHashMap<>();
    ranks.put("perBar", group);
    ranks.put("count", run.ranks().size());
    List<RunDocument.RankEntry> all = run.ranks();
    List<Double> compute = new ArrayList<>();
    List<Double> communication = new ArrayList<>();
    List<Double> wait = new ArrayList<>();
    List<Double> idle = new ArrayList<>();
    for (int first = 0; first < all.size(); first += group) {
      // Copied, since each look at an entry computes it.
      List<RunDocument.RankEntry> some =
          List.copyOf(all.subList(first, Math.min(all.size(), first + group)));
      compute.add(mean(some, RunDocument.RankEntry::computeSeconds));
      communication.add(mean(some, RunDocument.RankEntry::communicationSeconds));
      wait.add(mean(some, RunDocument.RankEntry::waitSeconds));
      idle.add(mean(some, RunDocument.RankEntry::idleSeconds));
    }
    ranks.put("compute", compute);
    ranks.put("communication", communication);
    ranks.put("wait", wait);
    ranks.put("idle", idle);
    data.put("ranks", ranks);
  }

  private static double mean(
      List<RunDocument.RankEntry> some, ToDoubleFunction<RunDocument.RankEntry> time) {
    return some.stream().mapToDouble(time).average().orElse(0);
  }

  /** Where no call has a place, kinds of op stand for places. */
  private void callSites() {
    int ranks = run.ranks().size();
    List<Map<String, Object>> rows = new ArrayList<>();
    if (run.callSites().isEmpty()) {
      run.events().stream()
          .sorted(comparingDouble(RunDocument.EventEntry::seconds).reversed())
          .limit(MOST_ROWS)
          .forEach(
              event -> rows.add(place(event.type(), event.seconds(), event.waitSeconds(), ranks)));
    } else {
      run.callSites().stream()
          .sorted(comparingDouble(RunDocument.CallSiteEntry::seconds).reversed())
          .limit(MOST_ROWS)
          .forEach(
              site ->
                  rows.add(
                      place(
                          PageWords.at(site.type(), site.callSite()),
                          site.seconds(),
                          site.waitSeconds(),
                          ranks)));
    }
    data.put("places", rows);
  }

  private static Map<String, Object> place(
      String name, double seconds, double waitSeconds, int ranks) {
    Map<String, Object> place = new LinkedHashMap<>();
    place.put("name", name);
    place.put("busy", (seconds - waitSeconds) / ranks);
    place.put("wait", waitSeconds / ranks);
    return place;
  }

  private void phases() {
    if (run.phases().isEmpty()) {
      return;
    }
    int ranks = run.ranks().size();
    List<Map<String, Object>> rows = new ArrayList<>();
    run.phases().stream()
        .limit(MOST_ROWS)
        .forEach(
            phase -> {
              Map<String, Object> row = new LinkedHashMap<>();
              row.put("name", PageWords.foreign(phase.phase()));
              row.put("compute", phase.exclusiveComputeSeconds() / ranks);
              row.put("communication", phase.exclusiveCommunicationSeconds() / ranks);
              row.put("wait", phase.exclusiveWaitSeconds() / ranks);
              rows.add(row);
            });
    data.put("phases", rows);
  }

  private void path(CriticalPathEntry path) {
    Map<String, Object> found = new LinkedHashMap<>();
    found.put("kinds", path.kinds().stream().map(CriticalPathEntry.KindEntry::kind).toList());
    found.put("names", path.kinds().stream().map(kind -> PageWords.of(kind.kind())).toList());
    found.put("kindSeconds", path.kinds().stream().map(kind -> kind.picoseconds() / 1e12).toList());
    List<String> kinds = path.kinds().stream().map(CriticalPathEntry.KindEntry::kind).toList();
    List<Object> lanes = new ArrayList<>();
    for (CriticalPathEntry.LaneEntry lane : path.lanes()) {
      lanes.add(List.of(lane.rank(), kinds.indexOf(lane.kind()), lane.endPicoseconds() / 1e12));
    }
    found.put("lanes", lanes);
    data.put("path", found);
  }

  private void activity(ActivityTimes activity) {
    if (activity.rows() == 0) {
      return;
    }
    Map<String, Object> rows = new LinkedHashMap<>();
    rows.put("rows", activity.rows());
    rows.put("ranksPerRow", activity.ranksPerRow());
    rows.put("intervals", activity.usedIntervals());
    rows.put("intervalSeconds", activity.intervalPs() / 1e12);
    rows.put("shares", Base64.getEncoder().encodeToString(activity.shares()));
    data.put("activity", rows);
  }

  private void matrix(List<MatrixEntry> entries) {
    if (entries.isEmpty()) {
      return;
    }
    int ranks = run.ranks().size();
    int group = (ranks + MOST_GROUPS - 1) / MOST_GROUPS;
    Map<Long, double[]> sums = new TreeMap<>();
    for (MatrixEntry entry : entries) {
      long cell = (long) (entry.source() / group) << 32 | entry.destination() / group;
      double[] sum = sums.computeIfAbsent(cell, c -> new double[2]);
      sum[0] += entry.volume().messages();
      sum[1] += entry.volume().bytes().toDouble();
    }
    List<Object> cells = new ArrayList<>();
    sums.forEach(
        (cell, sum) -> cells.add(List.of(cell >>> 32, cell & 0xffffffffL, sum[0], sum[1])));
    Map<String, Object> matrix = new LinkedHashMap<>();
    matrix.put("ranks", ranks);
    matrix.put("perGroup", group);
    matrix.put("cells", cells);
    data.put("matrix", matrix);
  }

  private void traffic(RunResult result, PageRecorder recorder) {
    if (recorder.messages().told() > 0) {
      data.put("messages", TrafficData.messages(recorder.messages()));
    }
    BusyTimes busy = recorder.busy();
    List<BusyTimes.Row> rows = busy.rows();
    if (!rows.isEmpty()) {
      int intervals = busy.intervalsUntil(result.statistics().makespanPs());
      data.put("busy", TrafficData.busy(rows, busy, intervals));
    }
  }

  private void network(ExplainResult result, @Nullable LinksEntry links) {
    if (links != null) {
      result.links().ifPresent(loads -> data.put("network", LinkLoad.data(loads, links)));
    }
  }

  /** The busiest first. */
  private void resources() {
    List<Map<String, Object>> rows = new ArrayList<>();
    run.resources().stream()
        .sorted(comparingDouble(RunDocument.ResourceEntry::utilisation).reversed())
        .limit(MOST_RESOURCES)
        .filter(resource -> resource.utilisation() > 0)
        .forEach(
            resource -> {
              Map<String, Object> row = new LinkedHashMap<>();
              row.put("name", resource.resource().replace('_', ' ') + " " + resource.index());
              row.put("utilisation", resource.utilisation());
              rows.add(row);
            });
    if (!rows.isEmpty()) {
      data.put("resources", rows);
    }
  }
}
