package org.foretell.report;

import java.util.List;

/**
 * The size of a trace before and after compression: the result of {@code sim compress}. Immutable.
 *
 * @param ranks of the trace
 * @param operations of all ranks
 * @param isTaskGraphs whether its programs are task graphs, which are taken over as they are
 * @param bytesBefore of the file, or of all files of a folder
 * @param bytesAfter of the file that was written
 * @param programBytes how many of them hold programs rather than durations
 * @param programsBefore how many programs the trace had
 * @param programsAfter how many ranks' programs are left that differ
 * @param warnings about settings that have no effect on this trace, and what was left out of it,
 *     one sentence each
 */
public record CompressionResult(
    int ranks,
    long operations,
    boolean isTaskGraphs,
    long bytesBefore,
    long bytesAfter,
    long programBytes,
    int programsBefore,
    int programsAfter,
    List<String> warnings) {
  /** Copies the list. */
  public CompressionResult {
    warnings = List.copyOf(warnings);
  }

  /** {@return how many bytes of the file hold durations, recorded times of calls, and tables} */
  public long restBytes() {
    return bytesAfter - programBytes;
  }
}
