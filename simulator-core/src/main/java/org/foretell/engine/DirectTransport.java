package org.foretell.engine;

import org.foretell.machine.Placement;
import org.foretell.model.DirectModel;
import org.foretell.model.Message;
import org.foretell.time.Ps;

/** Moves messages under a {@link DirectModel}. */
final class DirectTransport implements Transport {
  private final DirectModel model;
  private final int[] nodes;
  private final RankTable ranks;
  private final RequestTable requests;
  private final Matcher matcher;
  private final MessagePool messages;
  private final ReceivePool receives;
  private final Agenda agenda;
  private final Probes probes;
  private final Deliveries deliveries;
  private final Message view = new Message();

  DirectTransport(
      DirectModel model,
      Placement placement,
      RankTable ranks,
      RequestTable requests,
      Matcher matcher,
      Agenda agenda,
      Probes probes,
      Deliveries deliveries) {
    this.model = model;
    nodes = placement.nodes();
    this.ranks = ranks;
    this.requests = requests;
    this.matcher = matcher;
    messages = matcher.messages;
    receives = matcher.receives;
    this.agenda = agenda;
    this.probes = probes;
    this.deliveries = deliveries;
  }

  @Override
  public void send(
      int rank, int destination, int tag, int context, long bytes, Mode mode, int slot) {
    long start = ranks.clockPs(rank);
    boolean blocking = slot == RequestTable.BLOCKING;
    Message message = view.set(rank, destination, nodes[rank], nodes[destination], bytes, blocking);
    boolean eager = mode == Mode.BUFFERED || (mode == Mode.STANDARD && model.eager(message));
    long arrive = MessagePool.NOT_MOVING;
    long caller;
    if (eager) {
      long transfer = transferPs(message, start);
      arrive = Ps.plus(start, transfer);
      caller =
          Ps.plus(
              start,
              blocking
                  ? checked(model.blockingSendPs(message, transfer), "blockingSendPs")
                  : checked(model.nonBlockingSendPs(message), "nonBlockingSendPs"));
    } else {
      message.rendezvous(true);
      caller =
          blocking
              ? start
              : Ps.plus(start, checked(model.nonBlockingSendPs(message), "nonBlockingSendPs"));
    }
    int receive =
        matcher.wildcards()
            ? RecordPool.NONE
            : matcher.takeReceive(destination, rank, tag, context);
    if (receive != RecordPool.NONE) {
      long posted = receives.postedPs(receive);
      long done = arrive;
      if (!eager) {
        long move = Math.max(start, posted);
        done = Ps.plus(move, transferPs(message, move));
      }
      deliveries.deliver(
          receive,
          destination,
          rank,
          tag,
          bytes,
          ranks.operation(rank),
          start,
          done,
          Math.max(posted, done));
      senderIsDone(rank, slot, eager ? caller : Math.max(caller, done), eager ? 0 : posted);
    } else {
      keep(rank, destination, tag, context, bytes, start, arrive, caller, slot);
      if (eager) {
        senderIsDone(rank, slot, caller, 0);
      }
    }
    if (!blocking) {
      ranks.clockPs(rank, caller);
    }
  }

  /** The end of a send is known while it is executed. */
  private void senderIsDone(int rank, int slot, long timePs, long partnerPs) {
    if (slot == RequestTable.BLOCKING) {
      ranks.part(rank, timePs, partnerPs);
    } else if (slot >= 0) {
      requests.setComplete(rank, slot, timePs, partnerPs);
    }
  }

  private void keep(
      int rank,
      int destination,
      int tag,
      int context,
      long bytes,
      long start,
      long arrive,
      long caller,
      int slot) {
    int message = messages.create(rank, destination, tag, context, bytes, start);
    messages.arrivePs(message, arrive);
    messages.callerPs(message, caller);
    messages.operation(message, ranks.operation(rank));
    if (arrive == MessagePool.NOT_MOVING) {
      messages.slot(message, slot);
      if (slot == RequestTable.BLOCKING) {
        ranks.expect(rank);
      } else if (slot >= 0) {
        requests.setPending(rank, slot, RequestTable.SEND, message);
      }
    } else {
      messages.slot(
          message,
          slot == RequestTable.BLOCKING ? RequestTable.NOBODY_BLOCKED : RequestTable.NOBODY);
    }
    if (matcher.wildcards()) {
      agenda.messageComes(message, Ps.plus(start, envelopePs(view)));
    } else {
      matcher.keepMessage(message);
      probes.kept(messages, message, this);
    }
  }

