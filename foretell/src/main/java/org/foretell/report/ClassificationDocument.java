package org.foretell.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JSON that {@code sim classify --json} writes; {@code docs/output.md} has every name. */
@JsonInclude(Include.ALWAYS)
record ClassificationDocument(
    int formatVersion,
    String version,
    String trace,
    String sha256,
    @Nullable String machine,
    String model,
    String times,
    ClassesEntry.TrainingEntry training,
    List<ClassesEntry.ClassEntry> classes,
    List<ClassesEntry.PairEntry> pairs,
    long unclassified,
    List<String> warnings) {
  private static final int FORMAT_VERSION = 1;

  static ClassificationDocument of(ClassificationResult result) {
    ClassesEntry classes =
        ClassesEntry.of(result.classifier(), result.summary(), result.trace().tables());
    return new ClassificationDocument(
        FORMAT_VERSION,
        result.version(),
        result.trace().name(),
        result.trace().sha256(),
        result.machine().orElse(null),
        result.model(),
        ClassesEntry.word(result.recorded()),
        classes.training(),
        classes.classes(),
        classes.pairs(),
        classes.unclassified(),
        result.warnings());
  }
}
