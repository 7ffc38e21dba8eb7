package org.foretell.models.noise;

import java.util.Set;
import org.foretell.model.BusLinkModel;
import org.foretell.model.CollectiveCall;
import org.foretell.model.Message;
import org.foretell.model.ModelTrait;
import org.foretell.model.MpiModel;
import org.foretell.time.Ps;

/**
 * Messages that arrive randomly later than they have left their links and buses. A delayed message
 * delays those behind it from the same sender to the same receiver.
 */
final class DelayedBusLinks extends BusLinkModel {
  private final BusLinkModel calm;
  private final MessageDelays delays;

  DelayedBusLinks(BusLinkModel calm, MessageDelays delays) {
    super(calm.machine());
    this.calm = calm;
    this.delays = delays;
  }

  @Override
  public MpiModel withoutNoise() {
    return calm;
  }

  @Override
  public long flightPs(Message message, int way, long leavesPs) {
    long flightPs = calm.flightPs(message, way, leavesPs);
    return delays.arrivalPs(message, Ps.plus(leavesPs, flightPs)) - leavesPs;
  }

  @Override
  public boolean eager(Message message) {
    return calm.eager(message);
  }

  @Override
  public long startupPs(Message message, int way) {
    return calm.startupPs(message, way);
  }

  @Override
  public long collectiveStartupPs(
      int node, boolean sharesNodes, boolean severalNodes, boolean severalSites) {
    return calm.collectiveStartupPs(node, sharesNodes, severalNodes, severalSites);
  }

  @Override
  public double wideAreaShare(Message message, long startPs) {
    return calm.wideAreaShare(message, startPs);
  }

  @Override
  public long transferPs(Message message, int way, double share) {
    return calm.transferPs(message, way, share);
  }

  @Override
  public long collectiveFlightPs(CollectiveCall call) {
    return calm.collectiveFlightPs(call);
  }

  @Override
  public Set<ModelTrait> traits() {
    return calm.traits();
  }
}
