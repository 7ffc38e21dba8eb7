package org.foretell.engine.buslink;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.cause.Causes;
import org.foretell.engine.collective.CallPool;
import org.foretell.engine.collective.CollectiveMatching;
import org.foretell.engine.collective.CommunicatorGroup;
import org.foretell.engine.collective.OpenCollective;
import org.foretell.engine.collective.ScheduleExecutor;
import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.ReplayState;
import org.foretell.engine.state.RequestTable;
import org.foretell.model.BusLinkModel;
import org.foretell.observe.PathLeg;
import org.foretell.time.Ps;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * Collectives under a bus-link model. When all members have called, one member of each site takes
 * all buses of its site, and if there are several sites the site's link out, then, when all have
 * that, its link in. Then the collective runs.
 */
public final class BusLinkCollectives implements CollectiveMatching.Launcher {
  private final BusLinkModel model;
  private final int[] nodes;
  private final RankTable ranks;
  private final RequestTable requests;
  private final Causes causes;
  private final BusLinkEvents events;
  private final BusLinkNetwork network;
  private final ProblemLog problems;
  private final List<@Nullable Running> running = new ArrayList<>();
  private final IntArrayList free = new IntArrayList();

  /** Reductions by messages that are under way, by communicator and number. */
  private final Long2ObjectOpenHashMap<Reduction> reductions = new Long2ObjectOpenHashMap<>();

  private final List<@Nullable Reduction> reductionsByEntry = new ArrayList<>();
  private final IntArrayList freeReductions = new IntArrayList();

  /** The reduction by messages that is being called; null for all other collectives. */
  private @Nullable Reduction called;

  /** A collective that all members have called. */
  private static final class Running {
    final boolean blocking;
    final CallPool pool;
    final long startedPs;
    final long durationPs;
    final long flightPs;
    final long bytes;

    /** The members that go on when it ends, in this order. */
    final IntArrayList members = new IntArrayList();

    /** By member its rank. */
    final int[] ranks;

    /** By member its call, if it is not blocking. */
    final int[] calls;

    final IntArrayList tickets = new IntArrayList();
    int sitesWithLinkOut;
    int sitesReady;

    // Of the last to call: the rank, where it is, and which of its ops that is.
    final int caller;
    long place;
    long operation;

    /** The moment from which on it runs. */
    int begun = CauseTree.NONE;

    Running(OpenCollective open, CallPool pool, long startedPs, long durationPs, long flightPs) {
      blocking = !open.calledAs().isNonBlockingCollective();
      this.pool = pool;
      this.startedPs = startedPs;
      this.durationPs = durationPs;
      this.flightPs = flightPs;
      bytes = open.vectorBytes();
      ranks = new int[open.participants()];
      caller = open.worldRank(open.memberByArrival(ranks.length - 1));
      calls = new int[blocking ? 0 : ranks.length];
      for (int member = 0; member < ranks.length; member++) {
        ranks[member] = open.worldRank(member);
        if (!blocking) {
          calls[member] = open.call(member);
        }
      }
    }
  }

  /** A reduction by messages. */
  private static final class Reduction {
    final long key;
    final int root;
    int left;
    boolean rootHasCalled;

    Reduction(long key, int root, int messages) {
      this.key = key;
      this.root = root;
      left = messages;
    }
  }

  public BusLinkCollectives(BusLinkState bus, ReplayState state) {
    model = bus.model;
    nodes = bus.nodes;
    events = bus.events;
    network = bus.network;
    ranks = state.ranks();
    requests = state.requests();
    causes = state.causes();
    problems = state.problems();
    causes.setup().heldBy(this::visitCauses);
  }

  private void visitCauses(IntConsumer moment) {
    for (Running one : running) {
      moment.accept(one == null ? CauseTree.NONE : one.begun);
    }
  }

