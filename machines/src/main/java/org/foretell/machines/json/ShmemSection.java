package org.foretell.machines.json;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.foretell.machine.ShmemSupport;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Members;

/** The object {@code shmem} of a machine file. */
public final class ShmemSection {
  private static final String FIGURE = "shmem";
  private static final Pattern PROGRESS = Pattern.compile("hardware|software");
  private static final Pattern STRIDED = Pattern.compile("whole|elements");

  private ShmemSection() {}

  /** The description; empty if something is wrong with it, which then is among the findings. */
  static Optional<ShmemSupport> read(Findings findings, JsonValue value, FigureSources sources) {
    if (!(value instanceof Members object)) {
      findings.wrong(value, "an object {...} with the settings of OpenSHMEM");
      return Optional.empty();
    }
    int mistakes = findings.count();
    FileFields fields = new FileFields(findings, object);
    Optional<String> progress =
        fields.optionalText("progress", PROGRESS, "\"hardware\" or \"software\"");
    long atomicPs = fields.has("atomic") ? fields.timePs("atomic") : 0;
    Optional<String> strided = fields.optionalText("strided", STRIDED, "\"whole\" or \"elements\"");
    for (String field : new String[] {"progress", "atomic", "strided"}) {
      sources.figure(FIGURE + "." + field, fields.has(field));
    }
    fields.refuseOthers();
    return findings.count() > mistakes
        ? Optional.empty()
        : Optional.of(
            new ShmemSupport(
                progress
                    .map(word -> ShmemSupport.Progress.valueOf(word.toUpperCase(Locale.ROOT)))
                    .orElse(ShmemSupport.HARDWARE.progress()),
                atomicPs,
                strided
                    .map(word -> ShmemSupport.Strided.valueOf(word.toUpperCase(Locale.ROOT)))
                    .orElse(ShmemSupport.HARDWARE.strided())));
  }

  /** The object that {@link #read} reads. */
  public static Map<String, Object> json(ShmemSupport support) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("progress", support.progress().name().toLowerCase(Locale.ROOT));
    json.put("atomic", BusLinksJson.time(support.atomicPs()));
    json.put("strided", support.strided().name().toLowerCase(Locale.ROOT));
    return json;
  }
}
