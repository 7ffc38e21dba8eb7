package org.foretell.engine.cause;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Who comes first has the first turn. So the order is another one when two that followed each other
 * come the other way round.
 */
final class ArrivalOrder implements Order {
  private final int count;
  private final Changes changes;
  private final CauseTree tree;

  // By thing and turn, the present one and the one before.
  private long[] camePs = {};
  private int[] began = {};

  /** By thing, turn and move. */
  private long[] cameLater = {};

  /** Nobody has come. */
  ArrivalOrder(Changes changes, CauseTree tree) {
    count = changes.count();
    this.changes = changes;
    this.tree = tree;
  }

  @Override
  public void turn(int thing, int who, int came, boolean waited, int start) {
    int now = 2 * thing;
    if (now >= began.length) {
      int room = Math.max(now + 2, 2 * began.length);
      began = Arrays.copyOf(began, room);
      camePs = Arrays.copyOf(camePs, room);
      cameLater = Arrays.copyOf(cameLater, room * count);
    }
    began[now + 1] = began[now];
    camePs[now + 1] = camePs[now];
    System.arraycopy(cameLater, now * count, cameLater, (now + 1) * count, count);
    began[now] = start;
    camePs[now] = tree.endPs(came);
    System.arraycopy(changes.sums(), came * count, cameLater, now * count, count);
  }

  @Override
  public void keeps(int thing, long untilPs) {
    int now = 2 * thing;
    int before = now + 1;
    long lagPs = camePs[now] - camePs[before];
    if (began[before] == CauseTree.NONE || lagPs < 0) {
      return; // a negative lag: something else has kept the earlier one away
    }
    for (int i = 0; i < count; i++) {
      long gains = cameLater[before * count + i] - cameLater[now * count + i];
      if (gains != 0) {
        double steps = (double) lagPs / Math.abs(gains);
        changes.changesTurn(began[before], i, gains > 0, steps);
        changes.changesTurn(began[now], i, gains > 0, steps);
      }
    }
  }

  @Override
  public void forget(int thing) {
    if (2 * thing < began.length) {
      began[2 * thing] = CauseTree.NONE;
      began[2 * thing + 1] = CauseTree.NONE;
    }
  }

  @Override
  public void visit(IntConsumer moment) {
    for (int one : began) {
      moment.accept(one);
    }
  }
}
