package org.foretell.structure.cluster.online;

import org.foretell.trace.OpView;

/** Where the intervals of one rank end. Not thread safe. */
interface MarkerRule {
  /** Whether a marker stands before an op. */
  boolean endsBefore(OpView op);

  /** Whether an op is a marker, or the last of an iteration that is one. */
  boolean endsAfter(OpView op);
}
