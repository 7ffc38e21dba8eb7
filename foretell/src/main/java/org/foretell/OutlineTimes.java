package org.foretell;

import org.foretell.observe.SimObserver;
import org.foretell.structure.outline.Outlines;
import org.foretell.trace.OpCode;

/** Gives outlines the times of a replay. */
final class OutlineTimes implements SimObserver {
  private final Outlines outlines;

  OutlineTimes(Outlines outlines) {
    this.outlines = outlines;
  }

  @Override
  public void compute(int rank, OpCode code, int callSite, long startPs, long endPs) {
    outlines.takeTime(rank, code, endPs - startPs);
  }

  @Override
  public void op(
      int rank,
      OpCode code,
      int callSite,
      int peer,
      int communicator,
      long bytes,
      long startPs,
      long waitPs,
      long endPs) {
    outlines.takeTime(rank, code, endPs - startPs);
  }
}
