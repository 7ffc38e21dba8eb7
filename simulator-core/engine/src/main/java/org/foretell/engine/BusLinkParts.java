package org.foretell.engine;

import org.foretell.engine.buslink.BusLinkCollectives;
import org.foretell.engine.buslink.BusLinkLoop;
import org.foretell.engine.buslink.BusLinkState;
import org.foretell.engine.buslink.BusLinkStepMessages;
import org.foretell.engine.buslink.BusLinkTransport;
import org.foretell.engine.buslink.NodeCpus;
import org.foretell.engine.buslink.NodeTurns;
import org.foretell.engine.buslink.Startups;
import org.foretell.engine.buslink.TurnCpus;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.message.MessagePool;
import org.foretell.engine.ops.WaitOps;
import org.foretell.engine.state.CpuPolicy;
import org.foretell.engine.state.ReplayLoop;
import org.foretell.engine.state.RunSettings;
import org.foretell.model.BusLinkModel;

/** The parts of a replay under a model of links and buses, whose CPUs ranks take in turns. */
final class BusLinkParts extends SequenceParts {
  private final RankParts ranks;
  private final BusLinkTransport transport;
  private final BusLinkCollectives collectives;
  private final OpParts ops;
  private final NodeTurns turns;
  private final ReplayLoop loop;

  BusLinkParts(RunSettings settings, BusLinkModel model) {
    CpuPolicy cpus = new TurnCpus(new LaterTurns());
    ranks = new RankParts(settings, new MessagePool(), cpus, this);
    BusLinkState bus =
        new BusLinkState(
            model, settings.placement(), ranks.observer(), ranks.causes, this::ticketGoesOn);
    transport = new BusLinkTransport(bus, ranks.messages);
    collectives = new BusLinkCollectives(bus, ranks.state);
    Medium medium =
        new Medium(
            transport,
            new WaitOps(ranks.state, null, transport, true),
            bus.events,
            collectives,
            null,
            runs -> new BusLinkStepMessages(ranks.table, bus, transport, runs, cpus),
            true);
    ops = new OpParts(settings, ranks, medium, null);
    NodeCpus nodeCpus = new NodeCpus(model, settings.placement());
    Startups startups = new Startups(bus, ranks.requests, transport, ops.kinds, ops.steps);
    turns =
        new NodeTurns(
            ranks.state, ranks.programs, bus, nodeCpus, ops.executor, ops.steps, startups);
    loop =
        new BusLinkLoop(
            bus, nodeCpus, transport, collectives, turns, ops.fileServers, ranks.causes);
  }

  @Override
  RankParts ranks() {
    return ranks;
  }

  @Override
  OpParts ops() {
    return ops;
  }

  @Override
  ReplayLoop loop() {
    return loop;
  }

  @Override
  Matcher waiting() {
    return transport.waiting;
  }

  private void ticketGoesOn(int ticket, int after) {
    collectives.hasBuses(ticket, after);
  }

  private final class LaterTurns implements TurnCpus.Turns {
    @Override
    public void rankGoesOn(int rank) {
      turns.rankGoesOn(rank);
    }

    @Override
    public void joins(int strand, int rank) {
      turns.joins(strand, rank);
    }

    @Override
    public void collectiveGoesOn(int strand) {
      turns.collectiveGoesOn(strand);
    }
  }
}
