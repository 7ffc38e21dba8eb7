package org.foretell.engine.reference.buslink;

import java.util.Arrays;
import org.foretell.machine.BusLinks;
import org.foretell.model.BusLinkModel;
import org.foretell.model.CollectiveCall;
import org.foretell.model.Message;

/** Times of a machine of links and buses, as they stand there. */
public final class PlainBusLinkModel extends BusLinkModel {
  private final long eagerBytes;
  private final long collectiveFlightPs;

  /**
   * A model of a machine.
   *
   * @param eagerBytes the largest eager message
   * @param collectiveFlightPs of every collective
   */
  public PlainBusLinkModel(BusLinks machine, long eagerBytes, long collectiveFlightPs) {
    super(machine);
    this.eagerBytes = eagerBytes;
    this.collectiveFlightPs = collectiveFlightPs;
  }

  @Override
  public boolean eager(Message message) {
    return switch (message.traced()) {
      case EAGER -> true;
      case RENDEZVOUS -> false;
      case UNKNOWN -> message.bytes() <= eagerBytes;
    };
  }

  @Override
  public long collectiveFlightPs(CollectiveCall call) {
    return collectiveFlightPs;
  }

  @Override
  public String toString() {
    return machine()
        + "\nflights "
        + Arrays.deepToString(machine().wideArea().flightPs())
        + ", "
        + machine().wideArea().dedicated()
        + "\neager up to "
        + eagerBytes
        + ", collectives fly "
        + collectiveFlightPs;
  }
}
