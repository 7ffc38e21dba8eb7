package org.foretell.engine;

import org.foretell.machine.Placement;
import org.foretell.model.ComputeModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.SlotModel;
import org.foretell.observe.SimObserver;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.jspecify.annotations.Nullable;

/** Runs a simulation under a {@link SlotModel}, event by event. */
final class SlotEngine {
  private final SlotModel model;
  private final Placement placement;
  private final SlotEvents events = new SlotEvents();
  private final SlotNetwork network;
  private final NodeCpus cpus;
  private final SlotRequests notes;
  private final StepRequests stepRequests = new StepRequests();
  private final long[] opStartPs;
  private final boolean[] atHead;
  private final RankTable ranks;
  private final RequestTable requests;
  private final SlotCollectives collectives;
  private @Nullable SlotSteps steps;
  private @Nullable Parts parts;
  private int rank;

  /** What is made last. */
  private record Parts(
      SlotTransport transport, SlotRanks life, @Nullable SlotBackground background) {}

  SlotEngine(
      SlotModel model,
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
    network = new SlotNetwork(model, placement, events, observer);
    notes = new SlotRequests(ranks.size());
    opStartPs = new long[ranks.size()];
    atHead = new boolean[ranks.size()];
    collectives = new SlotCollectives(model, placement, ranks, requests, events, network, problems);
  }

  SlotCollectives collectives() {
    return collectives;
  }

  SlotTransport transport(Matcher matcher, Probes probes, Deliveries deliveries) {
    return new SlotTransport(
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
  @Nullable SlotSteps steps() {
    return steps;
  }

  /** Gives the engine what was made after it. */
  void complete(
      SlotTransport transport,
      @Nullable ExpandedCollectives expanded,
      @Nullable LargeCollectives large,
      Group world,
      PointToPoint pointToPoint,
      Completions completions,
      CollectiveGate gate,
      ShmemOps shmem,
      Unsupported unsupported,
      @Nullable RankCursor[] cursors,
      OpView[] ops,
      ComputeModel compute,
      LocalOps local,
      @Nullable Watch watch,
      boolean[] finished) {
    collectives.gate(gate);
    steps =
        expanded == null || large == null
            ? null
            : new SlotSteps(
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
    SlotBackground background =
        steps == null ? null : new SlotBackground(ranks.size(), steps, events, cpus);
    SlotStartups startups =
        new SlotStartups(
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
    SlotOps slotOps =
        new SlotOps(
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
    SlotRanks life =
        new SlotRanks(
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
  int rank() {
    return rank;
  }

  long nowPs() {
    return events.nowPs();
  }

  /**
   * Runs until nothing is left.
   *
   * @param afterEvent called after each event
   */
  void run(Runnable afterEvent) {
    Parts made = parts;
    if (made == null) {
      throw new AssertionError("the engine is not complete");
    }
    made.life.begin();
    cpus.runAll();
    while (!events.isEmpty()) {
      int event = events.poll();
      int index = SlotEvents.index(event);
      switch (SlotEvents.kind(event)) {
        case SlotEvents.BURST_ENDS -> {
          SlotBackground background = made.background;
          rank = index < ranks.size() || background == null ? index : background.rank(index);
          made.life.burstEnds(index);
        }
        case SlotEvents.TRANSFER_LEAVES -> leaves(index * SlotTransfers.STRIDE, made.transport);
        case SlotEvents.TRANSFER_ARRIVES -> arrives(index * SlotTransfers.STRIDE, made.transport);
        case SlotEvents.COLLECTIVE_LEAVES -> collectives.leaves(index);
        case SlotEvents.ANSWER_STARTS -> rank = made.transport.answerStarts(index);
        default -> collectives.ends(index);
      }
      cpus.runAll();
      afterEvent.run();
    }
    network.end();
  }

  private void leaves(int transfer, SlotTransport transport) {
    rank = network.transfers.source(transfer);
    int kind = network.transfers.kind(transfer);
    int entry = network.transfers.entry(transfer);
    network.leaves(transfer);
    if (kind == SlotTransfers.MESSAGE) {
      transport.leaves(entry);
    }
  }

  private void arrives(int transfer, SlotTransport transport) {
    rank = network.transfers.destination(transfer);
    int source = network.transfers.source(transfer);
    int kind = network.transfers.kind(transfer);
    int entry = network.transfers.entry(transfer);
    network.arrived(transfer);
    if (kind == SlotTransfers.MESSAGE) {
      transport.messageComes(entry);
    } else {
      collectives.arrives(entry, source);
    }
  }
}
