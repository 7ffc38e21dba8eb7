package org.foretell.engine.cause;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;
import java.util.function.IntToLongFunction;
import org.foretell.model.CollectiveCall;
import org.foretell.model.Message;
import org.foretell.observe.PathLeg.Kind;
import org.foretell.observe.PathLeg.Resource;
import org.foretell.observe.PathObserver;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * Tracks causes: the moments on which the clocks of ranks, and pending messages, depend. Exists
 * only if the critical path is requested.
 *
 * <p>The <em>current</em> moment is the cause of the event being processed: code that makes a rank
 * wait until some time, completes a request, or sends a message, first sets the current moment.
 * Pending objects hold their moments.
 */
public final class Causes {
  private final CauseTree tree;
  private final LegTable legs;
  private final List<CauseTree.Holders> holders = new ArrayList<>();
  private IntToLongFunction placeOf = rank -> place(OpCode.INIT, OpView.NONE, OpView.NONE);
  private IntToLongFunction operationOf = rank -> OpView.NONE;

  /** By rank the cause of its clock; none for finished ranks. */
  private final int[] clock;

  /** By rank the cause of the latest end of the parts of its op. */
  private final int[] ready;

  private final Uses cpus;
  private final List<Uses> uses = new ArrayList<>();

  /** The moment of the finished rank that ended last. */
  private int last = CauseTree.BEGINNING;

  private int now = CauseTree.BEGINNING;
  private long presentPs;

  /** The last moment that is certain. */
  private int certain = CauseTree.BEGINNING;

  private int carried = CauseTree.NONE;

  private int[] kept = new int[16];
  private int[] freeSlots = new int[16];
  private int freeCount;
  private int freshSlot;

  /** The effects of parameter steps; null unless requested. */
  private final @Nullable Changes changes;

  /**
   * All ranks are at the beginning.
   *
   * @param nodes by rank
   * @param observer of the critical path
   * @param moved the parameter steps; null unless requested
   */
  public Causes(int[] nodes, PathObserver observer, @Nullable MovedParameters moved) {
    changes = moved == null ? null : new Changes(moved.still(), moved.moves(), moved.observer());
    int ranks = nodes.length;
    legs = new LegTable(nodes);
    Changes known = changes;
    tree =
        new CauseTree(
            this::visit,
            (one, from, to) -> {
              if (known != null) {
                known.certain(certain);
                certain = one;
              }
              if (to > from) {
                observer.leg(legs.show(one, from, to));
              }
            },
            legs::alike,
            (into, gone) -> {
              if (known != null) {
                known.merge(into, gone);
              }
            });
    clock = new int[ranks];
    ready = new int[ranks];
    cpus = new Uses(this, ranks, known == null ? null : new NumberOrder(known, tree));
    Arrays.fill(clock, CauseTree.BEGINNING);
    Arrays.fill(ready, CauseTree.BEGINNING);
  }

  /**
   * Sets the places of ranks.
   *
   * @param ofRank by rank the op that it executes, its call site and phase, see {@link #place}
   * @param operation by rank the number of its op
   */
  public void placeOf(IntToLongFunction ofRank, IntToLongFunction operation) {
    placeOf = ofRank;
    operationOf = operation;
  }

  /** An op, its call site and phase as one number. */
  public static long place(OpCode code, int callSite, int marker) {
    return PlaceTable.place(code, callSite, marker);
  }

  /** Ranks are task graphs: they have no clocks, and callers set the end. */
  public void ranksHaveNoClocks() {
    Arrays.fill(clock, CauseTree.NONE);
    Arrays.fill(ready, CauseTree.NONE);
    last = CauseTree.NONE;
  }

  /** A rank has no clock any more. */
  public void forgetClock(int rank) {
    clock[rank] = CauseTree.NONE;
  }

  /** Another object holds moments. */
  public void heldBy(CauseTree.Holders holder) {
    holders.add(holder);
  }

