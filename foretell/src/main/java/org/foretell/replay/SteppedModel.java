package org.foretell.replay;

import java.util.EnumSet;
import java.util.Set;
import org.foretell.model.CommunicationModel;
import org.foretell.model.DirectModel;
import org.foretell.model.Message;

/**
 * A model with some of its costs only: what is left of another one when messages do not hinder each
 * other, and then do without protocol, bandwidth, latency or collectives.
 */
final class SteppedModel extends DirectModel {
  /** What can count. Without bandwidth messages take as long as empty ones. */
  enum Cost {
    /** Collectives that go by formula. */
    COLLECTIVES,
    /** What a message of no bytes takes. */
    LATENCY,
    /** What the bytes of a message take; only where its latency counts too. */
    BANDWIDTH,
    /** That large messages wait for their receiver. */
    PROTOCOL
  }

  private final CommunicationModel whole;
  private final LoneMessage lone;
  private final Set<Cost> costs;

  private SteppedModel(CommunicationModel whole, LoneMessage lone, Set<Cost> costs) {
    this.whole = whole;
    this.lone = lone;
    this.costs = costs;
  }

  static CommunicationModel of(CommunicationModel whole, LoneMessage lone, EnumSet<Cost> costs) {
    return new CommunicationModel(
        whole.name(),
        new SteppedModel(whole, lone, EnumSet.copyOf(costs)),
        costs.contains(Cost.COLLECTIVES) ? whole.collectives() : call -> 0,
        whole.expanded());
  }

  @Override
  public boolean eager(Message message) {
    return !costs.contains(Cost.PROTOCOL) || whole.mpi().eager(message);
  }

  @Override
  public long transferPs(Message message, long startPs) {
    if (!costs.contains(Cost.LATENCY)) {
      return 0;
    }
    long bytes = costs.contains(Cost.BANDWIDTH) ? message.bytes() : 0;
    return lone.durationPs(bytes, message.withinNode());
  }

  @Override
  public long blockingSendPs(Message message, long transferPs) {
    return 0;
  }

  @Override
  public boolean independent() {
    return true;
  }
}