  @Override
  public void calls(int rank, CommunicatorGroup group, int member, OpView op) {
    if (op.code() != OpCode.REDUCE || group.size() == 1) {
      return;
    }
    long number = group.open.number(group.calls(member));
    OpenCollective open = group.open.at(number);
    if (!open.isFirst() && open.calledAs() != OpCode.REDUCE) {
      return; // the matching says what is wrong
    }
    long key = (long) group.context << 32 | (number & RecordPool.LOW);
    boolean messages = ScheduleExecutor.isByMessages(op);
    Reduction known = reductions.get(key);
    if (!open.isFirst() && messages != (known != null)) {
      throw problems.invalid(
          rank,
          ranks.operation(rank),
          "is a reduction by messages for some of its members, but not for all");
    }
    if (messages) {
      called = known == null ? reduction(key, group, op) : known;
    }
  }

  @Override
  public void called(int rank, OpView op) {
    Reduction reduction = called;
    if (reduction != null) {
      called = null;
      send(rank, op, reduction);
    }
  }

  private Reduction reduction(long key, CommunicatorGroup group, OpView op) {
    int root = group.worldRank(op.root());
    Reduction reduction = new Reduction(key, root, group.size() - 1);
    reductions.put(key, reduction);
    return reduction;
  }

  /** A member's part of a reduction goes to the root. */
  private void send(int rank, OpView op, Reduction reduction) {
    if (rank == reduction.root) {
      reduction.rootHasCalled = true;
      endsIfDone(reduction, causes.clock(rank));
      return;
    }
    int entry = freeReductions.isEmpty() ? reductionsByEntry.size() : freeReductions.popInt();
    if (entry == reductionsByEntry.size()) {
      reductionsByEntry.add(reduction);
    } else {
      reductionsByEntry.set(entry, reduction);
    }
    long bytes =
        op.listLength(OpField.SEND_BYTES_BY_RANK) == 1
            ? op.listElement(OpField.SEND_BYTES_BY_RANK, 0)
            : op.bytes();
    int sent = causes.clock(rank);
    network.send(TransferPool.REDUCTION, entry, rank, reduction.root, 0, bytes, sent);
  }

  /** A member's part of a reduction has reached the root. */
  void arrives(int entry, int rank, int arrived) {
    Reduction reduction = reductionsByEntry.get(entry);
    if (reduction == null) {
      throw new AssertionError("no reduction " + entry);
    }
    reductionsByEntry.set(entry, null);
    freeReductions.add(entry);
    ranks.partEnds(rank, events.nowPs(), 0, arrived);
    reduction.left--;
    endsIfDone(reduction, arrived);
  }

  private void endsIfDone(Reduction reduction, int after) {
    if (reduction.left == 0 && reduction.rootHasCalled) {
      reductions.remove(reduction.key);
      ranks.partEnds(reduction.root, events.nowPs(), 0, after);
    }
  }

  @Override
  public void launch(CollectiveMatching matching, OpenCollective open, long started, int lastCall) {
    if (called != null) {
      return;
    }
    long duration = matching.durationPs(open, open.code());
    long flight = ModelAnswer.atLeastZero(model.collectiveFlightPs(open), "collectiveFlightPs");
    Running collective = new Running(open, matching.calls, started, duration, flight);
    collective.place = causes.setup().place(collective.caller);
    collective.operation = causes.setup().operation(collective.caller);
    int index = free.isEmpty() ? running.size() : free.popInt();
    if (index == running.size()) {
      running.add(collective);
    } else {
      running.set(index, collective);
    }
    for (int i = 0; i < collective.ranks.length; i++) {
      collective.members.add(open.memberByArrival(i));
    }
    int[] representatives = representatives(open, collective);
    for (int site = 0; site < representatives.length; site++) {
      if (representatives[site] >= 0) {
        collective.members.rem(representatives[site]);
        int rank = collective.ranks[representatives[site]];
        collective.tickets.add(
            network.transfers.createTicket(index, rank, site, representatives[site]));
      }
    }
    for (int i = 0; i < collective.tickets.size(); i++) {
      int ticket = collective.tickets.getInt(i);
      int site = network.transfers.site(ticket);
      if (network.buses.acquireAll(ticket, network.siteBus(site))) {
        hasBuses(ticket, lastCall);
      }
    }
  }

