package org.foretell.engine.reference.buslink;

import static org.foretell.trace.OpField.MATCHED_PEER;
import static org.foretell.trace.OpField.MATCHED_TAG;
import static org.foretell.trace.OpField.OUTCOME;
import static org.foretell.trace.OpField.OUTCOMES;
import static org.foretell.trace.OpField.RECEIVE_PEER;
import static org.foretell.trace.OpField.RECEIVE_TAG;
import static org.foretell.trace.OpField.REQUESTS;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.foretell.engine.reference.Collectives;
import org.foretell.engine.reference.Completions;
import org.foretell.engine.reference.Files;
import org.foretell.engine.reference.Group;
import org.foretell.engine.reference.OneSided;
import org.foretell.engine.reference.RankState;
import org.foretell.engine.reference.Replay;
import org.foretell.engine.reference.Replay.Told;
import org.foretell.engine.reference.Request;
import org.foretell.engine.reference.Rma;
import org.foretell.model.BusLinkModel;
import org.foretell.model.Message;
import org.foretell.model.MutableMessage;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/** Communication ops, when their startup has been paid. */
final class Operations implements Ranks.Operations {
  private final Replay replay;
  private final BusLinkModel model;
  private final Ways ways;
  private final Messages messages;
  private final Startups startups;
  private final Completions completions;
  private final Collectives collectives;
  private final OneSided oneSided;
  private final Rma rma;
  private final Files files;
  private final Map<Request, Posted> receives = new HashMap<>();

  Operations(
      Replay replay,
      BusLinkModel model,
      Ways ways,
      Messages messages,
      Startups startups,
      Collectives collectives,
      OneSided oneSided,
      Rma rma,
      Files files) {
    this.replay = replay;
    this.model = model;
    this.ways = ways;
    this.messages = messages;
    this.startups = startups;
    this.collectives = collectives;
    this.oneSided = oneSided;
    this.rma = rma;
    this.files = files;
    completions = new Completions(replay);
  }

  @Override
  public long startupPs(Life life) {
    return startups.beforePs(life);
  }

  @Override
  public void free(RankState rank) {
    collectives.free(rank);
  }

  @Override
  public boolean execute(Life life) {
    RankState rank = life.rank;
    OpView op = rank.op;
    switch (op.code()) {
      case SEND, BSEND, SSEND, RSEND -> send(life);
      case ISEND, IBSEND, ISSEND, IRSEND -> isend(life);
      case RECV -> recv(rank);
      case IRECV -> irecv(rank);
      case SENDRECV, SENDRECV_REPLACE -> {
        return sendrecv(life);
      }
      case PROBE -> probe(rank);
      case IPROBE -> {
        if (op.get(OUTCOME) == 1) {
          probe(rank);
        } else {
          replay.endNow(rank, replay.told(rank, op, op.peer(), 0));
        }
      }
      case SEND_INIT, BSEND_INIT, SSEND_INIT, RSEND_INIT, RECV_INIT -> createPersistent(rank);
      case START -> {
        start(life, op.request());
        replay.endNow(rank, toldOfStart(rank, new long[] {op.request()}));
      }
      case STARTALL -> {
        long[] slots = op.list(REQUESTS);
        if (life.step < slots.length) {
          start(life, slots[life.step]);
          return true;
        }
        replay.endNow(rank, toldOfStart(rank, slots));
      }
      case REQUEST_FREE -> {
        rank.slots.remove(op.request());
        replay.endNow(rank, Told.NOTHING);
      }
      case WAIT -> {
        await(rank, op.request());
        completions.wait(rank);
      }
      case WAITALL -> {
        awaitAll(rank, op.list(REQUESTS));
        completions.waitAll(rank);
      }
      case WAITANY -> {
        if (op.get(OUTCOME) == OpView.NONE) {
          awaitFirst(life, false);
        } else {
          awaitAll(rank, completions.chosen(rank, op.get(OUTCOME)));
          completions.waitAny(rank);
        }
      }
      case WAITSOME -> {
        if (op.listLength(OUTCOMES) == 0) {
          awaitFirst(life, true);
        } else {
          awaitAll(rank, completions.chosen(rank, op.list(OUTCOMES)));
          completions.waitSome(rank);
        }
      }
      case TEST -> {
        if (op.get(OUTCOME) == 1) {
          await(rank, op.request());
        }
        completions.test(rank);
      }
      case TESTALL -> {
        if (op.get(OUTCOME) == 1) {
          awaitAll(rank, op.list(REQUESTS));
        }
        completions.testAll(rank);
      }
      case TESTANY -> {
        if (op.get(OUTCOME) >= 0) {
          awaitAll(rank, completions.chosen(rank, op.get(OUTCOME)));
        }
        completions.testAny(rank);
      }
      case TESTSOME -> {
        awaitAll(rank, completions.chosen(rank, op.list(OUTCOMES)));
        completions.testSome(rank);
      }
      case COMM_SPLIT, COMM_DUP, COMM_CREATE, COMM_CREATE_GROUP -> collectives.create(rank);
      default -> {
        switch (op.code().family()) {
          case SHMEM -> oneSided.execute(rank);
          case RMA -> rma.execute(rank);
          case FILE -> files.execute(rank);
          default -> collective(life);
        }
      }
    }
    return false;
  }

