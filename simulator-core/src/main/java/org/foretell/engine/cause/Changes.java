package org.foretell.engine.cause;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.foretell.model.CollectiveCall;
import org.foretell.model.CommunicationModel;
import org.foretell.model.Message;
import org.foretell.model.ParameterMove;
import org.foretell.observe.SensitivityObserver;
import org.foretell.result.Sensitivity;

/**
 * By moment what moves of parameters do to the way that leads to it: by how much each makes it
 * longer, and by how many steps the parameter may move until another way to the same moment, which
 * has lost at one of its decisions, takes over. What would make such another way longer by yet
 * another one is not looked at, unless both end at the same time.
 */
final class Changes {
  private final List<ParameterMove> moves;
  private final CommunicationModel still;
  private final SensitivityObserver observer;
  private final int count;

  // By moment and move.
  private long[] sums = {};
  private double[] down = {};
  private double[] up = {};

  /** By move what the next leg takes longer; means nothing where no leg is pending. */
  private final long[] cost;

  /** Whether the next leg takes longer when a parameter moves. */
  private boolean costs;

  /** By move what a decision leaves. */
  private final double[] lessDown;

  private final double[] lessUp;

  /**
   * Moves of parameters.
   *
   * @param still what the moved models are compared with
   */
  Changes(CommunicationModel still, List<ParameterMove> moves, SensitivityObserver observer) {
    this.still = still;
    this.moves = moves;
    this.observer = observer;
    count = moves.size();
    cost = new long[count];
    lessDown = new double[count];
    lessUp = new double[count];
    reserve(CauseTree.BEGINNING);
    Arrays.fill(
        down,
        CauseTree.BEGINNING * count,
        (CauseTree.BEGINNING + 1) * count,
        Double.POSITIVE_INFINITY);
    Arrays.fill(
        up,
        CauseTree.BEGINNING * count,
        (CauseTree.BEGINNING + 1) * count,
        Double.POSITIVE_INFINITY);
  }

  private void reserve(int moment) {
    int needed = (moment + 1) * count;
    if (needed > sums.length) {
      int room = Math.max(needed, Math.max(1 << 12, 2 * sums.length));
      sums = Arrays.copyOf(sums, room);
      down = Arrays.copyOf(down, room);
      up = Arrays.copyOf(up, room);
    }
  }

  /** The next leg takes what models say of a message, and what has been said before. */
  void costs(MessageCost what, Message message, long startPs) {
    adds(what, message, startPs, 1);
  }

  /** The next leg takes that much less. */
  void costsLess(MessageCost what, Message message, long startPs) {
    adds(what, message, startPs, -1);
  }

  private void adds(MessageCost what, Message message, long startPs, int sign) {
    long before = what.ps(still.mpi(), message, startPs);
    for (int i = 0; i < count; i++) {
      CommunicationModel moved = moves.get(i).communication();
      if (moved != null) {
        adds(i, sign * (what.ps(moved.mpi(), message, startPs) - before));
      }
    }
  }

  /** The next leg is a collective that goes by a formula. */
  void costs(CollectiveCall call) {
    long before = still.collectives().durationPs(call);
    for (int i = 0; i < count; i++) {
      CommunicationModel moved = moves.get(i).communication();
      if (moved != null) {
        adds(i, moved.collectives().durationPs(call) - before);
      }
    }
  }

  /** The next leg is a burst. */
  void burst(int rank, long durationPs) {
    for (int i = 0; i < count; i++) {
      ParameterMove move = moves.get(i);
      if (move.burstFactor() != 1 && move.ranks().test(rank)) {
        adds(i, Math.round(durationPs * move.burstFactor()) - durationPs);
      }
    }
  }

  private void adds(int move, long longerPs) {
    if (longerPs == 0) {
      return;
    }
    if (!costs) {
      // Most legs cost what they did, and are forgotten: zeros are written only where they count.
      Arrays.fill(cost, 0);
      costs = true;
    }
    cost[move] += longerPs;
  }

  /** Whether the next leg takes longer when a parameter moves. */
  boolean isPending() {
    return costs;
  }

  /** There is no next leg. */
  void forget() {
    costs = false;
  }

  /** A leg leads from one moment to another. */
  void leg(int from, int to) {
    follow(from, to);
    if (costs) {
      for (int i = 0; i < count; i++) {
        sums[to * count + i] += cost[i];
      }
      forget();
    }
  }

  private void follow(int from, int to) {
    reserve(to);
    System.arraycopy(sums, from * count, sums, to * count, count);
    System.arraycopy(down, from * count, down, to * count, count);
    System.arraycopy(up, from * count, up, to * count, count);
  }

  /**
   * A moment is decided by the later of two.
   *
   * @return whether that says more of how far parameters may move than was known
   */
  boolean decides(int winner, int loser, long lagPs) {
    boolean more = false;
    for (int i = 0; i < count; i++) {
      int won = winner * count + i;
      int lost = loser * count + i;
      long gains = sums[lost] - sums[won];
      lessUp[i] = up[won];
      lessDown[i] = down[won];
      if (gains > 0) {
        lessUp[i] = Math.min(lessUp[i], (double) lagPs / gains);
      } else if (gains < 0) {
        lessDown[i] = Math.min(lessDown[i], (double) lagPs / -gains);
      }
      if (lagPs == 0) {
        lessUp[i] = up[lost] == 0 ? 0 : lessUp[i];
        lessDown[i] = down[lost] == 0 ? 0 : lessDown[i];
      }
      more |= lessUp[i] < up[won] || lessDown[i] < down[won];
    }
    return more;
  }

  /** The moment that follows from a decision without taking time. */
  void decided(int winner, int moment) {
    follow(winner, moment);
    System.arraycopy(lessDown, 0, down, moment * count, count);
    System.arraycopy(lessUp, 0, up, moment * count, count);
  }

  /** Tells what a moment says, which is the end of all. */
  void end(int moment) {
    List<Sensitivity> told = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int at = moment * count + i;
      told.add(new Sensitivity(moves.get(i).name(), sums[at], down[at], up[at]));
    }
    observer.sensitivities(List.copyOf(told));
  }
}
