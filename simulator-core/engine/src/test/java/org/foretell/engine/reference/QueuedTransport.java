package org.foretell.engine.reference;

import java.util.function.LongConsumer;
import org.foretell.machine.Placement;
import org.foretell.model.Message;
import org.foretell.model.MutableMessage;
import org.foretell.model.QueuedOccupancyModel;
import org.foretell.observe.SimObserver;
import org.foretell.observe.SimObserver.Resource;

/** Occupancy models whose interfaces queue. */
final class QueuedTransport implements Transport {
  private final QueuedOccupancyModel model;
  private final Timeline timeline;
  private final RankState[] ranks;
  private final Mailboxes mailboxes;
  private final Placement placement;
  private final SimObserver observer;
  private final QueuedPorts ports;

  QueuedTransport(
      QueuedOccupancyModel model,
      Timeline timeline,
      RankState[] ranks,
      Mailboxes mailboxes,
      Placement placement,
      SimObserver observer) {
    this.model = model;
    this.timeline = timeline;
    this.ranks = ranks;
    this.mailboxes = mailboxes;
    this.placement = placement;
    this.observer = observer;
    ports = new QueuedPorts(model, ranks.length, observer);
  }

  @Override
  public long freeAtPs(RankState rank, boolean sends) {
    return Math.max(timeline.nowPs(), rank.cpuFreePs);
  }

  @Override
  public void burst(RankState rank, long endPs) {
    rank.cpuFreePs = endPs;
  }

  private Message empty(int from, int to) {
    return new MutableMessage().set(from, to, placement.node(from), placement.node(to), 0, false);
  }

  @Override
  public void launch(Envelope envelope) {
    boolean rendezvous = envelope.view.rendezvous();
    Message first = rendezvous ? empty(envelope.source, envelope.destination) : envelope.view;
    send(first, envelope.sentPs, () -> match(envelope));
    envelope.callerFreePs = ranks[envelope.source].cpuFreePs;
    if (!rendezvous) {
      envelope.request.complete(envelope.callerFreePs, 0);
    }
  }

  /** A CPU sends, and another takes in: the message can then be used. */
  private void send(Message message, long sentPs, Runnable takenIn) {
    send(message, sentPs, donePs -> {}, takenIn);
  }

  /** The same; also told is when the sender has done its part. */
  private void send(Message message, long sentPs, LongConsumer left, Runnable takenIn) {
    RankState sender = ranks[message.source()];
    long cpuPs = sentPs + model.sendCpuPs(message, sentPs);
    sender.cpuFreePs = cpuPs;
    observer.busy(Resource.CPU, sender.rank, message.bytes(), sentPs, cpuPs);
    long sequence = timeline.nextSequence();
    move(
        message,
        sentPs,
        sequence,
        injectedPs -> {
          long arrivesPs = injectedPs + model.flightPs(message, injectedPs);
          LongConsumer numbered =
              number -> timeline.at(arrivesPs, number, () -> arrive(message, number, takenIn));
          if (message.withinNode()) {
            numbered.accept(sequence);
          } else {
            timeline.whenMessageIsNumbered(message.source(), numbered);
          }
          left.accept(Math.max(cpuPs, injectedPs + model.streamPs(message)));
        });
  }

  /** A message is sent at a time: past its rank's side, then by its ports. */
  private void move(Message message, long sentPs, long sequence, LongConsumer injected) {
    first(
        sentPs,
        sequence,
        () -> {
          long reachesPs = ports.reach(message, sentPs);
          first(
              reachesPs - model.leastInjectPs(message),
              sequence,
              () -> injected.accept(ports.inject(message, reachesPs)));
        });
  }

  /** Now, or at a time before all else that is no such event. */
  private void first(long timePs, long sequence, Runnable action) {
    if (timePs == timeline.nowPs()) {
      action.run();
    } else {
      timeline.at(timePs, sequence - (1L << 40), action);
    }
  }

