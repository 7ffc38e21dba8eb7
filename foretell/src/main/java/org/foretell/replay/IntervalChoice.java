package org.foretell.replay;

import org.jspecify.annotations.Nullable;

/**
 * Whether an interval is found around a prediction, which takes some twenty replays more.
 *
 * @param wanted null if nobody said so
 */
public record IntervalChoice(@Nullable Boolean wanted) {
  /** Where nothing was asked for. */
  public static final IntervalChoice USUAL = new IntervalChoice(null);

  /**
   * Of longer traces an interval is found only if it is asked for: on two cores it takes about as
   * long as a cold start and one replay of so many ops together.
   */
  public static final long MOST_OPERATIONS = 250_000;

  /** Whether somebody asked for it. */
  public boolean isAskedFor() {
    return wanted != null && wanted;
  }

  /** Whether to find one for a run of so many ops. */
  public boolean isWanted(long operations) {
    return wanted == null ? operations <= MOST_OPERATIONS : wanted;
  }

  /** Whether only the length of the trace is against it. */
  public boolean isTooLong(long operations) {
    return wanted == null && operations > MOST_OPERATIONS;
  }
}
