package org.foretell.models.simple;

import org.foretell.machine.LinkSpeed;
import org.foretell.model.DirectModel;
import org.foretell.model.Message;
import org.foretell.models.parameters.ByDistance;
import org.foretell.time.Ps;

/**
 * A message takes latency plus bytes over bandwidth, whatever else is under way; a non-blocking
 * send costs its caller the latency.
 */
final class SimpleModel extends DirectModel {
  private final ByDistance<LinkSpeed> speeds;
  private final long eagerThresholdBytes;
  private final long receivePostPs;

  SimpleModel(ByDistance<LinkSpeed> speeds, long eagerThresholdBytes, long receivePostPs) {
    this.speeds = speeds;
    this.eagerThresholdBytes = eagerThresholdBytes;
    this.receivePostPs = receivePostPs;
  }

  @Override
  public boolean eager(Message message) {
    return message.bytes() <= eagerThresholdBytes;
  }

  @Override
  public long transferPs(Message message, long startPs) {
    return messagePs(message.bytes(), speeds.of(message));
  }

  @Override
  public long nonBlockingSendPs(Message message) {
    return speeds.of(message).latencyPs();
  }

  @Override
  public long postReceivePs() {
    return receivePostPs;
  }

  @Override
  public long envelopePs(Message message) {
    return speeds.of(message).latencyPs();
  }

  @Override
  public boolean independent() {
    return true;
  }

  /** Latency plus bytes over bandwidth. */
  static long messagePs(long bytes, LinkSpeed speed) {
    return Ps.plus(speed.latencyPs(), Ps.ofBytes(bytes, speed.bytesPerSecond()));
  }
}
