package org.foretell.workload.report;

import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.foretell.report.DocumentText;
import org.jspecify.annotations.Nullable;

/** The JSON of a queue; names and meanings are stable, and documented in {@code docs/mix.md}. */
public final class MixJson {
  private static final int FORMAT_VERSION = 1;
  private static final double NS = 1e9;

  private MixJson() {}

  /**
   * Writes the JSON.
   *
   * @param result of a queue
   * @param out stays open
   * @throws IOException if it cannot be written
   */
  public static void write(MixResult result, Writer out) throws IOException {
    DocumentText.write(document(result), out);
  }

  private static Map<String, @Nullable Object> document(MixResult result) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("formatVersion", FORMAT_VERSION);
    document.put("version", result.version());
    Map<String, @Nullable Object> machine = new LinkedHashMap<>();
    machine.put("name", result.machine().machine().name());
    machine.put("sha256", result.machine().sha256());
    machine.put("nodes", result.nodes());
    machine.put("set", result.machine().set());
    document.put("machine", machine);
    document.put("file", Map.of("name", result.file(), "format", result.format()));
    document.put("settings", result.settings());
    document.put("seed", result.seed());
    document.put("summary", summary(result));
    document.put("energy", result.energy().map(MixJson::energy).orElse(null));
    document.put("nodesNeeded", result.nodesNeeded().map(MixJson::needed).orElse(null));
    document.put("jobs", result.records().stream().map(MixJson::job).toList());
    document.put("notes", result.notes());
    return document;
  }

  private static Map<String, @Nullable Object> summary(MixResult result) {
    MixSummary summary = result.summary();
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("jobs", summary.jobs());
    fields.put("killed", summary.killed());
    fields.put("makespanSeconds", summary.makespanSeconds());
    fields.put("utilisation", summary.utilisation());
    fields.put("jobsPerDay", summary.jobsPerDay());
    fields.put("waitSeconds", spread(summary.waitSeconds()));
    fields.put("boundedSlowDown", spread(summary.boundedSlowDown()));
    fields.put("runSlowDown", summary.runSlowDown());
    fields.put("restarts", summary.restarts());
    fields.put("lostNodeHours", summary.lostNodeHours());
    fields.put(
        "recordedWaitSeconds",
        result.recordedWaitSeconds().isPresent()
            ? result.recordedWaitSeconds().getAsDouble()
            : null);
    return fields;
  }

  private static Map<String, Object> energy(QueueEnergy energy) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("joules", energy.total().value());
    fields.put("joulesLow", energy.total().from());
    fields.put("joulesHigh", energy.total().to());
    fields.put("meanWatts", energy.meanWatts());
    fields.put("joulesPerJob", energy.joulesPerJob());
    fields.put("idleShare", energy.idleShare());
    fields.put("spanSeconds", energy.spanSeconds());
    fields.put("watts", energy.watts());
    fields.put("peakWatts", energy.peakWatts());
    return fields;
  }

  private static Map<String, Object> spread(MixSummary.Spread spread) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("mean", spread.mean());
    fields.put("median", spread.median());
    fields.put("p95", spread.p95());
    fields.put("most", spread.most());
    return fields;
  }

  private static Map<String, @Nullable Object> needed(MixResult.NodesNeeded needed) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("waitSeconds", needed.waitSeconds());
    fields.put("nodes", needed.nodes().isPresent() ? needed.nodes().getAsInt() : null);
    return fields;
  }

  private static Map<String, @Nullable Object> job(JobRecord record) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("number", record.job().number());
    fields.put("name", record.job().name());
    fields.put("submitSeconds", record.job().submitNs() / NS);
    fields.put("startSeconds", record.startNs() / NS);
    fields.put("endSeconds", record.endNs() / NS);
    fields.put("aloneSeconds", record.aloneNs() / NS);
    OptionalLong walltime = record.job().walltimeNs();
    fields.put("walltimeSeconds", walltime.isPresent() ? walltime.getAsLong() / NS : null);
    fields.put("killed", record.killed());
    fields.put("restarts", record.restarts());
    fields.put("lostSeconds", record.lostNs() / NS);
    fields.put("nodes", NodeRuns.of(record.nodes()).stream().map(NodeRuns.Run::text).toList());
    return fields;
  }
}
