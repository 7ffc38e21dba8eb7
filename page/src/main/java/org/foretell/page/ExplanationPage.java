package org.foretell.page;

import static java.util.Comparator.comparingLong;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.foretell.report.ClassesEntry;
import org.foretell.report.CriticalPathEntry;
import org.foretell.report.ExplainDocument;
import org.foretell.report.ExplainResult;
import org.foretell.report.LadderEntry;
import org.foretell.report.RecordedEntry;
import org.foretell.report.RunDocument;
import org.foretell.report.SensitivitiesEntry;
import org.foretell.report.WaitsEntry;
import org.foretell.time.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * An explanation as one self-contained HTML file: texts, tables and charts. It loads nothing, and
 * its content security policy forbids it. Names from a trace are always text, never markup.
 */
public final class ExplanationPage {
  private static final List<String> PARTS =
      List.of(
          "page.css",
          "charts.js",
          "messages.js",
          "load.js",
          "network.js",
          "classes.js",
          "power.js",
          "page.js");

  private ExplanationPage() {}

  /**
   * Writes the page.
   *
   * @param result of {@code sim explain}
   * @param recorder the observer of the same run
   * @param out stays open
   * @throws IOException if it cannot be written
   */
  public static void write(ExplainResult result, PageRecorder recorder, Writer out)
      throws IOException {
    ExplainDocument document = result.document();
    Map<String, Object> data = PageData.of(result, document, recorder);
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("run", run(document.run()));
    model.put("conclusion", Conclusion.of(document));
    result.run().interval().ifPresent(interval -> model.put("interval", interval.text() + "."));
    result
        .run()
        .intervalLeftOutBecause()
        .ifPresent(reason -> model.put("interval", "No interval: " + reason + "."));
    LadderEntry ladder = document.efficiency();
    model.put("settings", settings(document.run(), ladder == null ? null : ladder.scaling()));
    model.put("efficiencies", EfficiencyPart.rows(document.run(), ladder));
    model.put("phaseEfficiencies", ladder == null ? List.of() : EfficiencyPart.phases(ladder));
    model.put("steps", ladder == null ? List.of() : EfficiencyPart.steps(ladder));
    List<String> warnings = new ArrayList<>(document.run().warnings());
    warnings.addAll(document.warnings());
    model.put("warnings", warnings);
    WaitsEntry waits = document.waits();
    if (waits != null && !waits.states().isEmpty()) {
      model.put("waits", WaitPart.shown(waits));
    }
    RecordedEntry recorded = document.recorded();
    if (recorded != null) {
      model.put("recorded", WaitPart.shown(recorded));
    }
    model.put("has", data.keySet());
    if (result.run().completed() && result.links().isEmpty()) {
      model.put("noLinks", noLinks(result));
    }
    model.put("estimated", hasEstimates(document.run()));
    CriticalPathEntry path = document.criticalPath();
    if (path != null) {
      model.put("path", path(path));
    }
    result.run().energy().ifPresent(energy -> model.put("energy", EnergyPart.shown(energy)));
    ClassesEntry classes = document.classes();
    if (classes != null) {
      model.put("classes", ClassPart.shown(classes));
    }
    SensitivitiesEntry sensitivities = document.sensitivities();
    if (sensitivities != null) {
      model.put(
          "sensitivities",
          SensitivityPart.shown(sensitivities, document.run().predictedPicoseconds()));
    }
    if (!result.structure().isEmpty()) {
      List<String> callSites = result.run().trace().tables().callSites();
      model.put("structure", StructureTree.of(result.structure(), callSites));
    }
    PageTemplate.write("page.ftlh", model, data, PARTS, out);
  }

  private static Map<String, Object> run(RunDocument run) {
    Map<String, Object> shown = new LinkedHashMap<>();
    Long predictedPs = run.predictedPicoseconds();
    shown.put(
        "time",
        predictedPs == null ? "no end (" + run.outcome() + ")" : Quantity.formatTime(predictedPs));
    shown.put("picoseconds", predictedPs == null ? "" : predictedPs.toString());
    shown.put("trace", PageWords.foreign(run.trace().name()));
    RunDocument.MachineEntry machine = run.machine();
    shown.put("machine", machine == null ? "no machine" : PageWords.foreign(machine.title()));
    int ranks = run.trace().ranks();
    shown.put("ranks", String.format(Locale.ROOT, ranks == 1 ? "%,d rank" : "%,d ranks", ranks));
    shown.put("ops", String.format(Locale.ROOT, "%,d", run.trace().ops()));
    shown.put("version", run.version());
    shown.put("model", run.model());
    return shown;
  }

  /** Whether messages are missing since large collectives were not executed. */
  private static boolean hasEstimates(RunDocument run) {
    return run.problems().stream().anyMatch(problem -> problem.kind().equals("large_collective"));
  }

