package org.foretell.engine.ops;

/** Called for requests that ops wait for, if waiting moves messages or costs time. */
public interface AwaitedRequests {
  /** A wait or waitall begins to wait for a request that is not complete. */
  void awaits(int rank, int slot);

  /** A waitany or waitsome has chosen a request without being told which. */
  void chosen(int rank, int slot);
}
