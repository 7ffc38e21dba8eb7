package org.foretell.engine.turns;

import org.foretell.engine.buslink.BusLinkEvents;
import org.foretell.engine.buslink.BusLinkNetwork;
import org.foretell.engine.buslink.BusLinkTransport;
import org.foretell.engine.buslink.NodeCpus;
import org.foretell.engine.buslink.RequestNotes;
import org.foretell.engine.buslink.StepRequests;
import org.foretell.engine.buslink.TransferPool;
import org.foretell.engine.collective.CollectiveMatching;
import org.foretell.engine.collective.CommunicatorGroup;
import org.foretell.engine.collective.LargeCollectives;
import org.foretell.engine.message.Deliveries;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.message.Probes;
import org.foretell.engine.ops.LocalOps;
import org.foretell.engine.ops.PointToPoint;
import org.foretell.engine.ops.ShmemOps;
import org.foretell.engine.ops.WaitOps;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.RequestTable;
import org.foretell.engine.state.Unsupported;
import org.foretell.machine.Placement;
import org.foretell.model.BusLinkModel;
import org.foretell.model.ComputeModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.observe.SimObserver;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.jspecify.annotations.Nullable;

/** Runs a simulation under a {@link BusLinkModel}, event by event. */
public final class TurnReplay {
  private final BusLinkModel model;
  private final Placement placement;
  private final BusLinkEvents events = new BusLinkEvents();
  private final BusLinkNetwork network;
  private final NodeCpus cpus;
  private final RequestNotes notes;
  private final StepRequests stepRequests = new StepRequests();
  private final long[] opStartPs;
  private final boolean[] atHead;
  private final RankTable ranks;
  private final RequestTable requests;
  private final BusLinkCollectiveCalls collectives;
  private @Nullable TurnSchedules steps;
  private @Nullable Parts parts;
  private int rank;

  /** What is made last. */
  private record Parts(
      BusLinkTransport transport, RankTurns life, @Nullable BackgroundTurns background) {}

  public TurnReplay(
      BusLinkModel model,
      Placement placement,
      NodeCpus cpus,
      RankTable ranks,
      RequestTable requests,
      ProblemLog problems,
      @Nullable SimObserver observer) {
    this.model = model;
    this.placement = placement;
    this.cpus = cpus;
    this.ranks = ranks;
    this.requests = requests;
    network = new BusLinkNetwork(model, placement, events, observer);
    notes = new RequestNotes(ranks.size());
    opStartPs = new long[ranks.size()];
    atHead = new boolean[ranks.size()];
    collectives =
        new BusLinkCollectiveCalls(model, placement, ranks, requests, events, network, problems);
  }

  public BusLinkCollectiveCalls collectives() {
    return collectives;
  }

  public BusLinkTransport transport(Matcher matcher, Probes probes, Deliveries deliveries) {
    return new BusLinkTransport(
        model,
        ranks,
        requests,
        matcher,
        events,
        network,
        probes,
        deliveries,
        notes,
        stepRequests,
        opStartPs,
        atHead);
  }

  /** The collectives that ranks execute in steps; null where all go by formula. */
  public @Nullable TurnSchedules steps() {
    return steps;
  }

  /** Gives the engine what was made after it. */
  public void complete(
      BusLinkTransport transport,
      @Nullable ExpandedCollectives expanded,
      @Nullable LargeCollectives large,
      CommunicatorGroup world,
      PointToPoint pointToPoint,
      WaitOps completions,
      CollectiveMatching gate,
      ShmemOps shmem,
      Unsupported unsupported,
      @Nullable RankCursor[] cursors,
      OpView[] ops,
      ComputeModel compute,
      LocalOps local,
      @Nullable OpRecorder watch,
      boolean[] finished) {
    collectives.gate(gate);
    steps =
        expanded == null || large == null
            ? null
            : new TurnSchedules(
                expanded,
                large,
                ranks,
                requests,
                world,
                gate,
                transport,
                network,
                stepRequests,
                events,
                opStartPs);
    BackgroundTurns background =
        steps == null ? null : new BackgroundTurns(ranks.size(), steps, events, cpus);
    Startups startups =
        new Startups(
            model,
            placement,
            requests,
            pointToPoint,
            completions,
            steps,
            transport,
            network,
            notes,
            shmem);
    TurnOps slotOps =
        new TurnOps(
            startups,
            ranks,
            requests,
            pointToPoint,
            completions,
            gate,
            collectives,
            steps,
            background,
            transport,
            notes,
            shmem,
            unsupported);
    requests.watcher(slotOps);
    RankTurns life =
        new RankTurns(
            ranks,
            cursors,
            ops,
            events,
            cpus,
            slotOps,
            background,
            compute,
            local,
            watch,
            finished,
            opStartPs,
            atHead);
    if (steps != null) {
      steps.listener(life::stepEnds);
    }
    parts = new Parts(transport, life, background);
  }

  /** The rank that the latest event was about, for messages. */
  public int rank() {
    return rank;
  }

  public long nowPs() {
    return events.nowPs();
  }

  /**
   * Runs until nothing is left.
   *
   * @param afterEvent called after each event
   */
  public void run(Runnable afterEvent) {
    Parts made = parts;
    if (made == null) {
      throw new AssertionError("the engine is not complete");
    }
    made.life.begin();
    cpus.runAll();
    while (!events.isEmpty()) {
      int event = events.poll();
      int index = BusLinkEvents.index(event);
      switch (BusLinkEvents.kind(event)) {
        case BusLinkEvents.BURST_ENDS -> {
          BackgroundTurns background = made.background;
          rank = index < ranks.size() || background == null ? index : background.rank(index);
          made.life.burstEnds(index);
        }
        case BusLinkEvents.TRANSFER_LEAVES -> leaves(index * TransferPool.STRIDE, made.transport);
        case BusLinkEvents.TRANSFER_ARRIVES -> arrives(index * TransferPool.STRIDE, made.transport);
        case BusLinkEvents.COLLECTIVE_LEAVES -> collectives.leaves(index);
        case BusLinkEvents.ANSWER_STARTS -> rank = made.transport.answerStarts(index);
        default -> collectives.ends(index);
      }
      cpus.runAll();
      afterEvent.run();
    }
    network.end();
  }

  private void leaves(int transfer, BusLinkTransport transport) {
    rank = network.transfers.source(transfer);
    int kind = network.transfers.kind(transfer);
    int entry = network.transfers.entry(transfer);
    network.leaves(transfer);
    if (kind == TransferPool.MESSAGE) {
      transport.leaves(entry);
    }
  }

  private void arrives(int transfer, BusLinkTransport transport) {
    rank = network.transfers.destination(transfer);
    int source = network.transfers.source(transfer);
    int kind = network.transfers.kind(transfer);
    int entry = network.transfers.entry(transfer);
    network.arrived(transfer);
    if (kind == TransferPool.MESSAGE) {
      transport.messageComes(entry);
    } else {
      collectives.arrives(entry, source);
    }
  }
}
