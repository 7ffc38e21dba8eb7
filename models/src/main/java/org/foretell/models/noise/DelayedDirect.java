package org.foretell.models.noise;

import java.util.Set;
import org.foretell.model.DirectModel;
import org.foretell.model.Message;
import org.foretell.model.ModelTrait;
import org.foretell.model.MpiModel;
import org.foretell.time.Ps;

/** Messages that take randomly longer. Their envelopes come in time, so none overtakes another. */
final class DelayedDirect extends DirectModel {
  private final DirectModel calm;
  private final MessageDelays delays;

  DelayedDirect(DirectModel calm, MessageDelays delays) {
    this.calm = calm;
    this.delays = delays;
  }

  @Override
  public MpiModel withoutNoise() {
    return calm;
  }

  @Override
  public long transferPs(Message message, long startPs) {
    return Ps.plus(calm.transferPs(message, startPs), delays.drawPs(message));
  }

  @Override
  public boolean eager(Message message) {
    return calm.eager(message);
  }

  @Override
  public long blockingSendPs(Message message, long transferPs) {
    return calm.blockingSendPs(message, transferPs);
  }

  @Override
  public long nonBlockingSendPs(Message message) {
    return calm.nonBlockingSendPs(message);
  }

  @Override
  public long postReceivePs() {
    return calm.postReceivePs();
  }

  @Override
  public long envelopePs(Message message) {
    return calm.envelopePs(message);
  }

  @Override
  public long latencyPs(Message empty, long startPs) {
    return calm.latencyPs(empty, startPs);
  }

  @Override
  public long acknowledgePs(Message back) {
    return calm.acknowledgePs(back);
  }

  @Override
  public Set<ModelTrait> traits() {
    return calm.traits();
  }
}
