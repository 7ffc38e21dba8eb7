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
 * longer, and by how many steps the parameter may move until the moment is later or earlier than
 * that says, see {@link Limits}.
 */
final class Changes {
  private final List<ParameterMove> moves;
  private final CommunicationModel still;
  private final SensitivityObserver observer;
  private final int count;

  /** By moment and move. */
  private long[] sums = {};

  private final Limits limits;

  /** By who has been given a number which, when that was, and by how much a move makes it later. */
  private long[] numbers = {};

  private long[] numbersPs = {};

  private long[] numbersLater = {};

  /** By move what the next leg takes longer; means nothing where no leg is pending. */
  private final long[] cost;

  /** Whether the next leg takes longer when a parameter moves. */
  private boolean costs;

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
    limits = new Limits(count);
    reserve(CauseTree.BEGINNING);
    limits.begin(CauseTree.BEGINNING);
  }

  private void reserve(int moment) {
    int needed = (moment + 1) * count;
    if (needed > sums.length) {
      sums = Arrays.copyOf(sums, Math.max(needed, Math.max(1 << 12, 2 * sums.length)));
    }
    limits.reserve(moment);
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

  /** A moment is what another one was. */
  void follow(int from, int to) {
    reserve(to);
    System.arraycopy(sums, from * count, sums, to * count, count);
    limits.follow(from, to);
  }

  /**
   * A moment is decided by the later of two.
   *
   * @return whether that says more of how far parameters may move than was known
   */
  boolean decides(int winner, int loser, long lagPs) {
    return limits.decides(winner, loser, lagPs, sums);
  }

  /** The moment that follows from a decision without taking time. */
  void decided(int winner, int moment) {
    follow(winner, moment);
    limits.decided(moment);
  }

  /** Somebody is given a number, at a moment. */
  void numbered(int who, long number, int moment, long timePs) {
    if (who >= numbersPs.length) {
      int room = Math.max(who + 1, 2 * numbersPs.length);
      numbers = Arrays.copyOf(numbers, room);
      numbersPs = Arrays.copyOf(numbersPs, room);
      numbersLater = Arrays.copyOf(numbersLater, room * count);
    }
    numbers[who] = number;
    numbersPs[who] = timePs;
    System.arraycopy(sums, moment * count, numbersLater, who * count, count);
  }

  /** The number that somebody was given. */
  long number(int who) {
    return who < numbers.length ? numbers[who] : 0;
  }

  /** When somebody was given the number. */
  long numberPs(int who) {
    return who < numbersPs.length ? numbersPs[who] : 0;
  }

  /** By how much a number is given later after a step of a move. */
  long numberLater(int who, int move) {
    return who < numbersPs.length ? numbersLater[who * count + move] : 0;
  }

  void copyNumber(int who, long[] to, int at) {
    if (who < numbersPs.length) {
      System.arraycopy(numbersLater, who * count, to, at, count);
    } else {
      Arrays.fill(to, at, at + count, 0);
    }
  }

  /**
   * After some steps somebody has a turn at another time.
   *
   * @param began when it has it; none if that is not known any more
   * @param steps infinite if it always has it then
   */
  void changesTurn(int began, int move, boolean isUp, double steps) {
    if (began != CauseTree.NONE && steps < Double.POSITIVE_INFINITY) {
      limits.add(began, move, isUp, steps);
    }
  }

  /** {@return how many moves there are} */
  int count() {
    return count;
  }

  /** By moment and move by how much it is later. */
  long[] sums() {
    return sums;
  }

  /** How far parameters may move. */
  Limits limits() {
    return limits;
  }

  /** Another moment is now part of one: its limits count there. */
  void merge(int into, int gone) {
    limits.merge(into, gone);
  }

  /** It is certain that the end of all follows from a moment, which is not used any more. */
  void certain(int moment) {
    limits.certain(moment);
  }

  /** Reports the changes of a moment, which is the end of all. */
  void end(int moment) {
    limits.certain(moment);
    List<Sensitivity> told = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      told.add(
          new Sensitivity(
              moves.get(i).name(),
              sums[moment * count + i],
              limits.down(moment, i),
              limits.up(moment, i)));
    }
    observer.sensitivities(List.copyOf(told));
  }
}
