package org.foretell.models.simple;

import org.foretell.model.DirectModel;
import org.foretell.model.Message;
import org.foretell.models.parameters.ByDistance;
import org.foretell.models.parameters.SpeedBySize;

/**
 * A message takes latency plus bytes over bandwidth, whatever else is under way; a non-blocking
 * send costs its caller the latency. Both may depend on the size of the message.
 */
final class SimpleModel extends DirectModel {
  private final ByDistance<SpeedBySize> speeds;

  /** What shows a message to probes: no later than the message itself, whatever its size. */
  private final ByDistance<Long> envelopesPs;

  private final long eagerThresholdBytes;
  private final long receivePostPs;

  SimpleModel(ByDistance<SpeedBySize> speeds, long eagerThresholdBytes, long receivePostPs) {
    this.speeds = speeds;
    envelopesPs = speeds.map(envelopePs(speeds.betweenNodes()), SimpleModel::envelopePs);
    this.eagerThresholdBytes = eagerThresholdBytes;
    this.receivePostPs = receivePostPs;
  }

  @Override
  public boolean eager(Message message) {
    return message.bytes() <= eagerThresholdBytes;
  }

  @Override
  public long transferPs(Message message, long startPs) {
    return speeds.of(message).messagePs(message.bytes());
  }

  @Override
  public long nonBlockingSendPs(Message message) {
    return speeds.of(message).latencyPs(message.bytes());
  }

  @Override
  public long postReceivePs() {
    return receivePostPs;
  }

  @Override
  public long envelopePs(Message message) {
    return envelopesPs.of(message);
  }

  @Override
  public boolean independent() {
    return true;
  }

  @Override
  public boolean costsBySize() {
    return true;
  }

  private static long envelopePs(SpeedBySize speed) {
    return Math.min(speed.speed().latencyPs(), speed.leastMessagePs());
  }
}
