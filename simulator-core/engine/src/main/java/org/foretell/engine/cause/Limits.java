package org.foretell.engine.cause;

import java.util.Arrays;

/**
 * By moment, move of a parameter and direction: how many steps the parameter may go until the
 * moment is no longer as early as its sum of changes says, and what becomes of it beyond. That is
 * another line, of the way that takes over there or of the turns that change there. Where a moment
 * loses a decision, both of its lines are compared with that of the winner. A third one is not
 * known.
 *
 * <p>A line is given by its height above the first one, in picoseconds, at no steps and for each
 * step. So a leg, which moves both alike, changes nothing.
 *
 * <p>Besides, limits may be added to a moment when others have followed from it: they count if the
 * end of all turns out to follow from it.
 */
final class Limits {
  /** Of each direction: the limit, then how far the other line is above the first one. */
  private static final int PARTS = 3;

  private static final int PER_MOVE = 2 * PARTS;

  private static final int ABOVE = 1;
  private static final int STEEPER = 2;

  private static final float NEVER = Float.POSITIVE_INFINITY;

  private final int count;
  private final int width;

  /** By moment, move, direction (up, then down) and part. */
  private float[] lines = {};

  /** What a decision leaves. */
  private final float[] left;

  /** By moment, move and direction what was added; rows exist as far as anything was. */
  private float[] added = {};

  private boolean[] hasAdded = {};

  /** What was added to moments that are certain. */
  private final float[] certain;

  Limits(int count) {
    this.count = count;
    width = count * PER_MOVE;
    left = new float[width];
    certain = new float[2 * count];
    Arrays.fill(certain, NEVER);
  }

  void reserve(int moment) {
    int needed = (moment + 1) * width;
    if (needed > lines.length) {
      lines = Arrays.copyOf(lines, Math.max(needed, Math.max(1 << 14, 2 * lines.length)));
    }
    if (moment >= hasAdded.length) {
      hasAdded = Arrays.copyOf(hasAdded, Math.max(moment + 1, Math.max(1 << 12, 2 * moment)));
    }
  }

  /** A moment that never changes otherwise than its sum says. */
  void begin(int moment) {
    Arrays.fill(lines, moment * width, (moment + 1) * width, 0);
    for (int at = moment * width; at < (moment + 1) * width; at += PARTS) {
      lines[at] = NEVER;
    }
  }

  /** A moment is what another one was. */
  void follow(int from, int to) {
    System.arraycopy(lines, from * width, lines, to * width, width);
    hasAdded[to] = false;
  }

  double up(int moment, int move) {
    return Math.min(lines[moment * width + move * PER_MOVE], certain[2 * move]);
  }

  double down(int moment, int move) {
    return Math.min(lines[moment * width + move * PER_MOVE + PARTS], certain[2 * move + 1]);
  }

  /**
   * A moment is decided by the later of two.
   *
   * @param sums by moment and move by how much they are later after a step
   * @return whether that says more than was known
   */
  boolean decides(int winner, int loser, long lagPs, long[] sums) {
    boolean more = false;
    float above = (float) -lagPs;
    int won = winner * width;
    int lost = loser * width;
    int at = 0;
    for (int i = 0; i < count; i++) {
      float gains = (float) (sums[loser * count + i] - sums[winner * count + i]);
      more |= decides(won + at, lost + at, at, above, gains);
      at += PARTS;
      more |= decides(won + at, lost + at, at, above, -gains);
      at += PARTS;
    }
    return more;
  }

  /** In one direction; the loser is above the winner by so much, and so much more each step. */
  private boolean decides(int won, int lost, int at, float above, float gains) {
    float limit = lines[won];
    float ends = lines[lost];
    float crosses = gains > 0 ? -above / gains : NEVER;
    float otherAbove = above;
    float otherGains = gains;
    if (crosses > ends) {
      otherAbove = above + lines[lost + ABOVE];
      otherGains = gains + lines[lost + STEEPER];
      crosses =
          otherAbove + otherGains * ends > 0
              ? ends
              : otherGains > 0 ? Math.max(ends, -otherAbove / otherGains) : NEVER;
    }
    if (crosses < limit) {
      left[at] = crosses;
      left[at + ABOVE] = otherAbove;
      left[at + STEEPER] = otherGains;
      return true;
    }
    left[at] = limit;
    left[at + ABOVE] = lines[won + ABOVE];
    left[at + STEEPER] = lines[won + STEEPER];
    return false;
  }

  /** What the last decision left is so of a moment. */
  void decided(int moment) {
    System.arraycopy(left, 0, lines, moment * width, width);
  }

  /** What a moment is holds no longer than up to a limit, nor does what has followed from it. */
  void add(int moment, int move, boolean isUp, double limit) {
    int way = 2 * move + (isUp ? 0 : 1);
    if (limit >= certain[way]) {
      return; // what is certain is nearer, and only that can become of it
    }
    int row = 2 * count * moment;
    if (!hasAdded[moment]) {
      if (row + 2 * count > added.length) {
        added = Arrays.copyOf(added, Math.max(row + 2 * count, 2 * added.length));
      }
      Arrays.fill(added, row, row + 2 * count, NEVER);
      hasAdded[moment] = true;
    }
    added[row + way] = Math.min(added[row + way], (float) limit);
  }

  void merge(int into, int gone) {
    if (hasAdded[gone]) {
      for (int i = 0; i < count; i++) {
        add(into, i, true, added[2 * count * gone + 2 * i]);
        add(into, i, false, added[2 * count * gone + 2 * i + 1]);
      }
    }
  }

  void certain(int moment) {
    if (hasAdded[moment]) {
      for (int i = 0; i < 2 * count; i++) {
        certain[i] = Math.min(certain[i], added[2 * count * moment + i]);
      }
      hasAdded[moment] = false;
    }
  }
}
