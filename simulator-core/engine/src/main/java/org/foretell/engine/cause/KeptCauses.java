package org.foretell.engine.cause;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.foretell.model.CollectiveCall;
import org.foretell.model.Message;
import org.foretell.observe.PathLeg.Kind;
import org.foretell.observe.PathLeg.Resource;
import org.foretell.observe.PathObserver;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** Keeps the moments on which the clocks of ranks, and pending messages, depend. */
final class KeptCauses extends Causes {
  private final CauseTree tree;
  private final LegTable legs;
  private final CauseSetup setup;
  private final SendingOps senders = new SendingOps();

  /** By rank the moment of its clock; none for finished ranks. */
  private final int[] clock;

  private final Uses cpus;

  /** The moment of the finished rank that ended last. */
  private int last = CauseTree.BEGINNING;

  private long presentPs;

  /** The last moment that is certain. */
  private int certain = CauseTree.BEGINNING;

  /** The effects of parameter steps; null unless requested. */
  private final @Nullable Changes changes;

  private KeptCauses(int[] nodes, PathObserver observer, @Nullable MovedParameters moved) {
    super(true);
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
    NumberOrder order = known == null ? null : new NumberOrder(known, tree);
    setup = new CauseSetup(this, ranks, order);
    cpus = setup.cpus();
    Arrays.fill(clock, CauseTree.BEGINNING);
  }

  /**
   * See {@link CauseSetup#of}. Answers the supertype, so that who calls this does not load the
   * class.
   */
  static Causes kept(int[] nodes, PathObserver observer, @Nullable MovedParameters moved) {
    return new KeptCauses(nodes, observer, moved);
  }

  /** See {@link CauseSetup#ofGraphs}. */
  static Causes keptOfGraphs(int[] nodes, PathObserver observer) {
    KeptCauses made = new KeptCauses(nodes, observer, null);
    Arrays.fill(made.clock, CauseTree.NONE);
    made.last = CauseTree.NONE;
    return made;
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
    setup.visitUses(moment, presentPs);
    for (int rank = 0; rank < clock.length; rank++) {
      moment.accept(clock[rank]);
      if (clock[rank] != CauseTree.NONE) {
        unfinishedPs = Math.max(unfinishedPs, tree.endPs(clock[rank]));
      }
    }
    if (tree.endPs(last) <= unfinishedPs) {
      last = CauseTree.NONE;
    }
    moment.accept(last);
    setup.visitHolders(moment);
  }

  private void endsLast(int moment) {
    if (last == CauseTree.NONE || tree.endPs(moment) > tree.endPs(last)) {
      last = moment;
    }
  }

  /** As {@link #endsLast}, where moments may be created. */
  private void decidesEnd(int moment) {
    last = later(last, moment);
  }

  @Override
  public CauseSetup setup() {
    return setup;
  }

  @Override
  int keptClock(int rank) {
    return clock[rank];
  }

  @Override
  void keepClock(int rank, long timePs, int after) {
    clock[rank] = after == CauseTree.NONE ? after : momentAt(rank, timePs, after);
  }

  @Override
  public void finished(int rank) {
    decidesEnd(clock[rank]);
    clock[rank] = CauseTree.NONE;
  }

