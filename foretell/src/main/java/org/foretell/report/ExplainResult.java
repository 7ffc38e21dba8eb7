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
 * Why a program takes as long as it is predicted to: all that {@code sim explain} has to tell.
 * Immutable.
 *
 * @param run the prediction
 * @param criticalPath what the time goes by; empty if the program does not come to its end, or if
 *     it is a task graph
 * @param efficiency what share of the time is useful, and what an ideal machine would change; empty
 *     if the program does not come to its end
 * @param waits where ranks wait for each other; empty if the program does not come to its end
 * @param classes what makes messages inefficient; empty if nobody wants to know, or the program
 *     does not come to its end
 * @param recorded where ranks waited for each other in the traced run; empty if nobody wants to
 *     know
 * @param sensitivities what parameters do to the time; empty if nobody wants to know, or the
 *     program does not come to its end
 * @param links what the links of the network carry over time; empty if neither the machine nor the
 *     model has links, if no message crosses one, or if the program does not come to its end
 * @param hasLinks whether the machine has links of a network, or the model some of its own
 * @param structure what the programs look like, with the times of the run; empty if it was not
 *     asked for, if the program does not come to its end, or if it is a task graph
 * @param warnings what makes the explanation doubtful beside what makes the prediction so, one
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
    List<Outline> structure,
    List<String> warnings) {
  /** Copies the lists. */
  public ExplainResult {
    structure = List.copyOf(structure);
    warnings = List.copyOf(warnings);
  }

  /** {@return the result as records that have the names of the JSON} */
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
   * Writes what {@link #json} returns, piece by piece, since a text ends at 2^31 characters.
   *
   * @param out stays open
   * @throws IOException if it cannot be written
   */
  public void writeJson(Writer out) throws IOException {
    DocumentText.write(document(), out);
  }
}
