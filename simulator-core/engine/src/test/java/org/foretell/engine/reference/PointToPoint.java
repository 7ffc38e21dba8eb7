package org.foretell.engine.reference;

import static org.foretell.trace.OpField.MATCHED_PEER;
import static org.foretell.trace.OpField.MATCHED_TAG;
import static org.foretell.trace.OpField.OUTCOME;
import static org.foretell.trace.OpField.RECEIVE_PEER;
import static org.foretell.trace.OpField.RECEIVE_TAG;

import java.util.List;
import org.foretell.engine.reference.Replay.Told;
import org.foretell.machine.Placement;
import org.foretell.model.Message;
import org.foretell.model.MpiModel;
import org.foretell.model.MutableMessage;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** Sends, receives, probes, and the start of persistent ones. */
final class PointToPoint implements OneSided.Turns {
  private final Replay replay;
  private final Mailboxes mailboxes;
  private final Transport transport;
  private final MpiModel model;
  private final Placement placement;

  PointToPoint(
      Replay replay,
      Mailboxes mailboxes,
      Transport transport,
      MpiModel model,
      Placement placement) {
    this.replay = replay;
    this.mailboxes = mailboxes;
    this.transport = transport;
    this.model = model;
    this.placement = placement;
  }

  @Override
  public void whenFree(RankState rank, Message message, Runnable send) {
    whenFree(rank, true, send);
  }

  @Override
  public void whenCpuIsFree(RankState rank, Message message, Runnable send) {
    whenFree(rank, false, send);
  }

  /** Does a step as soon as all is free that a burst or, if it sends, a send needs. */
  void whenFree(RankState rank, boolean sends, Runnable step) {
    whenFree(rank, rank.sequence, sends, step);
  }

  /** As above, for something that has a sequence number of its own. */
  void whenFree(RankState rank, long sequence, boolean sends, Runnable step) {
    long freePs = transport.freeAtPs(rank, sends);
    if (freePs > replay.nowPs()) {
      replay.timeline.at(freePs, sequence, () -> whenFree(rank, sequence, sends, step));
    } else {
      step.run();
    }
  }

  @Override
  public void afterMessage(RankState rank, long callerPs, Runnable rest) {
    rank.sequence = replay.timeline.nextSequence();
    replay.timeline.at(callerPs, rank.sequence, rest);
  }

  @Override
  public void resume(RankState rank, long timePs, @Nullable Message first, Runnable rest) {
    rank.sequence = replay.timeline.nextSequence();
    replay.timeline.at(timePs, rank.sequence, rest);
  }

  void send(RankState rank) {
    if (rank.op.peer() == OpView.PROC_NULL) {
      replay.endNow(rank, replay.told(rank, rank.op, OpView.PROC_NULL, rank.op.bytes()));
    } else {
      whenFree(rank, true, () -> sendNow(rank));
    }
  }

  private void sendNow(RankState rank) {
    OpView op = rank.op;
    Told told = replay.told(rank, op, op.peer(), op.bytes());
    Request request = new Request(rank);
    launch(rank, replay.group(rank, op.communicator()), op, request, true);
    replay.endAfter(rank, List.of(request), () -> told);
  }

  void isend(RankState rank) {
    OpView op = rank.op;
    if (op.peer() == OpView.PROC_NULL) {
      replay.put(rank, op.request(), Request.completeAt(rank, replay.nowPs()));
      replay.endNow(rank, replay.told(rank, op, OpView.PROC_NULL, op.bytes()));
    } else {
      whenFree(rank, true, () -> isendNow(rank));
    }
  }

  private void isendNow(RankState rank) {
    OpView op = rank.op;
    Told told = replay.told(rank, op, op.peer(), op.bytes());
    Request request = new Request(rank);
    replay.put(rank, op.request(), request);
    Group group = replay.group(rank, op.communicator());
    replay.end(rank, launch(rank, group, op, request, false).callerFreePs, 0, told);
  }

