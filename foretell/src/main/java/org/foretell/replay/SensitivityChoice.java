package org.foretell.replay;

import org.jspecify.annotations.Nullable;

/** How much work sensitivities may make. */
public final class SensitivityChoice {
  /** Ops that may be replayed for sensitivities that nobody asked for, of all replays together. */
  public static final long MOST_OPERATIONS = 160_000_000;

  /**
   * So many times as long as under other models an op takes where messages share what they need.
   */
  private static final int SHARING = 8;

  private static final int FEWEST = 5;

  /** The most replays of a search for a tolerance. */
  static final int MOST = 32;

  private @Nullable Boolean wanted;

  public void wanted(@Nullable Boolean value) {
    wanted = value;
  }

  /** Whether any are to be found. */
  boolean isNone() {
    return wanted != null && !wanted;
  }

  /**
   * Whether replays may be made for them.
   *
   * @param replays at least so many
   * @param operations of each
   * @param isSharing whether messages share what they need
   */
  boolean mayReplay(int replays, long operations, boolean isSharing) {
    return wanted == null
        ? (replays + FEWEST) * Math.max(1, operations) * (isSharing ? SHARING : 1)
            <= MOST_OPERATIONS
        : wanted;
  }

  /** How many replays the search for a tolerance may make after so many. */
  int mostOfSearch(int replays, long operations, boolean isSharing) {
    if (wanted != null) {
      return MOST;
    }
    long left = MOST_OPERATIONS / (Math.max(1, operations) * (isSharing ? SHARING : 1)) - replays;
    return (int) Math.max(FEWEST, Math.min(MOST, left));
  }
}
