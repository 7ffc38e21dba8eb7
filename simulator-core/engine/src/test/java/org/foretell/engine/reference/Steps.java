package org.foretell.engine.reference;

import java.util.ArrayList;
import java.util.List;
import org.foretell.machine.Placement;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveStep;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.MemberCall;
import org.foretell.model.MpiModel;
import org.foretell.model.MutableMessage;
import org.foretell.result.Position;
import org.foretell.time.Ps;

/** The execution of one collective by one of its members, step by step. */
final class Steps {
  /** What the members of all collectives share. */
  record World(
      Replay replay,
      PointToPoint pointToPoint,
      Mailboxes mailboxes,
      Transport transport,
      MpiModel model,
      ExpandedCollectives expanded,
      Placement placement) {
    /** As {@link Collectives.Executor}. */
    void execute(
        RankState rank,
        Group stepGroup,
        MemberCall call,
        CollectiveSchedule schedule,
        boolean background,
        Collectives.Over over) {
      rank.clockPs = replay.nowPs();
      Steps member = new Steps(this, rank, stepGroup, call, schedule, background, over);
      if (background) {
        member.schedule();
      } else {
        member.begin();
      }
    }
  }

  private final World world;
  private final RankState rank;
  private final Group group;
  private final MemberCall call;
  private final CollectiveSchedule schedule;
  private final boolean background;
  private final Collectives.Over over;
  private final Position position;
  private final long startPs;
  private final List<Request> started = new ArrayList<>();

  /** What the step that goes on waits for. */
  private final List<Request> awaited = new ArrayList<>();

  private boolean waiting;
  private long clockPs;
  private long waitedPs;
  private long sequence;
  private int next;

  Steps(
      World world,
      RankState rank,
      Group group,
      MemberCall call,
      CollectiveSchedule schedule,
      boolean background,
      Collectives.Over over) {
    this.world = world;
    this.rank = rank;
    this.group = group;
    this.call = call;
    this.schedule = schedule;
    this.background = background;
    this.over = over;
    this.position = rank.position();
    this.startPs = rank.clockPs;
    this.clockPs = rank.clockPs;
    this.sequence = rank.sequence;
  }

  /** The first step is executed in this event. */
  void begin() {
    step();
  }

  /** The next step is an event at the clock. */
  void schedule() {
    sequence = world.replay.timeline.nextSequence();
    world.replay.timeline.at(clockPs, sequence, this::step);
  }

  private void step() {
    if (!background) {
      rank.clockPs = clockPs;
    }
    CollectiveStep step = new CollectiveStep();
    while (group.size() > 1 && schedule.step(call, next, step)) {
      next++;
      if (takesPlace(step)) {
        execute(step);
        return;
      }
    }
    if (started.isEmpty()) {
      over.over(clockPs, startPs + waitedPs);
    } else {
      awaitStarted();
    }
  }

  private boolean takesPlace(CollectiveStep step) {
    return switch (step.kind()) {
      case WAIT_ALL -> !started.isEmpty();
      case REDUCE -> reducePs(step) > 0;
      default -> true;
    };
  }

  private long reducePs(CollectiveStep step) {
    return Ps.atGap(step.bytes(), world.expanded.reducePsPerByte());
  }

  private void execute(CollectiveStep step) {
    int peer = step.peer();
    long bytes = step.bytes();
    switch (step.kind()) {
      case SEND -> whenFree(true, () -> awaitSend(peer, bytes, false));
      case RECEIVE -> {
        awaitReceive(peer);
        await();
      }
      case SEND_RECEIVE -> {
        if (!background && world.transport.receivesAfterSending()) {
          sendThenReceive(peer, bytes, step.receivePeer());
          return;
        }
        awaitReceive(step.receivePeer());
        whenFree(true, () -> awaitSend(peer, bytes, !background));
      }
      case START_SEND ->
          whenFree(
              true,
              () -> {
                Request request = new Request(this::progress);
                started.add(request);
                goOn(launch(peer, bytes, request, false, false).callerFreePs);
              });
      case START_RECEIVE -> {
        Request request = new Request(this::progress);
        started.add(request);
        post(peer, request);
        goOn(world.replay.nowPs() + world.transport.postReceivePs());
      }
      case WAIT_ALL -> awaitStarted();
      case REDUCE -> {
        long spanPs = reducePs(step);
        whenFree(
            false,
            () -> {
              long endPs = world.replay.nowPs() + spanPs;
              world.transport.burst(rank, endPs);
              goOn(endPs);
            });
      }
    }
  }

  private void whenFree(boolean sends, Runnable action) {
    world.pointToPoint.whenFree(rank, sequence, sends, action);
  }

  private void awaitSend(int peer, long bytes, boolean exchange) {
    Request request = new Request(this::progress);
    awaited.add(request);
    Envelope envelope = launch(peer, bytes, request, !background, exchange);
    if (background) {
      awaited.add(completeAt(envelope.callerFreePs));
    }
    await();
  }

  private void sendThenReceive(int peer, long bytes, int source) {
    Request request = new Request(this::progress);
    awaited.add(request);
    long freePs = launch(peer, bytes, request, true, true).callerFreePs;
    Runnable receives =
        () -> {
          rank.leftPs = freePs;
          awaitReceive(source);
          await();
        };
    if (freePs == world.replay.nowPs()) {
      receives.run();
    } else {
      sequence = world.replay.timeline.nextSequence();
      world.replay.timeline.at(freePs, sequence, receives);
    }
  }

  private void awaitReceive(int peer) {
    Request request = new Request(this::progress);
    awaited.add(request);
    if (background) {
      awaited.add(completeAt(world.replay.nowPs() + world.transport.postReceivePs()));
    }
    post(peer, request);
  }

  private Request completeAt(long timePs) {
    Request request = new Request(this::progress);
    request.completePs = timePs;
    return request;
  }

  private void awaitStarted() {
    awaited.addAll(started);
    started.clear();
    await();
  }

  private void await() {
    waiting = true;
    progress();
  }

  private void progress() {
    if (!waiting || !awaited.stream().allMatch(Request::known)) {
      return;
    }
    waiting = false;
    long endPs = clockPs;
    long othersPs = 0;
    for (Request request : awaited) {
      endPs = Math.max(endPs, request.completePs);
      othersPs = Math.max(othersPs, request.othersPs);
    }
    awaited.clear();
    waitedPs += Math.max(0, Math.min(othersPs, endPs) - clockPs);
    goOn(endPs);
  }

  private void goOn(long timePs) {
    clockPs = timePs;
    if (!background) {
      rank.clockPs = timePs;
    }
    schedule();
  }

  private void post(int source, Request request) {
    world.mailboxes.post(
        new Receive(group, rank.rank, source, 0, -1, request, world.replay.nowPs(), position));
  }

  private Envelope launch(int peer, long bytes, Request request, boolean blocks, boolean exchange) {
    int destination = group.worldRanks[peer];
    MutableMessage view =
        new MutableMessage()
            .set(
                rank.rank,
                destination,
                world.placement.node(rank.rank),
                world.placement.node(destination),
                bytes,
                blocks)
            .exchange(exchange);
    view.rendezvous(!world.model.eager(view));
    Envelope envelope = new Envelope(group, call.member(), 0, view, request, world.replay.nowPs());
    world.transport.launch(envelope);
    return envelope;
  }
}
