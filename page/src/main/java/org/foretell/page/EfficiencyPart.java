package org.foretell.page;

import static java.util.Comparator.comparingDouble;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.foretell.report.LadderEntry;
import org.foretell.report.RunDocument;
import org.foretell.time.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * The efficiencies of the run and of its phases, and the steps to an ideal machine, as tables of
 * the page.
 */
final class EfficiencyPart {
  private EfficiencyPart() {}

  /**
   * Each is the product of those below it that are one deeper: depth, key in the JSON, name, value,
   * meaning.
   */
  static List<Map<String, Object>> rows(RunDocument run, @Nullable LadderEntry ladder) {
    RunDocument.EfficiencyEntry all = run.efficiency();
    List<Map<String, Object>> rows = new ArrayList<>();
    LadderEntry.WholeEntry whole = ladder == null ? null : ladder.whole();
    LadderEntry.ScalingEntry scaling = ladder == null ? null : ladder.scaling();
    Double global = scaling == null ? null : scaling.globalEfficiency();
    int depth = global == null ? 0 : 1;
    if (global != null) {
      rows.add(row(0, "globalEfficiency", "Global efficiency", global, "product of the next two"));
    }
    rows.add(
        row(
            depth,
            "parallelEfficiency",
            "Parallel efficiency",
            all.parallelEfficiency(),
            "share of the time in which the mean rank computes"));
    rows.add(
        row(
            depth + 1,
            "loadBalance",
            "Load balance",
            all.loadBalance(),
            "computation of the mean rank over that of the rank with the most"));
    rows.add(
        row(
            depth + 1,
            "communicationEfficiency",
            "Communication efficiency",
            all.communicationEfficiency(),
            "share of the time in which the rank with most computation computes"));
    if (whole != null) {
      rows.add(
          row(
              depth + 2,
              "serialisationEfficiency",
              "Serialisation",
              whole.serialisationEfficiency(),
              "the same on an ideal network: efficiency left by dependencies between ranks"));
      rows.add(
          row(
              depth + 2,
              "transferEfficiency",
              "Transfer",
              whole.transferEfficiency(),
              "time on an ideal network over the predicted time"));
    }
    if (scaling != null) {
      rows.add(
          row(
              depth,
              "computationScaling",
              "Computation scaling",
              scaling.computationScaling(),
              String.format(
                  Locale.ROOT,
                  "computation of the reference of %,d %s over that of this run, %s scaling",
                  scaling.referenceRanks(),
                  scaling.referenceRanks() == 1 ? "rank" : "ranks",
                  scaling.weak() ? "weak" : "strong")));
    }
    return rows;
  }

  /** Those that take longest. */
  static List<Map<String, Object>> phases(LadderEntry ladder) {
    return ladder.phases().stream()
        .sorted(comparingDouble(LadderEntry.PhaseEfficiencyEntry::seconds).reversed())
        .limit(PartRow.MOST)
        .map(
            phase -> {
              Map<String, Object> row = new LinkedHashMap<>();
              row.put("name", PageWords.foreign(phase.phase()));
              row.put("time", Quantity.formatTime(Math.round(1e12 * phase.seconds())));
              row.put("value", phase.parallelEfficiency());
              row.put("parallel", PartRow.percent(phase.parallelEfficiency()));
              row.put("balance", PartRow.percent(phase.loadBalance()));
              row.put("serialisation", PartRow.percent(phase.serialisationEfficiency()));
              row.put("transfer", PartRow.percent(phase.transferEfficiency()));
              return row;
            })
        .toList();
  }

  /** Each step towards an ideal machine, with the time that is left. */
  static List<Map<String, Object>> steps(LadderEntry ladder) {
    List<Map<String, Object>> rows = new ArrayList<>();
    long all = 0;
    for (LadderEntry.RungEntry rung : ladder.ladder()) {
      Long left = rung.picoseconds();
      if (left != null) {
        all = Math.max(all, left);
        rows.add(PartRow.of(PageWords.of(rung.step()), left, all == 0 ? 0 : (double) left / all));
      }
    }
    return rows;
  }

  private static Map<String, Object> row(
      int depth, String key, String name, double value, String meaning) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("depth", depth);
    row.put("key", key);
    row.put("name", name);
    row.put("value", value);
    row.put("percent", PartRow.percent(value));
    row.put("width", Math.max(0, Math.min(100, 100 * value)));
    row.put("meaning", meaning);
    return row;
  }
}
