package org.foretell.engine.buslink;

import org.foretell.observe.SimObserver;
import org.jspecify.annotations.Nullable;

/** How long transfers wait for links and for buses, for observers. */
final class TransferWaits {
  private final TransferPool transfers;
  private final BusLinkEvents events;
  private final @Nullable SimObserver observer;

  TransferWaits(TransferPool transfers, BusLinkEvents events, @Nullable SimObserver observer) {
    this.transfers = transfers;
    this.events = events;
    this.observer = observer;
  }

  /** A transfer begins to wait. What it has waited before is forgotten unless it has ended. */
  void starts(int transfer) {
    transfers.waitsSincePs(transfer, events.nowPs());
  }

  void endsForLink(int transfer) {
    ends(transfer, false);
  }

  void endsForBus(int transfer) {
    ends(transfer, true);
  }

  private void ends(int transfer, boolean bus) {
    if (observer != null) {
      observer.waitedInQueue(
          transfers.source(transfer), bus, transfers.waitsSincePs(transfer), events.nowPs());
    }
  }
}
