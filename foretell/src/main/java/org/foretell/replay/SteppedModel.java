package org.foretell.replay;

import java.util.EnumSet;
import java.util.Set;
import org.foretell.model.CollectiveCall;
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
  private boolean leftOutCollectives;
  private boolean metRendezvous;

  /** Costs of a model that count. */
  SteppedModel(CommunicationModel whole, LoneMessage lone, EnumSet<Cost> costs) {
    this.whole = whole;
    this.lone = lone;
    this.costs = EnumSet.copyOf(costs);
  }

  /** The model, to be used by one simulation. */
  CommunicationModel model() {
    return new CommunicationModel(
        whole.name(),
        this,
        costs.contains(Cost.COLLECTIVES) ? whole.collectives() : this::leaveOut,
        whole.expanded(),
        whole.calls());
  }

  private long leaveOut(CollectiveCall call) {
    leftOutCollectives |= whole.collectives().durationPs(call) != 0;
    return 0;
  }

  /** Whether a collective took no time so far that does when {@link Cost#COLLECTIVES} counts. */
  boolean leftOutCollectives() {
    return leftOutCollectives;
  }

  /** Whether a message so far was one that waits for its receiver. */
  boolean metRendezvous() {
    return metRendezvous;
  }

  @Override
  public boolean eager(Message message) {
    if (!costs.contains(Cost.PROTOCOL) || whole.mpi().eager(message)) {
      return true;
    }
    metRendezvous = true;
    return false;
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
