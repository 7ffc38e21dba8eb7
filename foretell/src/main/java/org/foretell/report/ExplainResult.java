package org.foretell.report;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Optional;
import org.foretell.analysis.efficiency.EfficiencyLadder;
import org.foretell.analysis.path.PathSummary;
import org.foretell.analysis.recorded.RecordedSummary;
import org.foretell.analysis.waits.WaitSummary;
import org.foretell.structure.outline.Outline;

/**
 * Why a program takes its predicted time: the result of {@code sim explain}. Immutable.
 *
 * @param run the prediction
 * @param criticalPath the critical path; empty if the program does not finish, or is a task graph
 * @param efficiency the useful share of the time, and the effect of an ideal machine; empty if the
 *     program does not finish
 * @param waits where ranks wait for each other; empty if the program does not finish
 * @param classes the causes of inefficient messages; empty unless requested, or if the program does
 *     not finish
 * @param recorded where ranks waited for each other in the traced run; empty unless requested
 * @param sensitivities how parameters affect the time; empty unless requested, or if the program
 *     does not finish
 * @param links the load of the network's links over time; empty if neither the machine nor the
 *     model has links, if no message crosses a link, or if the program does not finish
 * @param hasLinks whether the machine has links of a network, or the model some of its own
 * @param power of the nodes over time; empty if the machine does not state that of all of them, or
 *     if the program does not finish
 * @param structure the structure of the programs, with the times of the run; empty unless
 *     requested, if the program does not finish, or if it is a task graph
 * @param warnings reasons to doubt the explanation, besides those to doubt the prediction, one
 *     sentence each
 */
public record ExplainResult(
    RunResult run,
    Optional<PathSummary> criticalPath,
    Optional<EfficiencyLadder> efficiency,
    Optional<WaitSummary> waits,
    Optional<MessageClasses> classes,
    Optional<RecordedSummary> recorded,
    Optional<Sensitivities> sensitivities,
    Optional<LinkLoads> links,
    boolean hasLinks,
    Optional<PowerProfile> power,
    List<Outline> structure,
    List<String> warnings) {
  /** Copies the lists. */
  public ExplainResult {
    structure = List.copyOf(structure);
    warnings = List.copyOf(warnings);
  }

  /** {@return the result as records whose component names are those of the JSON} */
  public ExplainDocument document() {
    return ExplainDocument.of(this);
  }

  /**
   * {@return the JSON of {@code docs/output.md}: what {@code sim explain --json} writes, byte for
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
}
