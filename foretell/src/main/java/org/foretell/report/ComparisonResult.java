package org.foretell.report;

import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.foretell.time.Ps;
import org.jspecify.annotations.Nullable;

/**
 * The predictions of several models for one trace on one machine, and the reasons why some models
 * have none. Immutable.
 *
 * @param version of Foretell
 * @param traceName name of the file
 * @param traceSha256 of the file's bytes, in hexadecimal
 * @param machine the machine with its hash; empty when there was none
 * @param seed of everything random
 * @param models in the order in which they were named
 * @param warnings reasons to doubt the predictions, one sentence each
 */
public record ComparisonResult(
    String version,
    String traceName,
    String traceSha256,
    Optional<RunResult.MachineChoice> machine,
    long seed,
    List<Row> models,
    List<String> warnings) {
  private static final int FORMAT_VERSION = 1;

  /** Copies the lists. */
  public ComparisonResult {
    models = List.copyOf(models);
    warnings = List.copyOf(warnings);
  }

  /**
   * A model.
   *
   * @param model its name
   * @param parts the prediction; null if it failed
   * @param collectives how collectives were executed; empty if it failed
   * @param failure the reason why there is no prediction, in a line; null if there is one
   * @param recorded the prediction beside the traced run; null unless requested
   */
  public record Row(
      String model,
      @Nullable CostParts parts,
      String collectives,
      @Nullable String failure,
      @Nullable RecordedComparison recorded) {
    private Map<String, @Nullable Object> fields() {
      Map<String, @Nullable Object> fields = new LinkedHashMap<>();
      fields.put("model", model);
      if (parts == null) {
        fields.put("failure", failure);
        return fields;
      }
      fields.put("predictedSeconds", seconds(parts.predictedPs()));
      fields.put("collectives", collectives);
      for (CostParts.Part part : CostParts.Part.values()) {
        fields.put(part.key(), seconds(parts.partPs(part)));
      }
      if (recorded != null) {
        fields.put("recorded", recorded.fields());
      }
      return fields;
    }

    private static double seconds(long ps) {
      return ps / (double) Ps.PER_SECOND;
    }
  }

  /**
   * {@return the JSON of {@code docs/output.md}: what {@code sim compare --json} writes, byte for
   * byte}
   */
  public String json() {
    return DocumentText.of(document());
  }

  /**
   * Writes the text of {@link #json}, in pieces, since a string is limited to 2^31 characters.
   *
   * @param out stays open
   * @throws IOException if it cannot be written
   */
  public void writeJson(Writer out) throws IOException {
    DocumentText.write(document(), out);
  }

  private Map<String, @Nullable Object> document() {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("formatVersion", FORMAT_VERSION);
    document.put("version", version);
    Map<String, Object> trace = new LinkedHashMap<>();
    trace.put("name", traceName);
    trace.put("sha256", traceSha256);
    document.put("trace", trace);
    document.put("machine", machine.map(ComparisonResult::fields).orElse(null));
    document.put("seed", seed);
    document.put("models", models.stream().map(Row::fields).toList());
    document.put("warnings", warnings);
    return document;
  }

  private static Map<String, @Nullable Object> fields(RunResult.MachineChoice choice) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("name", choice.machine().name());
    fields.put("sha256", choice.sha256());
    fields.put("set", choice.set());
    fields.put("unverified", choice.machine().unverified());
    return fields;
  }
}