  private void visit(IntConsumer moment) {
    long unfinishedPs = -1;
    cpus.visit(
        moment,
        presentPs,
        rank -> {
          if (clock[rank] == CauseTree.NONE) {
            endsLast(cpus.until(rank));
          }
        });
    uses.forEach(one -> one.visit(moment, presentPs, thing -> {}));
    for (int rank = 0; rank < clock.length; rank++) {
      moment.accept(clock[rank]);
      moment.accept(ready[rank]);
      if (clock[rank] != CauseTree.NONE) {
        unfinishedPs = Math.max(unfinishedPs, tree.endPs(clock[rank]));
      }
    }
    if (tree.endPs(last) <= unfinishedPs) {
      last = CauseTree.NONE;
    }
    moment.accept(last);
    moment.accept(now);
    moment.accept(carried);
    for (int slot = 0; slot < freshSlot; slot++) {
      moment.accept(kept[slot]);
    }
    holders.forEach(holder -> holder.visit(moment));
  }

  private void endsLast(int moment) {
    if (last == CauseTree.NONE || tree.endPs(moment) > tree.endPs(last)) {
      last = moment;
    }
  }

  /** As {@link #endsLast}, where moments may be created. */
  private void decidesEnd(int moment) {
    last = last == CauseTree.NONE ? moment : later(last, moment);
  }

  /** The current moment. */
  public int now() {
    return now;
  }

  /** The time of a moment. */
  public long endPs(int moment) {
    return tree.endPs(moment);
  }

  /** The time of the current moment. */
  public long nowPs() {
    return tree.endPs(now);
  }

  /** Makes a moment the current one. */
  public void now(int moment) {
    forgetCosts();
    now = moment;
  }

  /** Makes the moment of a rank's clock the current one. */
  public void at(int rank) {
    forgetCosts();
    now = clock[rank];
  }

  private void forgetCosts() {
    Changes known = changes;
    if (known != null) {
      known.forget();
    }
  }

  /** The next leg takes the model's time of a message, of the kind that {@code what} selects. */
  public void costs(MessageCost what, Message message, long startPs) {
    Changes known = changes;
    if (known != null) {
      known.costs(what, message, startPs);
    }
  }

  /** The next leg is a collective that a formula computes. */
  public void costs(CollectiveCall call) {
    Changes known = changes;
    if (known != null) {
      known.costs(call);
    }
  }

  /** The moment at a time from which another follows, or the last one that is certain. */
  public int at(int moment, long timePs) {
    return tree.at(moment, timePs);
  }

  /** The moment of the clock of a rank. */
  public int clock(int rank) {
    return clock[rank];
  }

  /** Makes the later of the current moment and another one the current one. */
  public void later(int moment) {
    if (moment != CauseTree.NONE) {
      now = later(now, moment);
    }
  }

  /** The later of two moments, the first if both are at the same time. */
  public int laterOf(int one, int other) {
    return later(one, other);
  }

  int later(int one, int other) {
    long lagPs = tree.endPs(one) - tree.endPs(other);
    int winner = lagPs < 0 ? other : one;
    Changes known = changes;
    if (known == null || !known.decides(winner, lagPs < 0 ? one : other, Math.abs(lagPs))) {
      return winner;
    }
    int moment = tree.branch(winner);
    known.decided(winner, moment);
    return moment;
  }

  /**
   * Creates the moment at the end of a leg from the current one.
   *
   * @return whether there is one
   */
  private boolean ends(long untilPs) {
    Changes known = changes;
    boolean longer = untilPs > tree.endPs(now);
    if (!longer && (known == null || !known.isPending() || untilPs < tree.endPs(now))) {
      forgetCosts();
      return false;
    }
    int from = now;
    now = longer ? tree.follow(from, untilPs) : tree.branch(from);
    if (known != null) {
      known.leg(from, now);
    }
    return true;
  }

  /** Adds a leg up to the next moment, which becomes the current one. */
  public void leg(Kind kind, int rank, long untilPs) {
    leg(kind, rank, OpView.NONE, 0, untilPs);
  }

  /** As {@link #leg(Kind, int, long)}, of a message at its source. */
  public void leg(Kind kind, Message message, long untilPs) {
    leg(kind, message.source(), message.destination(), message.bytes(), untilPs);
  }

