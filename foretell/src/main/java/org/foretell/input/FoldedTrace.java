package org.foretell.input;

import org.foretell.structure.Compression;
import org.foretell.structure.DurationRule;
import org.foretell.trace.Capability;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.MemoryTrace;

/** A trace with its repeats found and its programs shared, held in memory. */
public final class FoldedTrace {
  private FoldedTrace() {}

  /**
   * Folds a trace of sequences of ops; a task graph is left as it is.
   *
   * @param source stays open, and is used by what is returned if nothing was folded
   * @return the same ops; the caller closes it
   * @throws org.foretell.trace.TraceException if the trace is damaged
   */
  public static TraceSource of(TraceSource source) {
    if (source.capabilities().contains(Capability.TASK_GRAPHS)) {
      return source;
    }
    MemoryTrace.Builder folded = MemoryTrace.builder();
    Compression.compress(source, folded, DurationRule.EXACT);
    return folded.build();
  }
}
