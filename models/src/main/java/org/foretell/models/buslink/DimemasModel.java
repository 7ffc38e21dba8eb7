package org.foretell.models.buslink;

import org.foretell.machine.BusLinks;
import org.foretell.machine.BusNodes;
import org.foretell.machine.Placement;
import org.foretell.model.BusLinkModel;
import org.foretell.model.CollectiveCall;
import org.foretell.model.Message;
import org.foretell.model.Message.Traced;
import org.foretell.time.Ps;

/** Times of the machine of Dimemas and PSINS, with a choice of protocol. */
final class DimemasModel extends BusLinkModel {
  /** There is no limit of the size of eager messages other than what the trace recorded. */
  static final long AS_TRACED = -1;

  private static final double PS_PER_NS = 1e3;
  private static final double NS_PER_SECOND = 1e9;

  private final DimemasCollectives collectives;
  private final WideAreaTraffic traffic;
  private final Placement placement;
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
    this.placement = placement;
    collectives = new DimemasCollectives(this, placement);
    traffic = new WideAreaTraffic(machine.wideArea());
    this.rendezvousFromBytes = rendezvousFromBytes;
    this.eagerUpToBytes = eagerUpToBytes;
  }

  DimemasCollectives collectives() {
    return collectives;
  }

  @Override
  public DimemasModel forAnotherReplay() {
    return new DimemasModel(machine(), placement, rendezvousFromBytes, eagerUpToBytes);
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

  /** The latency of the way; less than a nanosecond counts as 0. */
  @Override
  public long startupPs(Message message, int way) {
    return atLeastOneNs(latencyPs(message, way));
  }

  /** The longest of the latencies that the communicator needs. */
  @Override
  public long collectiveStartupPs(
      int node, boolean sharesNodes, boolean severalNodes, boolean severalSites) {
    BusNodes own = group(node);
    long longest = sharesNodes ? own.intraNode().latencyPs() : 0;
    longest = Math.max(longest, severalNodes ? own.latencyPs() : 0);
    return atLeastOneNs(Math.max(longest, severalSites ? own.wideAreaLatencyPs() : 0));
  }

  private static long atLeastOneNs(long latencyPs) {
    return latencyPs < Ps.PER_NANOSECOND ? 0 : latencyPs;
  }

  @Override
  public double wideAreaShare(Message message, long startPs) {
    return traffic.share(message.bytes(), startPs);
  }

  @Override
  public long transferPs(Message message, int way, double share) {
    return Ps.round(
        NS_PER_SECOND / bytesPerSecond(message, way) / share * message.bytes() * PS_PER_NS);
  }

  @Override
  public long collectiveFlightPs(CollectiveCall call) {
    return collectives.flightPs(call);
  }
}