  /** As {@link #leg(Kind, int, long)}, of a message at its destination. */
  public void legAtTarget(Kind kind, Message message, long untilPs) {
    leg(kind, message.destination(), message.source(), message.bytes(), untilPs);
  }

  /**
   * As {@link #leg(Kind, int, long)}, of a message.
   *
   * @param rank one end of it
   * @param peer the other end
   */
  public void leg(Kind kind, int rank, int peer, long bytes, long untilPs) {
    leg(kind, rank, peer, bytes, LegTable.NOTHING, untilPs);
  }

  /** As {@link #leg(Kind, int, long)}, of a resource that works for a message. */
  public void queue(
      Kind kind, Resource resource, int index, int rank, int peer, long bytes, long untilPs) {
    leg(kind, rank, peer, bytes, LegTable.resource(resource, index), untilPs);
  }

  /** As {@link #queue}, of a message at its source. */
  public void queue(Kind kind, Resource resource, int index, Message message, long untilPs) {
    queue(kind, resource, index, message.source(), message.destination(), message.bytes(), untilPs);
  }

  /** A rank waits for its CPU. */
  public void cpuQueue(int rank, long untilPs) {
    queue(Kind.CPU_QUEUE, Resource.CPU, rank, rank, untilPs);
  }

  /** As {@link #queue}, of a resource that works for a rank. */
  public void queue(Kind kind, Resource resource, int index, int rank, long untilPs) {
    queue(kind, resource, index, rank, OpView.NONE, 0, untilPs);
  }

  private void leg(Kind kind, int rank, int peer, long bytes, int resource, long untilPs) {
    if (ends(untilPs)) {
      legs.set(now, kind, rank, place(rank), operation(rank));
      legs.of(now, peer, bytes, resource);
    }
  }

  /** As {@link #leg(Kind, int, long)}, of a burst, whose op is not the one that the rank is in. */
  public void burst(int rank, long place, long operation, long untilPs) {
    Changes known = changes;
    if (known != null && PlaceTable.code(place) != OpCode.ELAPSE.ordinal()) {
      known.burst(rank, untilPs - tree.endPs(now));
    }
    if (ends(untilPs)) {
      legs.set(now, Kind.COMPUTATION, rank, place, operation);
      legs.of(now, OpView.NONE, 0, LegTable.NOTHING);
    }
  }

  /** As {@link #leg(Kind, int, long)}, of a collective that goes by a formula. */
  public void collective(int rank, int members, long bytes, long untilPs) {
    leg(Kind.COLLECTIVE, rank, members, bytes, untilPs);
  }

  /** As {@link #collective(int, int, long, long)}, of one that was called at a place before. */
  public void collective(
      int rank, long place, long operation, int members, long bytes, long untilPs) {
    if (ends(untilPs)) {
      legs.set(now, Kind.COLLECTIVE, rank, place, operation);
      legs.of(now, members, bytes, LegTable.NOTHING);
    }
  }

  /** Where a rank is, see {@link #place(OpCode, int, int)}. */
  public long place(int rank) {
    return placeOf.applyAsLong(rank);
  }

  /** The number of the op that a rank executes. */
  public long operation(int rank) {
    return operationOf.applyAsLong(rank);
  }

  /** The time that has come: nothing more happens before. */
  public void presentPs(long timePs) {
    presentPs = timePs;
  }

  /** Until when the CPUs of ranks are in use, where they compete. */
  public Uses cpus() {
    return cpus;
  }

  /** Some things that one thing after the other needs. */
  public Uses uses(int things) {
    Changes known = changes;
    Uses made = new Uses(this, things, known == null ? null : new ArrivalOrder(known, tree));
    uses.add(made);
    return made;
  }

  /**
   * A message is given a number, which says before whom it is served.
   *
   * @param message any number for it that no other message has at the time
   * @param timePs the present
   */
  public void numbered(int message, long number, long timePs) {
    Changes known = changes;
    if (known != null) {
      known.numbered(who(message), number, tree.at(now, timePs), timePs);
    }
  }

  /** Who a message is, see {@link Uses#after(int, int)}; a rank is its number. */
  public int who(int message) {
    return clock.length + message;
  }

