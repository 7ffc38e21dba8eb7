package org.foretell.engine.reference;

import org.foretell.model.DirectModel;
import org.foretell.model.Message;

/**
 * A direct model that is not independent: all messages share one bus, which carries one at a time
 * in the order in which it is asked. Refuses to be asked for the past. Good for one replay.
 */
public final class BusModel extends DirectModel {
  private final long latencyPs;
  private final long psPerByte;
  private final long eagerBytes;
  private long busFreePs;
  private long askedPs;

  /** A bus with a latency that is passed before the bytes go over it. */
  public BusModel(long latencyPs, long psPerByte, long eagerBytes) {
    this.latencyPs = latencyPs;
    this.psPerByte = psPerByte;
    this.eagerBytes = eagerBytes;
  }

  @Override
  public boolean eager(Message message) {
    return message.bytes() <= eagerBytes;
  }

  @Override
  public long transferPs(Message message, long startPs) {
    if (startPs < askedPs) {
      throw new IllegalStateException("asked for " + startPs + " after " + askedPs);
    }
    askedPs = startPs;
    busFreePs = Math.max(busFreePs, startPs) + message.bytes() * psPerByte;
    return busFreePs + latencyPs - startPs;
  }

  @Override
  public long latencyPs(Message empty, long startPs) {
    return latencyPs;
  }

  @Override
  public String toString() {
    return "bus latency=%d gap=%d eager=%d".formatted(latencyPs, psPerByte, eagerBytes);
  }
}