  /** By site the member that takes its links and buses, -1 for none. */
  private int[] representatives(OpenCollective open, Running collective) {
    int[] bySite = new int[model.machine().sites().size()];
    Arrays.fill(bySite, -1);
    int deciding = open.decidingMember();
    bySite[site(collective, deciding)] = deciding;
    for (int i = 0; i < collective.ranks.length; i++) {
      int member = collective.members.getInt(i);
      int site = site(collective, member);
      if (bySite[site] < 0) {
        bySite[site] = member;
      }
    }
    return bySite;
  }

  private int site(Running collective, int member) {
    return model.site(nodes[collective.ranks[member]]);
  }

  private Running running(int index) {
    Running collective = running.get(index);
    if (collective == null) {
      throw new AssertionError("no collective " + index);
    }
    return collective;
  }

  /** A ticket has all buses of its site, or has just got a link, from a moment on. */
  public void hasBuses(int ticket, int after) {
    Running collective = running(network.transfers.entry(ticket));
    if (collective.tickets.size() == 1) {
      isReady(ticket, collective, after);
      return;
    }
    int port = network.sitePort(network.transfers.site(ticket));
    if (collective.sitesWithLinkOut == collective.tickets.size()) {
      if (network.links.acquireIn(ticket, port)) {
        isReady(ticket, collective, after);
      }
    } else if (network.links.acquireOut(ticket, port)) {
      collective.sitesWithLinkOut++;
      if (collective.sitesWithLinkOut == collective.tickets.size()) {
        collective.tickets.forEach(one -> hasBuses(one, after));
      }
    }
  }

  private void isReady(int ticket, Running collective, int after) {
    collective.members.add(network.transfers.member(ticket));
    collective.sitesReady++;
    if (collective.sitesReady == collective.tickets.size()) {
      int index = network.transfers.entry(ticket);
      long end = Ps.plus(events.nowPs(), collective.durationPs);
      collective.begun = after;
      events.add(BusLinkEvents.COLLECTIVE_LEAVES, index, end - collective.flightPs);
      events.add(BusLinkEvents.COLLECTIVE_ENDS, index, end);
    }
  }

  /** A collective frees what it holds, site by site. */
  void leaves(int index) {
    Running collective = running(index);
    boolean severalSites = collective.tickets.size() > 1;
    for (int i = 0; i < collective.tickets.size(); i++) {
      int ticket = collective.tickets.getInt(i);
      int site = network.transfers.site(ticket);
      int left =
          causes.happened(
              PathLeg.Kind.BUS_QUEUE,
              PathLeg.Resource.BUS,
              site,
              collective.caller,
              OpView.NONE,
              0,
              events.nowPs(),
              collective.begun);
      if (severalSites) {
        network.freeWideArea(ticket, site, left);
      }
      network.freeAllBuses(site, left);
      network.transfers.ends(ticket);
    }
  }

  /** A collective ends: its members go on. */
  void ends(int index) {
    Running collective = running(index);
    running.set(index, null);
    free.add(index);
    int end =
        causes.collective(
            collective.caller,
            collective.place,
            collective.operation,
            collective.members.size(),
            collective.bytes,
            null,
            events.nowPs(),
            collective.begun);
    for (int i = 0; i < collective.members.size(); i++) {
      int member = collective.members.getInt(i);
      int rank = collective.ranks[member];
      if (collective.blocking) {
        ranks.partEnds(rank, events.nowPs(), collective.startedPs, end);
      } else {
        int call = collective.calls[member];
        int slot = collective.pool.slot(call);
        requests.completes(rank, slot, events.nowPs(), collective.startedPs, end);
        collective.pool.release(call);
      }
    }
  }
}
