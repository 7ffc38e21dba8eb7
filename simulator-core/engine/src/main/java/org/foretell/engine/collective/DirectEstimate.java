package org.foretell.engine.collective;

import org.foretell.model.DirectModel;
import org.foretell.model.MutableMessage;
import org.foretell.time.Ps;

/**
 * A member alone under a direct model. The messages for receives that it has started are sent when
 * it starts its own sends.
 */
final class DirectEstimate extends MemberEstimate {
  private final DirectModel model;
  private final long startPs;
  private boolean receives;

  DirectEstimate(DirectModel model, AnyMember call, double reducePsPerByte, long startPs) {
    super(call, reducePsPerByte);
    this.model = model;
    this.startPs = startPs;
  }

  @Override
  long begin() {
    clockPs = startPs;
    startedEndPs = startPs;
    receives = false;
    return clockPs;
  }

  private long transferPs(MutableMessage message, long fromPs) {
    message.rendezvous(!model.eager(message));
    return model.transferPs(message, fromPs);
  }

  @Override
  long send(MutableMessage message) {
    long from = clockPs;
    long transfer = transferPs(message, from);
    clockPs =
        Ps.plus(clockPs, message.rendezvous() ? transfer : model.blockingSendPs(message, transfer));
    return from;
  }

  @Override
  void receive(MutableMessage message, long sendPs) {
    clockPs = Ps.plus(sendPs, transferPs(message, sendPs));
  }

  @Override
  void startSend(MutableMessage message) {
    long transfer = transferPs(message, clockPs);
    long caller = Ps.plus(clockPs, model.nonBlockingSendPs(message));
    boolean lasts = receives || message.rendezvous();
    long end = lasts ? Math.max(caller, Ps.plus(clockPs, transfer)) : caller;
    startedEndPs = Math.max(startedEndPs, end);
    clockPs = caller;
  }

  @Override
  void startReceive(MutableMessage message) {
    receives = true;
    startedEndPs = Math.max(startedEndPs, Ps.plus(clockPs, transferPs(message, clockPs)));
    clockPs = Ps.plus(clockPs, model.postReceivePs());
  }

  @Override
  void awaitStarted() {
    super.awaitStarted();
    receives = false;
  }

  @Override
  void reduce(long spanPs) {
    clockPs = Ps.plus(clockPs, spanPs);
  }
}
