package org.foretell.engine.reference;

import org.foretell.model.DirectModel;
import org.foretell.model.Message;

/**
 * A direct model with every cost that there is: a latency, which may differ between pairs of ranks,
 * and a gap per byte. Sizes up to a threshold are eager.
 */
public final class LinearModel extends DirectModel {
  private final long latencyPs;
  private final long psPerByte;
  private final long eagerBytes;
  private final long skewPs;
  private final long blockingSendPs;
  private final long nonBlockingSendPs;
  private final long postReceivePs;
  private final boolean envelopes;

  /** Latency and gap, nothing else. */
  public LinearModel(long latencyPs, long psPerByte, long eagerBytes) {
    this(latencyPs, psPerByte, eagerBytes, 0, Long.MAX_VALUE, 0, 0, false);
  }

  /**
   * All costs.
   *
   * @param eagerBytes the largest size that is eager
   * @param skewPs by how much messages from a rank take longer than those from the rank below
   * @param blockingSendPs how long a transfer keeps a blocking sender at most
   * @param envelopes whether wildcards see a message after the latency rather than at once
   */
  public LinearModel(
      long latencyPs,
      long psPerByte,
      long eagerBytes,
      long skewPs,
      long blockingSendPs,
      long nonBlockingSendPs,
      long postReceivePs,
      boolean envelopes) {
    this.latencyPs = latencyPs;
    this.psPerByte = psPerByte;
    this.eagerBytes = eagerBytes;
    this.skewPs = skewPs;
    this.blockingSendPs = blockingSendPs;
    this.nonBlockingSendPs = nonBlockingSendPs;
    this.postReceivePs = postReceivePs;
    this.envelopes = envelopes;
  }

  private long pairPs(Message message) {
    return latencyPs + skewPs * (message.sourceNode() + (message.withinNode() ? 0 : 2));
  }

  @Override
  public boolean eager(Message message) {
    return message.bytes() <= eagerBytes;
  }

  @Override
  public long transferPs(Message message, long startPs) {
    long handshakePs = message.rendezvous() ? skewPs : 0;
    return pairPs(message) + handshakePs + message.bytes() * psPerByte;
  }

  @Override
  public long blockingSendPs(Message message, long transferPs) {
    return Math.min(transferPs, blockingSendPs);
  }

  @Override
  public long nonBlockingSendPs(Message message) {
    return nonBlockingSendPs;
  }

  @Override
  public long postReceivePs() {
    return postReceivePs;
  }

  @Override
  public long envelopePs(Message message) {
    return envelopes ? pairPs(message) : 0;
  }

  @Override
  public boolean costsBySize() {
    return skewPs == 0;
  }

  @Override
  public boolean independent() {
    return true;
  }

  @Override
  public String toString() {
    return "linear latency=%d gap=%d eager=%d skew=%d blocking=%d send=%d post=%d envelopes=%s"
        .formatted(
            latencyPs,
            psPerByte,
            eagerBytes,
            skewPs,
            blockingSendPs,
            nonBlockingSendPs,
            postReceivePs,
            envelopes);
  }
}
