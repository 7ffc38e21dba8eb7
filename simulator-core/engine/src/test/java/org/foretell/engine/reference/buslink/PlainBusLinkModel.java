package org.foretell.engine.reference.buslink;

import java.util.Arrays;
import org.foretell.machine.BusLinks;
import org.foretell.machine.BusNodes;
import org.foretell.model.BusLinkModel;
import org.foretell.model.CollectiveCall;
import org.foretell.model.Message;
import org.foretell.result.InputException;
import org.foretell.time.Ps;

/** Times of a machine of links and buses, as they stand there. */
public final class PlainBusLinkModel extends BusLinkModel {
  private static final double PS_PER_NS = 1e3;
  private static final double NS_PER_SECOND = 1e9;

  private final WanTraffic traffic;
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
    traffic = new WanTraffic(machine.wideArea());
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
  public long startupPs(Message message, int way) {
    return latencyPs(message, way);
  }

  @Override
  public long collectiveStartupPs(
      int node, boolean sharesNodes, boolean severalNodes, boolean severalSites) {
    BusNodes own = group(node);
    long longest = sharesNodes ? own.intraNode().latencyPs() : 0;
    longest = Math.max(longest, severalNodes ? own.latencyPs() : 0);
    return Math.max(longest, severalSites ? own.wideAreaLatencyPs() : 0);
  }

  @Override
  public double wideAreaShare(Message message, long startPs) {
    try {
      return traffic.share(startPs, message.bytes());
    } catch (WanTraffic.Jam jam) {
      throw new InputException("traffic leaves nothing of the bandwidth between sites");
    }
  }

  @Override
  public long transferPs(Message message, int way, double share) {
    return Ps.round(
        NS_PER_SECOND / bytesPerSecond(message, way) / share * message.bytes() * PS_PER_NS);
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
