package org.foretell.engine.state;

/** Counts executed ops, and reports progress to a listener. */
public final class ReplayProgress {
  private final RunSettings settings;
  private final RankTable ranks;
  private long operations;
  private long next;

  public ReplayProgress(RunSettings settings, RankTable ranks) {
    this.settings = settings;
    this.ranks = ranks;
    next = settings.progressEvery();
  }

  /** Number of ops so far. */
  public long operations() {
    return operations;
  }

  /** A rank has executed some ops. */
  public void executed(int rank, long count) {
    operations += count;
    if (operations >= next) {
      tell(rank);
    }
  }

  private void tell(int rank) {
    next = operations + settings.progressEvery();
    long all = settings.trace().operations().orElse(-1);
    settings.progress().progress(ranks.clockPs(rank), operations, all);
  }
}
