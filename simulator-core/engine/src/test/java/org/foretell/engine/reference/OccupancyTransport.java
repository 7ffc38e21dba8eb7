package org.foretell.engine.reference;

import java.util.function.LongConsumer;
import org.foretell.model.Message;
import org.foretell.model.OccupancyModel;
import org.foretell.observe.SimObserver;
import org.foretell.observe.SimObserver.Resource;

/** Occupancy models: messages keep CPUs and NICs busy. */
final class OccupancyTransport implements Transport {
  private final OccupancyModel model;
  private final Timeline timeline;
  private final RankState[] ranks;
  private final Mailboxes mailboxes;
  private final SimObserver observer;
  private final long[] outFreePs;
  private final long[] inFreePs;

  OccupancyTransport(
      OccupancyModel model,
      Timeline timeline,
      RankState[] ranks,
      Mailboxes mailboxes,
      SimObserver observer) {
    this.model = model;
    this.timeline = timeline;
    this.ranks = ranks;
    this.mailboxes = mailboxes;
    this.observer = observer;
    this.outFreePs = new long[ranks.length];
    this.inFreePs = new long[ranks.length];
  }

  @Override
  public long freeAtPs(RankState rank, boolean sends) {
    long freePs = Math.max(timeline.nowPs(), rank.cpuFreePs);
    return sends ? Math.max(freePs, outFreePs[model.nicOf(rank.rank)]) : freePs;
  }

  @Override
  public void burst(RankState rank, long endPs) {
    rank.cpuFreePs = endPs;
  }

  @Override
  public void launch(Envelope envelope) {
    long s = envelope.sentPs;
    int nic = model.nicOf(envelope.source);
    long cpuPs = s + model.sendCpuPs(envelope.view, s);
    long nicPs = s + model.sendNicPs(envelope.view);
    ranks[envelope.source].cpuFreePs = cpuPs;
    outFreePs[nic] = nicPs;
    observer.busy(Resource.CPU, envelope.source, envelope.bytes, s, cpuPs);
    observer.busy(Resource.NIC_OUT, nic, envelope.bytes, s, nicPs);
    envelope.callerFreePs = cpuPs;
    if (!envelope.view.rendezvous()) {
      envelope.request.complete(cpuPs, 0);
    }
    long arrivesPs = s + model.wirePs(envelope.view, s);
    LongConsumer numbered =
        sequence -> timeline.at(arrivesPs, sequence, () -> takeIn(envelope, sequence));
    if (envelope.view.withinNode()) {
      numbered.accept(timeline.nextSequence());
    } else {
      timeline.whenMessageIsNumbered(envelope.source, numbered);
    }
  }

  /** The message is there, or its resources were promised to be free: tries to take it in. */
  private void takeIn(Envelope envelope, long sequence) {
    RankState receiver = ranks[envelope.destination];
    long freePs = Math.max(receiver.cpuFreePs, inFreePs[model.nicOf(envelope.destination)]);
    long h = timeline.nowPs();
    if (onMatch()) {
      envelope.visiblePs = h;
    } else if (freePs > h) {
      timeline.at(freePs, sequence, () -> takeIn(envelope, sequence));
      return;
    } else {
      keep(envelope, h, h);
    }
    if (!mailboxes.deliver(envelope)) {
      receiver.progress();
    }
  }

  private boolean onMatch() {
    return model.intake() == OccupancyModel.Intake.ON_MATCH;
  }

  private void keep(Envelope envelope, long nicFromPs, long cpuFromPs) {
    RankState receiver = ranks[envelope.destination];
    int nic = model.nicOf(envelope.destination);
    long cpuPs = cpuFromPs + model.receiveCpuPs(envelope.view, cpuFromPs);
    long nicPs = nicFromPs + model.receiveNicPs(envelope.view);
    receiver.cpuFreePs = cpuPs;
    inFreePs[nic] = nicPs;
    observer.busy(Resource.CPU, receiver.rank, envelope.bytes, cpuFromPs, cpuPs);
    observer.busy(Resource.NIC_IN, nic, envelope.bytes, nicFromPs, nicPs);
    envelope.visiblePs = cpuPs;
  }

  /** Called when the message is taken in or, if that was earlier, when the receive is posted. */
  @Override
  public void match(Envelope envelope, Receive receive) {
    long r = receive.postedPs();
    long releasePs = timeline.nowPs();
    if (onMatch()) {
      long nicPs = Math.max(releasePs, inFreePs[model.nicOf(envelope.destination)]);
      long cpuPs =
          Math.max(
              nicPs + model.receiveNicPs(envelope.view), ranks[envelope.destination].cpuFreePs);
      keep(envelope, nicPs, cpuPs);
      releasePs = envelope.visiblePs;
    }
    envelope.tell(observer, receive, envelope.visiblePs);
    receive.request().complete(Math.max(r, envelope.visiblePs), envelope.sentPs);
    if (envelope.view.rendezvous()) {
      if (onMatch()) {
        RankState sender = ranks[envelope.source];
        sender.cpuFreePs = Math.max(sender.cpuFreePs, releasePs);
        int nic = model.nicOf(envelope.source);
        outFreePs[nic] = Math.max(outFreePs[nic], releasePs);
      }
      envelope.request.complete(Math.max(envelope.callerFreePs, releasePs), r);
    }
  }

  @Override
  public long transmit(Message message, boolean byCaller, Runnable arrives) {
    int source = message.source();
    int nic = model.nicOf(source);
    long nowPs = timeline.nowPs();
    long s = Math.max(nowPs, outFreePs[nic]);
    if (byCaller) {
      ranks[source].cpuFreePs = nowPs + model.sendCpuPs(message, nowPs);
      observer.busy(Resource.CPU, source, message.bytes(), nowPs, ranks[source].cpuFreePs);
    }
    outFreePs[nic] = s + model.sendNicPs(message);
    observer.busy(Resource.NIC_OUT, nic, message.bytes(), s, outFreePs[nic]);
    long arrivesPs = s + model.wirePs(message, s);
    LongConsumer numbered =
        sequence -> timeline.at(arrivesPs, sequence, () -> comes(message, arrives));
    if (message.withinNode()) {
      numbered.accept(timeline.nextSequence());
    } else {
      timeline.whenMessageIsNumbered(source, numbered);
    }
    return ranks[source].cpuFreePs;
  }

  private void comes(Message message, Runnable arrives) {
    int nic = model.nicOf(message.destination());
    long a = timeline.nowPs();
    long h = Math.max(a, inFreePs[nic]);
    inFreePs[nic] = h + model.receiveNicPs(message);
    observer.busy(Resource.NIC_IN, nic, message.bytes(), h, inFreePs[nic]);
    long complete = h + model.lastBytePs(message);
    if (complete > a) {
      timeline.at(complete, timeline.nextSequence(), arrives);
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
