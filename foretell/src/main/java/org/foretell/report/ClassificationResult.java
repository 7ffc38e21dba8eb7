package org.foretell.report;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Optional;
import org.foretell.classification.ClassificationSummary;
import org.foretell.classification.file.ClassifierFile;

/**
 * The classes of messages, collectives and updates. Immutable.
 *
 * @param version of Foretell
 * @param trace the trace
 * @param machine its name; empty without a machine
 * @param model of communication
 * @param recorded whether times come from the traced run rather than from a replay
 * @param classifier the classifier used, and its training data
 * @param summary how much is of each class
 * @param warnings reasons to doubt the result, one sentence each
 */
public record ClassificationResult(
    String version,
    TraceSummary trace,
    Optional<String> machine,
    String model,
    boolean recorded,
    ClassifierFile classifier,
    ClassificationSummary summary,
    List<String> warnings) {
  /** Copies the list. */
  public ClassificationResult {
    warnings = List.copyOf(warnings);
  }

  /**
   * {@return the JSON of {@code docs/output.md}: what {@code sim classify --json} writes, byte for
   * byte}
   */
  public String json() {
    return DocumentText.of(ClassificationDocument.of(this));
  }

  /**
   * Writes the JSON of {@code docs/output.md}: what {@code sim classify --json} writes.
   *
   * @param out stays open
   * @throws IOException if it cannot be written
   */
  public void writeJson(Writer out) throws IOException {
    DocumentText.write(ClassificationDocument.of(this), out);
  }
}
