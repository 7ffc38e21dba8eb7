package org.foretell.extrapolation;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import org.foretell.report.DocumentText;

/**
 * What was extrapolated, by which laws, and how well that went for the largest trace.
 *
 * @param formatVersion of the JSON
 * @param program name of the program in the largest trace
 * @param inputs the traces, by rising number of ranks
 * @param ranks of the trace that was written
 * @param operations of the trace that was written
 * @param alignedBy how calls were taken for the same
 * @param grid of the target
 * @param gridRule how grids follow from numbers of ranks
 * @param inputGrids of the traces
 * @param laws with what they govern
 * @param bursts laws of computation
 * @param amounts laws of what computation does, where the traces state or count it
 * @param open laws that are not determined; empty unless the run was approximate
 * @param holdOut the error at the largest trace
 * @param warnings for people, one sentence each
 */
public record ExtrapolationResult(
    int formatVersion,
    String program,
    List<Input> inputs,
    int ranks,
    long operations,
    String alignedBy,
    String grid,
    String gridRule,
    List<String> inputGrids,
    List<LawGroup> laws,
    List<BurstEntry> bursts,
    List<AmountEntry> amounts,
    List<OpenLaw> open,
    HoldOut holdOut,
    List<String> warnings) {
  /** Version of the JSON. */
  public static final int FORMAT_VERSION = 1;

  /**
   * A trace.
   *
   * @param file its name
   * @param ranks how many it has
   */
  public record Input(String file, int ranks) {}

  /** Copies the lists. */
  public ExtrapolationResult {
    inputs = List.copyOf(inputs);
    inputGrids = List.copyOf(inputGrids);
    laws = List.copyOf(laws);
    bursts = List.copyOf(bursts);
    amounts = List.copyOf(amounts);
    open = List.copyOf(open);
    warnings = List.copyOf(warnings);
  }

  /**
   * Writes it as JSON.
   *
   * @param out stays open
   * @throws IOException if it cannot be written
   */
  public void writeJson(Writer out) throws IOException {
    DocumentText.write(this, out);
  }
}
