package org.foretell.engine.reference;

import org.foretell.model.DirectModel;
import org.foretell.model.Message;
import org.foretell.observe.SimObserver;

/** Direct models: times follow from the message alone. */
final class DirectTransport implements Transport {
  private final DirectModel model;
  private final Timeline timeline;
  private final RankState[] ranks;
  private final Mailboxes mailboxes;
  private final SimObserver observer;
  private final boolean envelopesTravel;

  /** Of the one-sided message that was sent last. */
  private long sourceDonePs;

  /**
   * @param envelopesTravel whether messages can be matched only once their envelope has arrived
   */
  DirectTransport(
      DirectModel model,
      Timeline timeline,
      RankState[] ranks,
      Mailboxes mailboxes,
      SimObserver observer,
      boolean envelopesTravel) {
    this.model = model;
    this.timeline = timeline;
    this.ranks = ranks;
    this.mailboxes = mailboxes;
    this.observer = observer;
    this.envelopesTravel = envelopesTravel;
  }

  @Override
  public long freeAtPs(RankState rank, boolean sends) {
    return timeline.nowPs();
  }

  @Override
  public void burst(RankState rank, long endPs) {}

  @Override
  public void launch(Envelope envelope) {
    long s = envelope.sentPs;
    boolean blocks = envelope.view.callerBlocks();
    if (!envelope.view.rendezvous()) {
      envelope.transferPs = model.transferPs(envelope.view, s);
      long keptPs =
          blocks
              ? model.blockingSendPs(envelope.view, envelope.transferPs)
              : model.nonBlockingSendPs(envelope.view);
      envelope.callerFreePs = s + keptPs;
      envelope.request.complete(s + keptPs, 0);
    } else if (!blocks) {
      envelope.callerFreePs = s + model.nonBlockingSendPs(envelope.view);
    }
    envelope.visiblePs = s + model.envelopePs(envelope.view);
    if (envelopesTravel) {
      timeline.at(envelope.visiblePs, timeline.nextSequence(), () -> arrive(envelope));
    } else {
      arrive(envelope);
    }
  }

  private void arrive(Envelope envelope) {
    if (!mailboxes.deliver(envelope)) {
      ranks[envelope.destination].progress();
    }
  }

  @Override
  public void match(Envelope envelope, Receive receive) {
    long s = envelope.sentPs;
    long r = receive.postedPs();
    long arrivePs;
    if (envelope.view.rendezvous()) {
      long startPs = Math.max(s, r);
      arrivePs = startPs + model.transferPs(envelope.view, startPs);
    } else {
      arrivePs = s + envelope.transferPs;
    }
    envelope.tell(observer, receive, arrivePs);
    receive.request().complete(Math.max(r, arrivePs), s);
    if (envelope.view.rendezvous()) {
      envelope.request.complete(Math.max(envelope.callerFreePs, arrivePs), r);
    }
  }

  @Override
  public long transmit(Message message, boolean byCaller, Runnable arrives) {
    long s = timeline.nowPs();
    long transferPs = model.transferPs(message, s);
    timeline.at(s + transferPs, timeline.nextSequence(), arrives);
    sourceDonePs = s + model.blockingSendPs(message, transferPs);
    return s
        + (message.callerBlocks()
            ? model.blockingSendPs(message, transferPs)
            : model.nonBlockingSendPs(message));
  }

  @Override
  public long sourceDonePs(long callerPs) {
    return Math.max(callerPs, sourceDonePs);
  }

  @Override
  public long acknowledgePs(Message back) {
    return model.acknowledgePs(back);
  }

  @Override
  public long postReceivePs() {
    return model.postReceivePs();
  }

  @Override
  public long finishPs(RankState rank) {
    return rank.clockPs;
  }
}