  @Override
  int keptLater(int one, int other) {
    if (one == CauseTree.NONE || other == CauseTree.NONE) {
      return one == CauseTree.NONE ? other : one;
    }
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

  @Override
  public int at(int moment, long timePs) {
    return tree.at(moment, timePs);
  }

  @Override
  public long endPs(int moment) {
    return tree.endPs(moment);
  }

  @Override
  public int momentAt(int rank, long timePs, int after) {
    return happened(Kind.OTHER, rank, timePs, tree.endPs(after) > timePs ? clock[rank] : after);
  }

  @Override
  void keepSender(int who, int source) {
    senders.set(~who, setup.place(source), setup.operation(source));
  }

  @Override
  public int happened(Kind kind, int who, int rank, int peer, long bytes, long untilPs, int after) {
    return leg(kind, LegTable.NOTHING, who, rank, peer, bytes, untilPs, after);
  }

  @Override
  public int happened(
      Kind kind,
      int who,
      Message message,
      @Nullable MessageCost cost,
      long startPs,
      long untilPs,
      int after) {
    costs(cost, message, startPs);
    int peer = message.destination();
    return happened(kind, who, message.source(), peer, message.bytes(), untilPs, after);
  }

  @Override
  public int happenedAtTarget(
      Kind kind,
      Message message,
      @Nullable MessageCost cost,
      long startPs,
      long untilPs,
      int after) {
    costs(cost, message, startPs);
    return happened(kind, message.destination(), message.source(), message.bytes(), untilPs, after);
  }

  @Override
  public int happened(
      Kind kind,
      Resource resource,
      int index,
      int who,
      int rank,
      int peer,
      long bytes,
      long untilPs,
      int after) {
    int what = LegTable.resource(resource, index);
    return leg(kind, what, who, rank, peer, bytes, untilPs, after);
  }

  @Override
  public int happened(
      Kind kind,
      Resource resource,
      int index,
      int who,
      Message message,
      MessageCost cost,
      long untilPs,
      int after) {
    costs(cost, message, tree.endPs(after));
    int peer = message.destination();
    int what = LegTable.resource(resource, index);
    return leg(kind, what, who, message.source(), peer, message.bytes(), untilPs, after);
  }

  /** The next leg takes the model's time of a message, of the kind that {@code what} selects. */
  private void costs(@Nullable MessageCost what, Message message, long startPs) {
    Changes known = changes;
    if (known != null && what != null) {
      known.costs(what, message, startPs);
    }
  }

  private int leg(
      Kind kind, int resource, int who, int rank, int peer, long bytes, long untilPs, int after) {
    int moment = ends(untilPs, after);
    if (moment != after) {
      boolean sent = who < 0 && senders.knows(~who);
      long place = sent ? senders.place(~who) : setup.place(rank);
      long operation = sent ? senders.operation(~who) : setup.operation(rank);
      legs.set(moment, kind, rank, place, operation);
      legs.of(moment, peer, bytes, resource);
    }
    return moment;
  }

  /** The moment at the end of a leg, the one at its beginning if there is none. */
  private int ends(long untilPs, int after) {
    Changes known = changes;
    long lengthPs = untilPs - tree.endPs(after);
    boolean costs = known != null && known.isPending();
    int moment = after;
    if (lengthPs > 0) {
      moment = tree.follow(after, untilPs);
    } else if (lengthPs == 0 && costs) {
      moment = tree.branch(after);
    }
    if (known != null && moment != after) {
      known.leg(after, moment);
    } else if (known != null) {
      known.forget();
    }
    return moment;
  }

  @Override
  public int burst(int rank, long place, long operation, long untilPs, int after) {
    Changes known = changes;
    if (known != null && PlaceTable.code(place) != OpCode.ELAPSE.ordinal()) {
      known.burst(rank, untilPs - tree.endPs(after));
    }
    int moment = ends(untilPs, after);
    if (moment != after) {
      legs.set(moment, Kind.COMPUTATION, rank, place, operation);
      legs.of(moment, OpView.NONE, 0, LegTable.NOTHING);
    }
    return moment;
  }

  @Override
  public int collective(
      int rank,
      long place,
      long operation,
      int members,
      long bytes,
      @Nullable CollectiveCall cost,
      long untilPs,
      int after) {
    Changes known = changes;
    if (known != null && cost != null) {
      known.costs(cost);
    }
    int moment = ends(untilPs, after);
    if (moment != after) {
      legs.set(moment, Kind.COLLECTIVE, rank, place, operation);
      legs.of(moment, members, bytes, LegTable.NOTHING);
    }
    return moment;
  }

  @Override
  @Nullable Order order(Uses.Turns turns) {
    Changes known = changes;
    return known == null || turns == Uses.Turns.IN_ORDER ? null : new ArrivalOrder(known, tree);
  }

  @Override
  void keepNumber(int who, long number, long timePs, int moment) {
    Changes known = changes;
    if (known != null && moment != CauseTree.NONE) {
      known.numbered(number(who), number, tree.at(moment, timePs), timePs);
    }
  }

  @Override
  int number(int who) {
    return who >= 0 ? who : clock.length + ~who;
  }

  @Override
  void keepTime(long timePs) {
    presentPs = timePs;
    tree.eventIsOver();
  }

  @Override
  public void end(int moment) {
    int end = moment == CauseTree.NONE ? latestEnd() : moment;
    tree.end(end);
    Changes known = changes;
    if (known != null) {
      known.end(end);
    }
  }

  private int latestEnd() {
    for (int rank = 0; rank < clock.length; rank++) {
      decidesEnd(cpus.until(rank));
    }
    return last;
  }

  @Override
  int branch(int from) {
    Changes known = changes;
    int moment = tree.branch(from);
    if (known != null) {
      known.follow(from, moment);
    }
    return moment;
  }

  @Override
  boolean compare() {
    return changes != null;
  }
}
