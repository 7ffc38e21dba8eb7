package org.foretell.engine.cause;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Moments, each with the moment that it followed from. The moments that somebody holds are leaves
 * of a tree or stand within it.
 *
 * <p>As all that is still to come follows from a moment that is held, the part of the tree that is
 * common to all of those is certain: it is handed out and forgotten. What hangs on nobody is
 * forgotten too. Both are found between events when the room is used up, in time linear in what is
 * left and in who holds it, so that memory follows from how far the ranks' pasts reach back before
 * they meet and from the longest event, and not from the length of the run. Within an event nothing
 * is forgotten, so a moment need not be held before the event is over.
 *
 * <p>Where they never meet, legs that follow each other are put together once there are too many:
 * of a stretch on which nothing branches and nobody holds anything, all legs that are alike become
 * one that takes as long as they did together. What the path consists of stays exact; in which
 * order it came to that within the stretch is forgotten. See {@link Stretches}.
 */
public final class CauseTree {
  /** No moment. */
  public static final int NONE = 0;

  /** The moment from which all others follow, at time 0. */
  public static final int BEGINNING = 1;

  private static final int FIRST_ROOM = 1 << 12;

  /** Some 60 bytes for each. */
  private static final int MOST = 1 << 20;

  /** The end of what is no moment any more. */
  private static final long FREE = -1;

  /** For how many moments there is room when an event begins, at least. */
  private static final int RESERVE = 64;

  private final Holders holders;
  private final Legs legs;

  /** Puts legs together; null if that is not to be done. */
  private final @Nullable Stretches stretches;

  /** How many moments there are before legs are put together. */
  private final int most;

  /** By moment the one that it followed from; of free ones the next free one. */
  private int[] before;

  private long[] endPs;

  /** The last moment that is certain. */
  private int trunk = BEGINNING;

  private int free = NONE;
  private int fresh = BEGINNING + 1;
  private int used = 1;

  /** For how many moments there is room when an event begins: as many as any event made. */
  private int reserve;

  /** How many moments the present event has made. */
  private int made;

  /** Who holds moments. */
  @FunctionalInterface
  public interface Holders {
    /** Names each moment that is held; {@link #NONE} and the same one several times are fine. */
    void visit(IntConsumer moment);
  }

  /** Receives the certain part of the path, leg by leg in order of time. */
  @FunctionalInterface
  public interface Legs {
    /**
     * The next leg.
     *
     * @param moment to which it leads, which is given to another leg once this has been told
     */
    void leg(int moment, long startPs, long endPs);
  }

  /**
   * Nothing but the beginning.
   *
   * @param alike by moment a number that legs share which may be put together
   * @param merging receives merged legs
   */
  CauseTree(Holders holders, Legs legs, IntToLongFunction alike, Stretches.Merging merging) {
    this(holders, legs, FIRST_ROOM, MOST, alike, merging);
  }

  /**
   * Nothing but the beginning.
   *
   * @param room how many moments there are before what is not needed is looked for, at least 3
   * @param most how many there are before legs are put together
   * @param alike by moment a number that legs share which may be put together; null for none
   * @param merging receives merged legs
   */
  CauseTree(
      Holders holders,
      Legs legs,
      int room,
      int most,
      @Nullable IntToLongFunction alike,
      Stretches.Merging merging) {
    this.holders = holders;
    this.legs = legs;
    this.most = most;
    stretches = alike == null ? null : new Stretches(alike, merging);
    before = new int[room];
    endPs = new long[room];
    reserve = Math.min(RESERVE, room / 4);
  }

  /** When a moment is. */
  public long endPs(int moment) {
    long end = endPs[moment];
    if (end < 0) {
      throw new AssertionError("moment " + moment + " is not held by anybody");
    }
    return end;
  }

  /**
   * The moment at a time on the way to another.
   *
   * @return the earliest that is kept if that is later
   */
  public int at(int moment, long timePs) {
    int one = moment;
    while (one != trunk && endPs[one] > timePs) {
      one = before[one];
    }
    return one;
  }

  /** How many moments are kept. */
  int size() {
    return used;
  }

  /**
   * A moment that follows from another. Its number is that of the leg between them.
   *
   * @param untilPs not before {@code from}
   * @return {@code from} itself if no time passes
   */
  public int follow(int from, long untilPs) {
    if (untilPs == endPs(from)) {
      return from;
    }
    return add(from, untilPs);
  }

  /** Another moment that follows from one at the same time. */
  int branch(int from) {
    return add(from, endPs(from));
  }

  /** An event is over: what nobody holds now is not used any more. */
  void eventIsOver() {
    reserve = Math.max(reserve, made);
    made = 0;
    if (used + reserve >= before.length - 1) {
      makeRoom();
    }
  }

  private int add(int from, long untilPs) {
    if (used == before.length - 1) {
      grow();
    }
    made++;
    int moment = free;
    if (moment == NONE) {
      moment = fresh++;
    } else {
      free = before[moment];
    }
    used++;
    before[moment] = from;
    endPs[moment] = untilPs;
    return moment;
  }

  /** Hands out what is left on the way to a moment, after which nothing more may be asked. */
  public void end(int moment) {
    int[] way = new int[16];
    int length = 0;
    for (int one = moment; one != trunk; one = before[one]) {
      if (one == NONE) {
        throw new AssertionError("no way from the trunk to moment " + moment);
      }
      if (length == way.length) {
        way = Arrays.copyOf(way, 2 * length);
      }
      way[length++] = one;
    }
    for (int i = length - 1; i >= 0; i--) {
      handOut(way[i]);
    }
  }

  private void handOut(int next) {
    legs.leg(next, endPs[before[next]], endPs[next]);
  }

  private void makeRoom() {
    int[] child = new int[fresh];
    int[] children = new int[fresh];
    boolean[] kept = new boolean[fresh];
    boolean[] held = new boolean[fresh];
    int[] visits = {0};
    kept[trunk] = true;
    IntConsumer hold =
        moment -> {
          visits[0]++;
          held[moment] = true;
          for (int one = moment; one != NONE && !kept[one]; one = before[one]) {
            kept[one] = true;
            children[before[one]]++;
            child[before[one]] = one;
          }
        };
    holders.visit(hold);
    while (children[trunk] == 1 && !held[trunk]) {
      int next = child[trunk];
      handOut(next);
      kept[trunk] = false;
      trunk = next;
    }
    if (stretches != null && fresh > most / 2) {
      for (int moment = 1; moment < fresh; moment++) {
        if (kept[moment] && moment != trunk && (held[moment] || children[moment] != 1)) {
          before[moment] = stretches.shorten(moment, trunk, before, endPs, children, held, kept);
        }
      }
    }
    free = NONE;
    used = 0;
    for (int moment = fresh - 1; moment > NONE; moment--) {
      if (kept[moment]) {
        used++;
      } else {
        before[moment] = free;
        endPs[moment] = FREE;
        free = moment;
      }
    }
    if (used + reserve > before.length / 2 || visits[0] > before.length) {
      grow();
    }
  }

  private void grow() {
    int room = Math.multiplyExact(before.length, 2);
    before = Arrays.copyOf(before, room);
    endPs = Arrays.copyOf(endPs, room);
  }
}