  private void arrive(Message message, long sequence, Runnable takenIn) {
    long readyPs = timeline.nowPs();
    if (!message.withinNode()) {
      readyPs = ports.receive(message, readyPs) + model.receiveFromPs(message);
    }
    timeline.at(readyPs, turn(sequence), () -> takeIn(message, sequence, takenIn));
  }

  /** When it is a message's turn among all that happens at a time at which it can be taken in. */
  private long turn(long sequence) {
    return model.takesInLast() ? sequence + (1L << 40) : sequence;
  }

  private void takeIn(Message message, long sequence, Runnable takenIn) {
    RankState receiver = ranks[message.destination()];
    long h = timeline.nowPs();
    if (receiver.cpuFreePs > h) {
      timeline.at(receiver.cpuFreePs, turn(sequence), () -> takeIn(message, sequence, takenIn));
      return;
    }
    receiver.cpuFreePs = h + model.receiveCpuPs(message, h);
    observer.busy(Resource.CPU, receiver.rank, message.bytes(), h, receiver.cpuFreePs);
    takenIn.run();
  }

  /** The message, or what asks for its receiver, has been taken in. */
  private void match(Envelope envelope) {
    envelope.visiblePs = ranks[envelope.destination].cpuFreePs;
    if (!mailboxes.deliver(envelope)) {
      ranks[envelope.destination].progress();
    }
  }

  @Override
  public void match(Envelope envelope, Receive receive) {
    if (!envelope.view.rendezvous()) {
      complete(envelope, receive, envelope.visiblePs);
      return;
    }
    long fromPs = Math.max(timeline.nowPs(), ranks[envelope.destination].cpuFreePs);
    send(empty(envelope.destination, envelope.source), fromPs, () -> sendData(envelope, receive));
  }

  private void sendData(Envelope envelope, Receive receive) {
    send(
        envelope.view,
        ranks[envelope.source].cpuFreePs,
        leftPs -> envelope.request.complete(leftPs, receive.postedPs()),
        () -> complete(envelope, receive, ranks[envelope.destination].cpuFreePs));
  }

  private void complete(Envelope envelope, Receive receive, long therePs) {
    envelope.tell(observer, receive, therePs);
    receive.request().complete(Math.max(receive.postedPs(), therePs), envelope.sentPs);
  }

  @Override
  public long transmit(Message message, boolean byCaller, Runnable arrives) {
    RankState sender = ranks[message.source()];
    long s = timeline.nowPs();
    if (byCaller) {
      sender.cpuFreePs = s + model.sendCpuPs(message, s);
      observer.busy(Resource.CPU, sender.rank, message.bytes(), s, sender.cpuFreePs);
    }
    long sequence = timeline.nextSequence();
    move(
        message,
        s,
        sequence,
        injectedPs -> {
          long arrivesPs = injectedPs + model.flightPs(message, injectedPs);
          LongConsumer numbered =
              number -> timeline.at(arrivesPs, number, () -> comes(message, arrives));
          if (message.withinNode()) {
            numbered.accept(sequence);
          } else {
            timeline.whenMessageIsNumbered(message.source(), numbered);
          }
        });
    return sender.cpuFreePs;
  }

  private void comes(Message message, Runnable arrives) {
    long a = timeline.nowPs();
    long fromPs = message.withinNode() ? a : ports.receive(message, a);
    long completePs = fromPs + model.streamPs(message);
    if (completePs > a) {
      timeline.at(completePs, timeline.nextSequence(), arrives);
    } else {
      arrives.run();
    }
  }

  @Override
  public void know(int rank, long timePs, LongConsumer known) {
    timeline.first(rank, timePs, () -> known.accept(timePs));
  }

  @Override
  public long acknowledgePs(Message back) {
    return model.acknowledgePs(back);
  }

  @Override
  public long postReceivePs() {
    return 0;
  }

  @Override
  public long finishPs(RankState rank) {
    return Math.max(rank.clockPs, rank.cpuFreePs);
  }
}
