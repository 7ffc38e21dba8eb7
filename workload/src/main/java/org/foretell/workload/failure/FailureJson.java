package org.foretell.workload.failure;

import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.foretell.Version;
import org.foretell.report.DocumentText;
import org.jspecify.annotations.Nullable;

/** The JSON of a run under failures; names and meanings are those of {@code docs/failures.md}. */
public final class FailureJson {
  private static final int FORMAT_VERSION = 1;

  private FailureJson() {}

  /**
   * Writes the JSON.
   *
   * @param result of a run
   * @param machine its name
   * @param run its name
   * @param out stays open
   * @throws IOException if it cannot be written
   */
  public static void write(FailureResult result, String machine, String run, Writer out)
      throws IOException {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("formatVersion", FORMAT_VERSION);
    document.put("version", Version.text());
    document.put("machine", machine);
    document.put("run", run);
    document.put("nodes", result.rates().nodes());
    document.put("workSeconds", result.run().workSeconds());
    document.put("nodeMtbfSeconds", result.rates().nodeMtbfSeconds());
    document.put("weibullShape", result.rates().shape());
    document.put("networkMtbfSeconds", number(result.rates().networkMtbfSeconds()));
    document.put("mtbfSeconds", result.rates().mtbfSeconds());
    document.put("intervalSeconds", result.run().intervalSeconds());
    document.put("checkpointSeconds", result.run().writeSeconds());
    document.put("restartSeconds", result.run().restartSeconds());
    document.put("replications", result.replications());
    document.put("seconds", mean(result.seconds()));
    document.put("p95Seconds", result.p95Seconds());
    document.put("waste", result.waste());
    document.put("nodeHours", mean(result.nodeHours()));
    document.put("failures", mean(result.failures()));
    document.put("lostSeconds", mean(result.lostSeconds()));
    document.put("checkpointsSeconds", mean(result.writtenSeconds()));
    document.put("restartsSeconds", mean(result.restartSeconds()));
    document.put("expectedSeconds", number(result.expectedSeconds()));
    document.put("youngSeconds", number(result.youngSeconds()));
    document.put("dalySeconds", number(result.dalySeconds()));
    DocumentText.write(document, out);
  }

  private static Map<String, Object> mean(FailureResult.Mean mean) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("mean", mean.value());
    fields.put("plusMinus", mean.plusMinus());
    return fields;
  }

  private static @Nullable Double number(OptionalDouble value) {
    return value.isPresent() && Double.isFinite(value.getAsDouble()) ? value.getAsDouble() : null;
  }
}
