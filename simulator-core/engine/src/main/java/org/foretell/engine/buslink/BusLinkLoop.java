package org.foretell.engine.buslink;

import org.foretell.engine.cause.Causes;
import org.foretell.engine.files.FileRequests;
import org.foretell.engine.files.FileServers;
import org.foretell.engine.state.ReplayLoop;
import org.foretell.engine.state.ReplayProgress;
import org.foretell.engine.state.StopCheck;

/** Runs a replay under a bus-link model, event by event. */
public final class BusLinkLoop implements ReplayLoop {
  private final BusLinkEvents events;
  private final BusLinkNetwork network;
  private final NodeCpus cpus;
  private final BusLinkTransport transport;
  private final BusLinkCollectives collectives;
  private final NodeTurns turns;
  private final FileServers files;
  private final Causes causes;
  private int rank;

  public BusLinkLoop(
      BusLinkState bus,
      NodeCpus cpus,
      BusLinkTransport transport,
      BusLinkCollectives collectives,
      NodeTurns turns,
      FileServers files,
      Causes causes) {
    this.causes = causes;
    events = bus.events;
    network = bus.network;
    this.cpus = cpus;
    this.transport = transport;
    this.collectives = collectives;
    this.turns = turns;
    this.files = files;
  }

  @Override
  public long nowPs() {
    return events.nowPs();
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public void run(ReplayProgress progress, StopCheck stop) {
    turns.begin();
    cpus.runAll(turns);
    while (!events.isEmpty()) {
      stop.event();
      int event = events.poll();
      int index = BusLinkEvents.index(event);
      causes.eventBegins(events.nowPs());
      switch (BusLinkEvents.kind(event)) {
        case BusLinkEvents.BURST_ENDS -> {
          rank = turns.rank(index);
          turns.burstEnds(index);
        }
        case BusLinkEvents.TRANSFER_LEAVES -> leaves(index * TransferPool.STRIDE);
        case BusLinkEvents.TRANSFER_ARRIVES -> arrives(index * TransferPool.STRIDE);
        case BusLinkEvents.COLLECTIVE_LEAVES -> collectives.leaves(index);
        case BusLinkEvents.ANSWER_STARTS -> rank = transport.answerStarts(index);
        case BusLinkEvents.MESSAGE_COMES_AGAIN -> rank = transport.comesAgain(index);
        case BusLinkEvents.FILE_REQUEST_ARRIVES -> {
          rank = files.rank(index * FileRequests.STRIDE);
          files.arrive(index * FileRequests.STRIDE);
        }
        case BusLinkEvents.FILE_REQUEST_ENDS -> {
          rank = files.rank(index * FileRequests.STRIDE);
          files.end(index * FileRequests.STRIDE, events.nowPs());
        }
        default -> collectives.ends(index);
      }
      cpus.runAll(turns);
      // An event executes about one op.
      progress.executed(rank, 1);
    }
    network.end();
  }

  private void leaves(int transfer) {
    rank = network.transfers.source(transfer);
    int kind = network.transfers.kind(transfer);
    int entry = network.transfers.entry(transfer);
    int left = network.leaves(transfer);
    if (kind == TransferPool.MESSAGE) {
      transport.leaves(entry, left);
    }
  }

  private void arrives(int transfer) {
    rank = network.transfers.destination(transfer);
    int source = network.transfers.source(transfer);
    int kind = network.transfers.kind(transfer);
    int entry = network.transfers.entry(transfer);
    int arrived = network.arrived(transfer);
    if (kind == TransferPool.MESSAGE) {
      transport.arrives(entry, arrived);
    } else {
      collectives.arrives(entry, source, arrived);
    }
  }
}