  private static String noLinks(ExplainResult result) {
    return result.hasLinks()
        ? "No message crossed a link of the network, so links have no load. Possible reasons: all"
            + " ranks are on one node, all communication is collectives by formula or estimate,"
            + " or the network in the machine file has no route for some message."
        : "There are no links to show: the machine file describes no topology of the network"
            + " between nodes, and the model "
            + result.run().model()
            + " defines none.";
  }

  /** Name, value: what the prediction rests on. */
  private static List<List<String>> settings(
      RunDocument run, LadderEntry.@Nullable ScalingEntry scaling) {
    RunDocument.MachineEntry machine = run.machine();
    String reason = run.modelReason();
    return List.of(
        List.of("Trace", run.trace().name() + ", " + run.trace().format()),
        List.of("Origin of the trace", run.trace().origin()),
        List.of("SHA-256 of the trace", run.trace().sha256()),
        List.of("Reference", scaling == null ? "" : PageWords.foreign(scaling.reference())),
        List.of("SHA-256 of the reference", scaling == null ? "" : scaling.referenceSha256()),
        List.of("Machine", machine == null ? "none" : machine.name() + ": " + machine.title()),
        List.of(
            "Figures without a source",
            machine == null ? "" : String.join(", ", machine.unverified())),
        List.of("Placement", placement(run.placement())),
        List.of("Model", run.model() + (reason == null ? "" : ", because " + reason)),
        List.of("Parameters", Quantity.shortened(pairs(run.parameters()))),
        List.of("Meaning of parameters", ParameterWords.of(run.parameters().keySet())),
        List.of("Collectives", pairs(run.collectives())),
        List.of("Computation", pairs(run.compute())),
        List.of("Noise", pairs(run.noise())),
        List.of("Seed", Long.toString(run.seed())),
        List.of("Foretell", run.version()));
  }

  /** Some policies say over how many nodes they go. */
  private static String placement(RunDocument.PlacementEntry placement) {
    String policy = placement.policy();
    return policy.contains(" over ")
        ? policy
        : policy + " over " + placement.nodesUsed() + " nodes";
  }

  private static String pairs(Map<String, String> values) {
    return String.join(
        ", ", values.entrySet().stream().map(e -> e.getKey() + " = " + e.getValue()).toList());
  }

  private static Map<String, Object> path(CriticalPathEntry path) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("legs", String.format(Locale.ROOT, "%,d", path.legs()));
    long changes = path.changesOfRank();
    shown.put("changes", changes == 1 ? "once" : String.format(Locale.ROOT, "%,d times", changes));
    shown.put(
        "kinds",
        path.kinds().stream()
            .map(kind -> PartRow.of(PageWords.of(kind.kind()), kind.picoseconds(), kind.share()))
            .toList());
    shown.put(
        "sites",
        path.callSites().stream()
            .limit(PartRow.MOST)
            .map(
                site -> {
                  Map<String, Object> row =
                      PartRow.of(
                          PageWords.at(PageWords.of(site.type()), site.callSite()),
                          site.picoseconds(),
                          site.share());
                  Double imbalance = site.imbalanceSeconds();
                  row.put("imbalance", imbalance == null ? "" : difference(imbalance));
                  return row;
                })
            .toList());
    shown.put("otherSites", Math.max(0, path.callSites().size() - PartRow.MOST));
    shown.put(
        "phases",
        path.phases().size() < 2
            ? List.of()
            : path.phases().stream()
                .limit(PartRow.MOST)
                .map(
                    phase -> {
                      String name = phase.phase();
                      Map<String, Object> row =
                          PartRow.of(
                              name == null ? "(in no phase)" : PageWords.foreign(name),
                              phase.picoseconds(),
                              phase.share());
                      row.put("imbalance", difference(phase.imbalanceSeconds()));
                      return row;
                    })
                .toList());
    shown.put("otherPhases", Math.max(0, path.phases().size() - PartRow.MOST));
    shown.put("ranks", ranks(path));
    shown.put("otherRanks", Math.max(0, path.ranks().size() - PartRow.MOST));
    return shown;
  }

  /** Those with most of the path, with what takes most of that. */
  private static List<Map<String, Object>> ranks(CriticalPathEntry path) {
    return path.ranks().stream()
        .sorted(comparingLong(CriticalPathEntry.PathRankEntry::picoseconds).reversed())
        .limit(PartRow.MOST)
        .map(
            rank -> {
              String most =
                  rank.byKind().entrySet().stream()
                      .max(Map.Entry.comparingByValue())
                      .map(kind -> ", mostly " + PageWords.of(kind.getKey()))
                      .orElse("");
              return PartRow.of("rank " + rank.rank() + most, rank.picoseconds(), rank.share());
            })
        .toList();
  }

  private static String difference(double seconds) {
    long roundedPs = Math.round(1e12 * seconds);
    return (roundedPs < 0 ? "-" : "") + Quantity.formatTime(Math.abs(roundedPs));
  }
}
