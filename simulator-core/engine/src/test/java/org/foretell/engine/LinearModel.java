package org.foretell.engine;

import org.foretell.model.CollectiveModel;
import org.foretell.model.CommunicationModel;
import org.foretell.model.DirectModel;
import org.foretell.model.Message;

/**
 * A direct model with round numbers: a message takes 100 ps and 1 ps for each byte, is eager up to
 * 1000 bytes, can be seen after 10 ps, and keeps a non-blocking sender for 7 ps; a collective takes
 * 1000 ps and 1 ps for each byte of its vector.
 */
final class LinearModel extends DirectModel {
  static final long LATENCY_PS = 100;
  static final long EAGER_BYTES = 1000;
  static final long ENVELOPE_PS = 10;
  static final long ISEND_PS = 7;
  static final long IRECV_PS = 3;
  static final CollectiveModel COLLECTIVES = call -> 1000 + call.vectorBytes();

  private final boolean independent;

  LinearModel(boolean independent) {
    this.independent = independent;
  }

  static CommunicationModel communication() {
    return new CommunicationModel("linear", new LinearModel(true), COLLECTIVES);
  }

  @Override
  public boolean eager(Message message) {
    return message.bytes() <= EAGER_BYTES;
  }

  @Override
  public long transferPs(Message message, long startPs) {
    return LATENCY_PS + message.bytes();
  }

  @Override
  public long nonBlockingSendPs(Message message) {
    return ISEND_PS;
  }

  @Override
  public long postReceivePs() {
    return IRECV_PS;
  }

  @Override
  public long envelopePs(Message message) {
    return ENVELOPE_PS;
  }

  @Override
  public boolean independent() {
    return independent;
  }
}