  private void collective(Life life) {
    RankState rank = life.rank;
    boolean starts = rank.op.code().isNonBlockingCollective();
    long startupPs = starts ? startups.beforePs(life) : 0;
    boolean inSteps = startups.goesInSteps(rank);
    int slot = rank.op.request();
    collectives.call(rank, !Startups.isByMessages(rank.op));
    Request request = starts ? rank.slots.get(slot) : null;
    if (request != null) {
      startups.waitPays(request, startupPs);
    }
    life.keepsCpu = starts && !inSteps;
  }

  private static boolean synchronous(OpCode code) {
    return code == OpCode.SSEND || code == OpCode.ISSEND || code == OpCode.SSEND_INIT;
  }

  private static boolean buffered(OpCode code) {
    return code == OpCode.BSEND || code == OpCode.IBSEND || code == OpCode.BSEND_INIT;
  }

  private void launch(Life life, Group group, OpView op, Request request, boolean blocks) {
    RankState rank = life.rank;
    int destination = group.worldRanks[replay.peer(rank, group, op.peer())];
    MutableMessage view = ways.view(rank.rank, destination, op.tag(), op.bytes());
    if (op.code() == OpCode.SEND || op.code() == OpCode.ISEND) {
      long flags = op.get(OpField.FLAGS);
      if (flags == OpCode.PROTOCOL_EAGER) {
        view.with(op.tag(), Message.Traced.EAGER);
      } else if (flags == OpCode.PROTOCOL_RENDEZVOUS) {
        view.with(op.tag(), Message.Traced.RENDEZVOUS);
      }
    }
    boolean eager = buffered(op.code()) || (!synchronous(op.code()) && model.eager(view));
    view.rendezvous(!eager);
    messages.send(
        new Sent(
            group,
            group.memberOf(rank.rank),
            op.tag(),
            view,
            request,
            blocks,
            () -> life.atHead = true,
            rank.clockPs),
        eager);
  }

  private void send(Life life) {
    RankState rank = life.rank;
    OpView op = rank.op;
    Told told = replay.told(rank, op, op.peer(), op.bytes());
    if (op.peer() == OpView.PROC_NULL) {
      replay.endNow(rank, told);
      return;
    }
    Request request = new Request(rank);
    launch(life, replay.group(rank, op.communicator()), op, request, true);
    replay.endAfter(rank, List.of(request), () -> told);
  }

  private void isend(Life life) {
    RankState rank = life.rank;
    OpView op = rank.op;
    Told told = replay.told(rank, op, op.peer(), op.bytes());
    if (op.peer() == OpView.PROC_NULL) {
      replay.put(rank, op.request(), Request.completeAt(rank, replay.nowPs()));
    } else {
      Request request = new Request(rank);
      replay.put(rank, op.request(), request);
      launch(life, replay.group(rank, op.communicator()), op, request, false);
    }
    replay.endNow(rank, told);
  }

  private Posted posted(
      RankState rank, Group group, OpView op, int source, int tag, Request request, boolean waits) {
    int wanted = Startups.recorded(source, op, MATCHED_PEER);
    if (wanted != OpView.ANY) {
      replay.peer(rank, group, wanted);
    }
    return new Posted(
        group,
        rank.rank,
        wanted,
        Startups.recorded(tag, op, MATCHED_TAG),
        op.code().has(OpField.RECEIVE_BYTES) ? op.receiveBytes() : -1,
        request,
        rank.position(),
        rank.clockPs,
        waits);
  }

  private void recv(RankState rank) {
    OpView op = rank.op;
    Group group = replay.group(rank, op.communicator());
    if (op.peer() == OpView.PROC_NULL) {
      replay.endNow(rank, replay.told(rank, op, OpView.PROC_NULL, 0));
      return;
    }
    Request request = new Request(rank);
    Posted receive = posted(rank, group, op, op.peer(), op.tag(), request, true);
    messages.post(receive);
    int communicator = op.communicator();
    replay.endAfter(
        rank,
        List.of(request),
        () ->
            new Told(receive.received.view.source(), communicator, receive.received.view.bytes()));
  }

  private void irecv(RankState rank) {
    OpView op = rank.op;
    Group group = replay.group(rank, op.communicator());
    if (op.peer() == OpView.PROC_NULL) {
      replay.put(rank, op.request(), Request.completeAt(rank, replay.nowPs()));
      replay.endNow(rank, replay.told(rank, op, OpView.PROC_NULL, 0));
      return;
    }
    Request request = new Request(rank);
    replay.put(rank, op.request(), request);
    int source = postStarted(rank, group, op, request);
    replay.endNow(rank, replay.told(rank, op, source, Math.max(0, op.receiveBytes())));
  }