  @Override
  public void receive(int rank, int source, int tag, int context, long capacityBytes, int slot) {
    long posted = ranks.clockPs(rank);
    int message = matcher.takeMessage(rank, source, tag, context);
    if (message == RecordPool.NONE) {
      int receive = matcher.keepReceive(slot, posted, capacityBytes, ranks.operation(rank));
      if (slot == RequestTable.BLOCKING) {
        ranks.expect(rank);
      } else if (slot >= 0) {
        requests.setPending(rank, slot, RequestTable.RECEIVE, receive);
      }
      return;
    }
    long start = messages.sendPs(message);
    long done = completePs(message, posted);
    long end = Math.max(posted, done);
    deliveries.deliverAtOnce(rank, capacityBytes, slot, message, posted, done);
    if (slot == RequestTable.BLOCKING) {
      ranks.part(rank, end, start);
    } else if (slot >= 0) {
      requests.setComplete(rank, slot, end, start);
    }
    releaseSender(message, done, posted);
    messages.release(message);
  }

  /** When a kept message is complete, given when its receive was posted; moves a rendezvous. */
  private long completePs(int message, long posted) {
    long arrive = messages.arrivePs(message);
    if (arrive != MessagePool.NOT_MOVING) {
      return arrive;
    }
    fillView(message);
    view.rendezvous(true);
    long move = Math.max(messages.sendPs(message), posted);
    return Ps.plus(move, transferPs(view, move));
  }

  private void fillView(int message) {
    int source = messages.source(message);
    int destination = messages.destination(message);
    int slot = messages.slot(message);
    view.set(
        source,
        destination,
        nodes[source],
        nodes[destination],
        messages.bytes(message),
        slot == RequestTable.BLOCKING || slot == RequestTable.NOBODY_BLOCKED);
  }

  private void releaseSender(int message, long done, long posted) {
    if (messages.arrivePs(message) == MessagePool.NOT_MOVING) {
      long end = Math.max(messages.callerPs(message), done);
      requests.completes(messages.source(message), messages.slot(message), end, posted);
    }
  }

  @Override
  public long postReceivePs() {
    return checked(model.postReceivePs(), "postReceivePs");
  }

  @Override
  public void messageComes(int message) {
    int source = messages.source(message);
    int destination = messages.destination(message);
    int tag = messages.tag(message);
    int receive = matcher.takeReceive(destination, source, tag, messages.context(message));
    if (receive == RecordPool.NONE) {
      matcher.keepMessage(message);
      probes.kept(messages, message, this);
      return;
    }
    long posted = receives.postedPs(receive);
    long done = completePs(message, posted);
    if (done < agenda.nowPs()) {
      throw new IllegalStateException(
          "the model lets a message arrive before its envelope: transferPs must be at least"
              + " envelopePs, but the message is complete at "
              + done
              + " ps and can be seen from "
              + agenda.nowPs()
              + " ps only");
    }
    deliveries.deliver(
        receive,
        destination,
        source,
        tag,
        messages.bytes(message),
        messages.operation(message),
        messages.sendPs(message),
        done,
        Math.max(posted, done));
    releaseSender(message, done, posted);
    messages.release(message);
  }

  @Override
  public long visiblePs(int message) {
    fillView(message);
    view.rendezvous(messages.arrivePs(message) == MessagePool.NOT_MOVING);
    return Ps.plus(messages.sendPs(message), envelopePs(view));
  }

  private long envelopePs(Message message) {
    return checked(model.envelopePs(message), "envelopePs");
  }

  private long transferPs(Message message, long start) {
    return checked(model.transferPs(message, start), "transferPs");
  }

  private static long checked(long spanPs, String what) {
    if (spanPs < 0) {
      throw negative(spanPs, what);
    }
    return spanPs;
  }

  private static IllegalStateException negative(long spanPs, String what) {
    return new IllegalStateException(
        "the model answers " + spanPs + " ps for " + what + "; it must be at least 0");
  }
}
