package org.foretell.models.buslink;

import org.foretell.machine.BusLinks;
import org.foretell.machine.Placement;
import org.foretell.model.BusLinkModel;
import org.foretell.model.CollectiveCall;
import org.foretell.model.Message;
import org.foretell.model.Message.Traced;

/** The machine of Dimemas and PSINS, with a choice of protocol. */
final class DimemasModel extends BusLinkModel {
  /** There is no limit of the size of eager messages other than what the trace recorded. */
  static final long AS_TRACED = -1;

  private final DimemasCollectives collectives;
  private final long rendezvousFromBytes;
  private final long eagerUpToBytes;

  /**
   * @param rendezvousFromBytes messages of this size or above are rendezvous and others eager,
   *     whatever was recorded; {@link #AS_TRACED} to follow what was
   * @param eagerUpToBytes messages up to this size are eager where nothing was recorded
   */
  DimemasModel(
      BusLinks machine, Placement placement, long rendezvousFromBytes, long eagerUpToBytes) {
    super(machine);
    collectives = new DimemasCollectives(this, placement);
    this.rendezvousFromBytes = rendezvousFromBytes;
    this.eagerUpToBytes = eagerUpToBytes;
  }

  DimemasCollectives collectives() {
    return collectives;
  }

  @Override
  public boolean eager(Message message) {
    if (rendezvousFromBytes != AS_TRACED) {
      return rendezvousFromBytes == Long.MAX_VALUE || message.bytes() < rendezvousFromBytes;
    }
    return message.traced() == Traced.UNKNOWN
        ? message.bytes() <= eagerUpToBytes
        : message.traced() == Traced.EAGER;
  }

  @Override
  public long collectiveFlightPs(CollectiveCall call) {
    return collectives.flightPs(call);
  }
}