  private int postStarted(RankState rank, Group group, OpView op, Request request) {
    Posted receive = posted(rank, group, op, op.peer(), op.tag(), request, false);
    receives.put(request, receive);
    startups.waitPays(request, startups.receivePs(rank, group, op, op.peer(), op.tag()));
    messages.post(receive);
    return receive.source;
  }

  private boolean sendrecv(Life life) {
    RankState rank = life.rank;
    OpView op = rank.op;
    Group group = replay.group(rank, op.communicator());
    if (life.step == 0) {
      int source = (int) op.get(RECEIVE_PEER);
      life.received = Request.completeAt(rank, replay.nowPs());
      if (source != OpView.PROC_NULL) {
        life.received = new Request(rank);
        int tag = (int) op.get(RECEIVE_TAG);
        messages.post(posted(rank, group, op, source, tag, life.received, true));
      }
      return true;
    }
    Told told = replay.told(rank, op, op.peer(), op.bytes());
    if (life.step == 2) {
      replay.endAfter(rank, List.of(life.received), () -> told);
      return false;
    }
    if (op.peer() == OpView.PROC_NULL) {
      return true;
    }
    Request sent = new Request(rank);
    launch(life, group, op, sent, true);
    if (sent.known()) {
      return true;
    }
    life.afterPs = startups.receiveHalfPs(rank);
    replay.endAfter(rank, List.of(life.received, sent), () -> told);
    return false;
  }

  private void probe(RankState rank) {
    OpView op = rank.op;
    Group group = replay.group(rank, op.communicator());
    if (op.peer() == OpView.PROC_NULL) {
      replay.endNow(rank, replay.told(rank, op, OpView.PROC_NULL, 0));
      return;
    }
    Posted probe = posted(rank, group, op, op.peer(), op.tag(), new Request(rank), false);
    probe(rank, probe);
  }

  private void probe(RankState rank, Posted probe) {
    Sent message = messages.find(probe);
    if (message == null) {
      rank.onProgress = () -> probe(rank, probe);
    } else {
      replay.end(rank, replay.nowPs(), message.sentPs, replay.told(rank, rank.op, probe.source, 0));
    }
  }

  private void createPersistent(RankState rank) {
    OpView op = new OpView();
    op.copyFrom(rank.op);
    replay.told(rank, op, op.peer(), 0);
    Group group = replay.group(rank, op.communicator());
    replay.put(rank, op.request(), new Request(rank, op, group));
    replay.endNow(rank, new Told(OpView.NONE, op.communicator(), 0));
  }

  private void start(Life life, long slot) {
    RankState rank = life.rank;
    Request request = rank.slots.get((int) slot);
    if (request == null || request.persistent == null || request.active) {
      throw replay.invalid(rank, "request " + slot + " cannot be started");
    }
    OpView op = request.persistent;
    request.start();
    if (op.peer() == OpView.PROC_NULL) {
      request.completePs = replay.nowPs();
    } else if (op.code() == OpCode.RECV_INIT) {
      postStarted(rank, request.group, op, request);
    } else {
      launch(life, request.group, op, request, false);
    }
  }

  private static Told toldOfStart(RankState rank, long[] slots) {
    if (slots.length == 0) {
      return Told.NOTHING;
    }
    long bytes = 0;
    Request last = null;
    for (long slot : slots) {
      last = rank.slots.get((int) slot);
      OpView op = last.persistent;
      bytes += op.code() == OpCode.RECV_INIT ? Math.max(0, op.receiveBytes()) : op.bytes();
    }
    int peer = Startups.recorded(last.persistent.peer(), last.persistent, MATCHED_PEER);
    boolean one = rank.op.code() == OpCode.START && peer >= 0;
    int world = one ? last.group.worldRanks[peer] : OpView.NONE;
    return new Told(world, Communicator.WORLD, bytes);
  }

  /** The rank begins to block in what was started in a slot. */
  private void await(RankState rank, long slot) {
    Request request = rank.slots.get((int) slot);
    if (request == null || !request.active || request.known()) {
      return;
    }
    Posted receive = receives.get(request);
    if (receive != null) {
      messages.await(receive, rank.clockPs);
    }
  }

  private void awaitAll(RankState rank, long[] slots) {
    for (long slot : slots) {
      await(rank, slot);
    }
  }

  /** Takes what is complete, or else what completes first; pays for it afterwards. */
  private void awaitFirst(Life life, boolean some) {
    RankState rank = life.rank;
    if (completions.active(rank, rank.op.list(REQUESTS)).isEmpty()) {
      replay.endNow(rank, Told.NOTHING);
      return;
    }
    List<Request> complete = completions.completeByNow(rank);
    if (complete.isEmpty()) {
      rank.onProgress = () -> awaitFirst(life, some);
      return;
    }
    List<Request> taken = some ? complete : complete.subList(0, 1);
    life.afterPs = taken.stream().mapToLong(startups::waitPs).sum();
    completions.take(rank, taken);
    replay.next(rank);
  }
}