  /** A rank is given a number while something happens. */
  public void numbersRank(int rank, long number, long timePs) {
    Changes known = changes;
    if (known != null) {
      known.numbered(rank, number, tree.at(now, timePs), timePs);
    }
  }

  /** A rank is given a number at its clock. */
  public void numbersRankAtClock(int rank, long number, long timePs) {
    Changes known = changes;
    if (known != null && clock[rank] != CauseTree.NONE) {
      known.numbered(rank, number, tree.at(clock[rank], timePs), timePs);
    }
  }

  /** As {@link #uses}, of things for which nothing competes. */
  public Uses usesInOrder(int things) {
    Uses made = new Uses(this, things, null);
    uses.add(made);
    return made;
  }

  /** The event being processed is the only one that depends on the current moment. */
  int branch() {
    int from = now;
    now = tree.branch(from);
    Objects.requireNonNull(changes).follow(from, now);
    return now;
  }

  /** Puts the current moment aside. */
  public void carry() {
    carried = now;
  }

  /** Takes the moment that was put aside. */
  public void takeCarried() {
    now = carried;
    carried = CauseTree.NONE;
  }

  /** As {@link #takeCarried}, which may be done again. */
  public void again() {
    now = carried;
  }

  /** Keeps a moment under a number that is given back with {@link #release}. */
  public int keep(int moment) {
    int slot;
    if (freeCount > 0) {
      slot = freeSlots[--freeCount];
    } else {
      slot = freshSlot++;
      if (slot == kept.length) {
        kept = Arrays.copyOf(kept, 2 * slot);
        freeSlots = Arrays.copyOf(freeSlots, 2 * slot);
      }
    }
    kept[slot] = moment;
    return slot;
  }

  /** Makes the moment kept under a number the current one again, and no longer keeps it. */
  public void restore(int slot) {
    now = kept[slot];
    release(slot);
  }

  /** A moment that is kept. */
  public int kept(int slot) {
    return kept[slot];
  }

  /** Keeps the later of the moment that is kept and another. */
  public void keepLater(int slot, int moment) {
    kept[slot] = later(kept[slot], moment);
  }

  /** A moment need no longer be kept. */
  public void release(int slot) {
    kept[slot] = CauseTree.NONE;
    freeSlots[freeCount++] = slot;
  }

  /** Moves the clock of a rank on to a time that the current moment has, or begins. */
  public void clockIs(int rank, long timePs) {
    clock[rank] = momentAt(rank, timePs);
  }

  /** A rank begins an op that may block. */
  public void begins(int rank) {
    ready[rank] = clock[rank];
  }

  /** A part of the op of a rank ends later than those before it. */
  public void part(int rank, long endPs) {
    ready[rank] = later(momentAt(rank, endPs), ready[rank]);
  }

  /** A part of the op of a rank ends no later than others. */
  public void partIsEarly(int rank, long endPs) {
    if (changes != null && tree.endPs(now) == endPs) {
      ready[rank] = later(ready[rank], now);
    }
  }

  /** A rank goes on, as all parts of its op have ended. */
  public void goesOn(int rank) {
    clock[rank] = ready[rank];
  }

  /**
   * Returns the moment of an end for a rank, and makes it the current one: the current moment, or
   * one that follows from it. If the current moment is later, the end has no known cause but the
   * rank's own past.
   */
  public int momentAt(int rank, long timePs) {
    if (tree.endPs(now) > timePs) {
      now = clock[rank];
    }
    leg(Kind.OTHER, rank, timePs);
    return now;
  }

  /** A rank has executed its last op. */
  public void finished(int rank) {
    decidesEnd(clock[rank]);
    clock[rank] = CauseTree.NONE;
    ready[rank] = CauseTree.NONE;
  }

  /** All ranks have finished. */
  public void end() {
    for (int rank = 0; rank < clock.length; rank++) {
      if (cpus.until(rank) != CauseTree.NONE) {
        decidesEnd(cpus.until(rank));
      }
    }
    end(last);
  }

  /** All is over with a moment. */
  public void end(int moment) {
    tree.end(moment);
    Changes known = changes;
    if (known != null) {
      known.end(moment);
    }
  }
}
