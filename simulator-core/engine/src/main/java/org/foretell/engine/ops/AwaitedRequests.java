package org.foretell.engine.ops;

/** Told of what ops wait for, where waiting moves messages or costs something. */
public interface AwaitedRequests {
  /** A wait or waitall begins to wait for a request that is not complete. */
  void awaits(int rank, int slot);

  /** A waitany or waitsome has chosen a request without being told which. */
  void chosen(int rank, int slot);
}
