package org.foretell.engine.buslink;

import org.foretell.engine.cause.Causes;
import org.foretell.machine.Placement;
import org.foretell.model.BusLinkModel;
import org.foretell.observe.SimObserver;
import org.jspecify.annotations.Nullable;

/** What happens under a bus-link model, what moves, and what is known of ops that are not over. */
public final class BusLinkState {
  final BusLinkModel model;
  final int[] nodes;
  public final BusLinkEvents events = new BusLinkEvents();
  public final BusLinkNetwork network;

  /** By rank and request what waiting for it involves. */
  final RequestNotes notes;

  /** What has begun, and has no request of its own: steps of collectives, tasks. */
  public final StepRequests begun = new StepRequests();

  /** By rank when its op started, before the startup. */
  public final long[] opStartPs;

  /** By rank whether it goes on before others of its node when its op ends. */
  final boolean[] atHead;

  /** By rank how long its CPU is busy after its op. */
  final long[] afterPs;

  /**
   * Nothing has happened yet.
   *
   * @param tickets told when a ticket of a collective goes on; null where there are none
   */
  public BusLinkState(
      BusLinkModel model,
      Placement placement,
      @Nullable SimObserver observer,
      Causes causes,
      LinkQueues.@Nullable Waker tickets) {
    this.model = model;
    nodes = placement.nodes();
    network = new BusLinkNetwork(model, placement, events, observer, causes, tickets);
    int ranks = placement.ranks();
    notes = new RequestNotes(ranks);
    opStartPs = new long[ranks];
    atHead = new boolean[ranks];
    afterPs = new long[ranks];
  }
}