  void recv(RankState rank) {
    OpView op = rank.op;
    Group group = replay.group(rank, op.communicator());
    if (op.peer() == OpView.PROC_NULL) {
      replay.endNow(rank, replay.told(rank, op, OpView.PROC_NULL, 0));
      return;
    }
    Request request = new Request(rank);
    mailboxes.post(receive(rank, group, op, op.peer(), op.tag(), request));
    replay.endAfter(
        rank,
        List.of(request),
        () -> new Told(request.received.source, op.communicator(), request.received.bytes));
  }

  void irecv(RankState rank) {
    OpView op = rank.op;
    Group group = replay.group(rank, op.communicator());
    if (op.peer() == OpView.PROC_NULL) {
      replay.put(rank, op.request(), Request.completeAt(rank, replay.nowPs()));
      replay.endNow(rank, replay.told(rank, op, OpView.PROC_NULL, 0));
      return;
    }
    Request request = new Request(rank);
    replay.put(rank, op.request(), request);
    Receive receive = receive(rank, group, op, op.peer(), op.tag(), request);
    mailboxes.post(receive);
    replay.end(
        rank,
        replay.nowPs() + transport.postReceivePs(),
        0,
        replay.told(rank, op, receive.source(), Math.max(0, op.receiveBytes())));
  }

  void sendrecv(RankState rank) {
    OpView op = rank.op;
    Group group = replay.group(rank, op.communicator());
    if (transport.receivesAfterSending() && op.peer() != OpView.PROC_NULL) {
      whenFree(rank, true, () -> sendThenReceive(rank, group));
      return;
    }
    Request half = receiveHalf(rank, group);
    if (op.peer() == OpView.PROC_NULL) {
      replay.endAfter(
          rank, List.of(half), () -> replay.told(rank, op, OpView.PROC_NULL, op.bytes()));
    } else {
      whenFree(rank, true, () -> sendHalf(rank, group, half));
    }
  }

  private Request receiveHalf(RankState rank, Group group) {
    OpView op = rank.op;
    int source = (int) op.get(RECEIVE_PEER);
    if (source == OpView.PROC_NULL) {
      return Request.completeAt(rank, replay.nowPs());
    }
    Request received = new Request(rank);
    mailboxes.post(receive(rank, group, op, source, (int) op.get(RECEIVE_TAG), received));
    return received;
  }

  private void sendThenReceive(RankState rank, Group group) {
    Told told = replay.told(rank, rank.op, rank.op.peer(), rank.op.bytes());
    Request sent = new Request(rank);
    long freePs = launch(rank, group, rank.op, sent, true).callerFreePs;
    Runnable receives =
        () -> {
          rank.leftPs = freePs;
          replay.endAfter(rank, List.of(sent, receiveHalf(rank, group)), () -> told);
        };
    if (freePs == replay.nowPs()) {
      receives.run();
    } else {
      rank.sequence = replay.timeline.nextSequence();
      replay.timeline.at(freePs, rank.sequence, receives);
    }
  }

  private void sendHalf(RankState rank, Group group, Request received) {
    OpView op = rank.op;
    Told told = replay.told(rank, op, op.peer(), op.bytes());
    Request sent = new Request(rank);
    launch(rank, group, op, sent, true);
    replay.endAfter(rank, List.of(received, sent), () -> told);
  }

  void probe(RankState rank) {
    OpView op = rank.op;
    if (op.peer() == OpView.PROC_NULL) {
      replay.endNow(rank, replay.told(rank, op, OpView.PROC_NULL, 0));
      return;
    }
    awaitMessage(
        rank,
        receive(
            rank,
            replay.group(rank, op.communicator()),
            op,
            op.peer(),
            op.tag(),
            new Request(rank)));
  }

  private void awaitMessage(RankState rank, Receive probe) {
    Envelope envelope = mailboxes.find(probe);
    if (envelope == null) {
      rank.onProgress = () -> awaitMessage(rank, probe);
    } else {
      replay.end(
          rank,
          Math.max(rank.clockPs, envelope.visiblePs),
          envelope.sentPs,
          replay.told(rank, rank.op, probe.source(), 0));
    }
  }

  void iprobe(RankState rank) {
    if (rank.op.get(OUTCOME) == 1) {
      probe(rank);
    } else {
      replay.endNow(rank, replay.told(rank, rank.op, rank.op.peer(), 0));
    }
  }

