package org.foretell.engine.reference;

import java.util.ArrayList;
import java.util.List;
import org.foretell.model.FlowModel;
import org.foretell.model.Message;
import org.foretell.observe.SimObserver;

/** Flow models: the end of a message is known when it has come. */
final class FlowTransport implements Transport {
  /** Flows end before all else of a time. */
  private static final long FIRST = -1;

  /** The model is asked after all else of a time. */
  private static final long LAST = Long.MAX_VALUE / 2;

  private final FlowModel model;
  private final Timeline timeline;
  private final RankState[] ranks;
  private final Mailboxes mailboxes;
  private final SimObserver observer;

  /** By flow what happens when it ends. */
  private final List<Runnable> flows = new ArrayList<>();

  private boolean willAsk;
  private int answers;

  FlowTransport(
      FlowModel model,
      Timeline timeline,
      RankState[] ranks,
      Mailboxes mailboxes,
      SimObserver observer) {
    this.model = model;
    this.timeline = timeline;
    this.ranks = ranks;
    this.mailboxes = mailboxes;
    this.observer = observer;
  }

  @Override
  public long freeAtPs(RankState rank, boolean sends) {
    return timeline.nowPs();
  }

  @Override
  public void burst(RankState rank, long endPs) {}

  @Override
  public void launch(Envelope envelope) {
    envelope.visiblePs = envelope.sentPs + model.sendOverheadPs(envelope.view);
    envelope.callerFreePs = envelope.visiblePs;
    if (!envelope.view.rendezvous()) {
      envelope.request.complete(envelope.visiblePs, 0);
    }
    if (envelope.visiblePs == envelope.sentPs) {
      leave(envelope);
    } else {
      timeline.at(envelope.visiblePs, timeline.nextSequence(), () -> leave(envelope));
    }
  }

  private void leave(Envelope envelope) {
    if (!envelope.view.rendezvous() && model.startsWhenSent(envelope.view)) {
      start(envelope);
    }
    if (!mailboxes.deliver(envelope)) {
      ranks[envelope.destination].progress();
    }
  }

  private void start(Envelope envelope) {
    envelope.started = true;
    start(envelope.view, () -> ends(envelope));
  }

  private void start(Message message, Runnable ends) {
    model.start(flows.size(), message, timeline.nowPs());
    flows.add(ends);
    change();
  }

  private void ends(Envelope envelope) {
    envelope.endPs = timeline.nowPs();
    if (envelope.receive != null) {
      finish(envelope);
    }
  }

  @Override
  public long transmit(Message message, boolean byCaller, Runnable arrives) {
    long s = timeline.nowPs();
    long leavePs = s + (byCaller ? model.sendOverheadPs(message) : 0);
    if (leavePs == s) {
      start(message, arrives);
    } else {
      timeline.at(leavePs, timeline.nextSequence(), () -> start(message, arrives));
    }
    return leavePs;
  }

  @Override
  public long acknowledgePs(Message back) {
    return model.acknowledgePs(back);
  }

  @Override
  public void match(Envelope envelope, Receive receive) {
    envelope.receive = receive;
    if (envelope.endPs != Request.UNKNOWN) {
      finish(envelope);
    } else if (!envelope.started) {
      start(envelope);
    }
  }

  /** The message is there and matched. */
  private void finish(Envelope envelope) {
    long s = envelope.sentPs;
    long r = envelope.receive.postedPs();
    envelope.tell(observer, envelope.receive, envelope.endPs);
    long completePs = Math.max(r, envelope.endPs) + model.receiveOverheadPs(envelope.view);
    envelope.receive.request().complete(completePs, s);
    if (envelope.view.rendezvous()) {
      envelope.request.complete(envelope.endPs, r);
    }
  }

  /** What the model said last may not hold any more. */
  private void change() {
    answers++;
    if (!willAsk) {
      willAsk = true;
      timeline.at(timeline.nowPs(), LAST, this::ask);
    }
  }

  private void ask() {
    willAsk = false;
    long nextPs = model.nextChangePs();
    int answer = answers;
    if (nextPs == timeline.nowPs()) {
      advance();
    } else if (nextPs != FlowModel.NEVER) {
      timeline.at(
          nextPs,
          FIRST,
          () -> {
            if (answer == answers) {
              advance();
            }
          });
    }
  }

  private void advance() {
    int flow = model.nextFinished(timeline.nowPs());
    while (flow != FlowModel.NONE) {
      flows.get(flow).run();
      flow = model.nextFinished(timeline.nowPs());
    }
    change();
  }

  @Override
  public boolean receivesAfterSending() {
    return model.receivesAfterSending();
  }

  @Override
  public long postReceivePs() {
    return 0;
  }

  @Override
  public long finishPs(RankState rank) {
    return rank.clockPs;
  }
}
