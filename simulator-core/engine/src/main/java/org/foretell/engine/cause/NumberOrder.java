package org.foretell.engine.cause;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Of those that are there when a thing is free, the one that was given the lowest number has its
 * turn; numbers are given in the order of time. So another one would have had it, had it been there
 * and had a lower number. Of each thing the last turns are known.
 */
final class NumberOrder implements Order {
  private static final int KNOWN = 2;

  private final int count;
  private final Changes changes;
  private final CauseTree tree;

  // By thing and turn, which follow each other in a ring.
  private int[] began = {};
  private int[] who = {};
  private long[] camePs = {};
  private long[] beganPs = {};
  private long[] keptPs = {};
  private long[] numberPs = {};
  private long[] number = {};

  /** Whether nobody could have had the turn but by coming earlier, as the thing was free. */
  private boolean[] wasFree = {};

  // By thing, turn and move.
  private long[] cameLater = {};
  private long[] beganLater = {};
  private long[] numberLater = {};

  /** By thing the turn that is given next. */
  private byte[] next = {};

  /** Nobody has had a turn. */
  NumberOrder(Changes changes, CauseTree tree) {
    count = changes.count();
    this.changes = changes;
    this.tree = tree;
  }

  @Override
  public void turn(int thing, int one, int came, boolean waited, int start) {
    if (thing >= next.length) {
      grow(thing);
    }
    long[] sums = changes.sums();
    int turn = thing * KNOWN + next[thing];
    next[thing] = (byte) ((next[thing] + 1) % KNOWN);
    began[turn] = start;
    who[turn] = one;
    camePs[turn] = tree.endPs(came);
    beganPs[turn] = tree.endPs(start);
    keptPs[turn] = 0;
    wasFree[turn] = !waited;
    numberPs[turn] = changes.numberPs(one);
    number[turn] = changes.number(one);
    System.arraycopy(sums, came * count, cameLater, turn * count, count);
    System.arraycopy(sums, start * count, beganLater, turn * count, count);
    changes.copyNumber(one, numberLater, turn * count);
  }

  @Override
  public void keeps(int thing, long untilPs) {
    int latest = thing * KNOWN + (next[thing] + KNOWN - 1) % KNOWN;
    keptPs[latest] = untilPs - beganPs[latest];
    for (int turn = thing * KNOWN; turn < (thing + 1) * KNOWN; turn++) {
      boolean isKept = (keptPs[turn] | keptPs[latest]) != 0;
      if (turn != latest && beganPs[turn] >= 0 && isKept && who[turn] != who[latest]) {
        compare(turn, latest);
      }
    }
  }

  private void changes(int turn, int latest, int move, boolean isUp, double steps) {
    if (keptPs[latest] > 0) {
      changes.changesTurn(began[turn], move, isUp, steps);
    }
    if (keptPs[turn] > 0) {
      changes.changesTurn(began[latest], move, isUp, steps);
    }
  }

  /** What would make the latest turn come before an earlier one. */
  private void compare(int turn, int latest) {
    long lagPs = camePs[latest] - beganPs[turn];
    long behindPs = numberPs[latest] - numberPs[turn];
    boolean isBehind = number[latest] > number[turn];
    for (int i = 0; i < count; i++) {
      long gains = beganLater[turn * count + i] - cameLater[latest * count + i];
      long ahead = numberLater[turn * count + i] - numberLater[latest * count + i];
      if (gains == 0 && ahead == 0) {
        continue; // this move makes no difference to the two
      }
      boolean isThere = lagPs < 0 || (lagPs == 0 && gains == 0);
      if (isThere && !isBehind) {
        continue; // something else has kept it away
      }
      for (int way = 1; way >= -1; way -= 2) {
        double there = isThere ? 0 : steps(lagPs, way * gains);
        boolean isFirst = !isBehind || (wasFree[turn] && !isThere);
        double steps = Math.max(there, isFirst ? 0 : steps(behindPs, way * ahead));
        changes(turn, latest, i, way > 0, steps);
      }
    }
  }

  /**
   * After how many steps a lag is made up for; never if there is none, as what is given a number at
   * the same time mostly is in another place.
   */
  private static double steps(long lagPs, long gains) {
    return lagPs > 0 && gains > 0 ? (double) lagPs / gains : Double.POSITIVE_INFINITY;
  }

  private void grow(int thing) {
    int from = next.length;
    int room = Math.max(thing + 1, 2 * from);
    next = Arrays.copyOf(next, room);
    began = Arrays.copyOf(began, room * KNOWN);
    who = Arrays.copyOf(who, room * KNOWN);
    camePs = Arrays.copyOf(camePs, room * KNOWN);
    keptPs = Arrays.copyOf(keptPs, room * KNOWN);
    beganPs = Arrays.copyOf(beganPs, room * KNOWN);
    Arrays.fill(beganPs, from * KNOWN, room * KNOWN, -1);
    numberPs = Arrays.copyOf(numberPs, room * KNOWN);
    number = Arrays.copyOf(number, room * KNOWN);
    wasFree = Arrays.copyOf(wasFree, room * KNOWN);
    cameLater = Arrays.copyOf(cameLater, room * KNOWN * count);
    beganLater = Arrays.copyOf(beganLater, room * KNOWN * count);
    numberLater = Arrays.copyOf(numberLater, room * KNOWN * count);
  }

  @Override
  public void forget(int thing) {
    if (thing < next.length) {
      Arrays.fill(began, thing * KNOWN, (thing + 1) * KNOWN, CauseTree.NONE);
    }
  }

  @Override
  public void visit(IntConsumer moment) {
    for (int one : began) {
      moment.accept(one);
    }
  }
}