  void createPersistent(RankState rank) {
    OpView op = new OpView();
    op.copyFrom(rank.op);
    replay.told(rank, op, op.peer(), 0);
    Group group = replay.group(rank, op.communicator());
    replay.put(rank, op.request(), new Request(rank, op, group));
    replay.endNow(rank, new Told(OpView.NONE, op.communicator(), 0));
  }

  /** {@code START} and {@code STARTALL}: one after the other, each an event. */
  void startAll(RankState rank, long[] slots) {
    if (slots.length == 0) {
      replay.endNow(rank, Told.NOTHING);
    } else {
      startFrom(rank, slots, 0, 0);
    }
  }

  private void startFrom(RankState rank, long[] slots, int index, long bytesBefore) {
    Request request = rank.slots.get((int) slots[index]);
    if (request == null || request.persistent == null || request.active) {
      throw replay.invalid(rank, "request " + slots[index] + " cannot be started");
    }
    OpView op = request.persistent;
    Group group = request.group;
    boolean receives = op.code() == OpCode.RECV_INIT;
    long bytes = bytesBefore + (receives ? Math.max(0, op.receiveBytes()) : op.bytes());
    request.start();
    if (op.peer() == OpView.PROC_NULL) {
      request.completePs = replay.nowPs();
      started(rank, slots, index, bytes, replay.nowPs());
    } else if (receives) {
      mailboxes.post(receive(rank, group, op, op.peer(), op.tag(), request));
      started(rank, slots, index, bytes, replay.nowPs() + transport.postReceivePs());
    } else {
      whenFree(
          rank,
          true,
          () -> {
            Envelope envelope = launch(rank, group, op, request, false);
            started(rank, slots, index, bytes, envelope.callerFreePs);
          });
    }
  }

  private void started(RankState rank, long[] slots, int index, long bytes, long timePs) {
    if (index + 1 < slots.length) {
      rank.sequence = replay.timeline.nextSequence();
      replay.timeline.at(timePs, rank.sequence, () -> startFrom(rank, slots, index + 1, bytes));
      return;
    }
    Request request = rank.slots.get((int) slots[index]);
    int peer = recorded(request.persistent.peer(), request.persistent, MATCHED_PEER);
    boolean one = rank.op.code() == OpCode.START && peer >= 0;
    int world = one ? request.group.worldRanks[peer] : OpView.NONE;
    replay.end(rank, timePs, 0, new Told(world, Communicator.WORLD, bytes));
  }

  /** A send starts now. */
  private Envelope launch(RankState rank, Group group, OpView op, Request request, boolean blocks) {
    int destination = group.worldRanks[replay.peer(rank, group, op.peer())];
    MutableMessage view =
        new MutableMessage()
            .set(
                rank.rank,
                destination,
                placement.node(rank.rank),
                placement.node(destination),
                op.bytes(),
                blocks)
            .exchange(op.code() == OpCode.SENDRECV || op.code() == OpCode.SENDRECV_REPLACE);
    view.rendezvous(
        switch (op.code()) {
          case BSEND, IBSEND, BSEND_INIT -> false;
          case SSEND, ISSEND, SSEND_INIT -> true;
          default -> !model.eager(view);
        });
    Envelope envelope =
        new Envelope(group, group.memberOf(rank.rank), op.tag(), view, request, replay.nowPs());
    transport.launch(envelope);
    return envelope;
  }

  private Receive receive(
      RankState rank, Group group, OpView op, int source, int tag, Request request) {
    int wantedSource = recorded(source, op, MATCHED_PEER);
    if (wantedSource != OpView.ANY) {
      replay.peer(rank, group, wantedSource);
    }
    return new Receive(
        group,
        rank.rank,
        wantedSource,
        recorded(tag, op, MATCHED_TAG),
        op.code().has(OpField.RECEIVE_BYTES) ? op.receiveBytes() : -1,
        request,
        replay.nowPs(),
        rank.position());
  }

  /** A wildcard whose match was recorded is no wildcard. */
  private static int recorded(int wanted, OpView op, OpField matched) {
    boolean known = wanted == OpView.ANY && op.get(matched) != OpView.NONE;
    return known ? (int) op.get(matched) : wanted;
  }
}
