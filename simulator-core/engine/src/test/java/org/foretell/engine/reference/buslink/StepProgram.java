package org.foretell.engine.reference.buslink;

import java.util.ArrayList;
import java.util.List;
import org.foretell.engine.reference.Collectives;
import org.foretell.engine.reference.Group;
import org.foretell.engine.reference.Replay;
import org.foretell.engine.reference.Request;
import org.foretell.model.BusLinkModel;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveStep;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.MemberCall;
import org.foretell.model.MutableMessage;
import org.foretell.result.Position;
import org.foretell.time.Ps;

/** The steps of one member of a collective: ops of its rank, or of its background. */
final class StepProgram {
  /** What all of them share. */
  record World(
      Replay replay,
      Cpus cpus,
      Ways ways,
      Messages messages,
      BusLinkModel model,
      ExpandedCollectives expanded) {}

  private final World world;
  private final Life life;
  private final Group group;
  private final MemberCall call;
  private final CollectiveSchedule schedule;
  private final boolean background;
  private final Collectives.Over over;
  private final Position position;
  private final long callPs;
  private final CollectiveStep step = new CollectiveStep();
  private final List<Posted> startedReceives = new ArrayList<>();
  private final List<Request> started = new ArrayList<>();
  private final List<Request> awaited = new ArrayList<>();
  private boolean blocked;
  private boolean atHead;
  private long stepPs;
  private long afterPs;
  private boolean paysAfter;
  private long waitedPs;
  private int next;
  private boolean hasStep;

  StepProgram(
      World world,
      Life life,
      Group group,
      MemberCall call,
      CollectiveSchedule schedule,
      boolean background,
      Collectives.Over over) {
    this.world = world;
    this.life = life;
    this.group = group;
    this.call = call;
    this.schedule = schedule;
    this.background = background;
    this.over = over;
    position = life.rank.position();
    callPs = Math.max(life.rank.clockPs, life.rank.waitsFromPs);
  }

  /** The member has called. */
  void begin() {
    fetch();
    if (!background) {
      perform();
    } else if (hasStep) {
      ready(false, 0, this::perform);
    } else {
      end();
    }
  }

  private void ready(boolean first, long spanPs, Runnable then) {
    world.cpus.ready(life.node, first, () -> spanPs, then);
  }

  private void end() {
    if (!background && !life.executing) {
      life.atHead = true;
    }
    over.over(world.replay.nowPs(), callPs + waitedPs);
  }

  private void fetch() {
    hasStep = false;
    while (!hasStep && group.size() > 1 && schedule.step(call, next, step)) {
      next++;
      hasStep =
          switch (step.kind()) {
            case WAIT_ALL -> !started.isEmpty();
            case REDUCE -> reducePs() > 0;
            default -> true;
          };
    }
    if (!hasStep && !started.isEmpty()) {
      step.waitAll();
      hasStep = true;
    }
  }

  private long reducePs() {
    return Ps.atGap(step.bytes(), world.expanded.reducePsPerByte());
  }

  /** The step at hand begins; the burst before it has ended. */
  private void perform() {
    stepPs = world.replay.nowPs();
    if (!hasStep) {
      end();
      return;
    }
    switch (step.kind()) {
      case SEND -> pay(sendPs(), () -> await(send(true)));
      case RECEIVE -> pay(receivePs(step.peer()), () -> await(post(step.peer(), true).request));
      case START_SEND ->
          pay(
              sendPs(),
              () -> {
                started.add(send(false));
                stepEnds(true);
              });
      case START_RECEIVE -> {
        Posted receive = post(step.peer(), false);
        started.add(receive.request);
        startedReceives.add(receive);
        startupsOfStarted += receivePs(step.peer());
        stepEnds(true);
      }
      case WAIT_ALL -> {
        long startupPs = startupsOfStarted;
        startupsOfStarted = 0;
        pay(
            startupPs,
            () -> {
              for (Posted receive : startedReceives) {
                if (!receive.request.known()) {
                  world.messages.await(receive, stepPs);
                }
              }
              awaited.addAll(started);
              started.clear();
              startedReceives.clear();
              await();
            });
      }
      case SEND_RECEIVE -> {
        Posted receive = post(step.receivePeer(), true);
        pay(
            sendPs(),
            () -> {
              Request sent = send(true);
              awaited.add(receive.request);
              long startupPs = receivePs(step.receivePeer());
              if (sent.known()) {
                pay(startupPs, this::await);
              } else {
                paysAfter = true;
                afterPs = startupPs;
                await(sent);
              }
            });
      }
      case REDUCE ->
          pay(
              reducePs(),
              () -> {
                fetch();
                perform();
              });
    }
  }

  private long startupsOfStarted;

  private void pay(long startupPs, Runnable then) {
    if (startupPs > 0) {
      ready(true, startupPs, then);
    } else {
      then.run();
    }
  }

  private long sendPs() {
    return world.ways.startupPs(life.rank.rank, group.worldRanks[step.peer()], 0, step.bytes());
  }

  /** Receives of steps take any size. */
  private long receivePs(int source) {
    return world.ways.startupPs(group.worldRanks[source], life.rank.rank, 0, 0);
  }

  private Request send(boolean blocks) {
    MutableMessage view =
        world.ways.view(life.rank.rank, group.worldRanks[step.peer()], 0, step.bytes());
    boolean eager = world.model.eager(view);
    view.rendezvous(!eager);
    Request request = new Request(this::progress);
    world.messages.send(
        new Sent(group, call.member(), 0, view, request, blocks, () -> atHead = true, stepPs),
        eager);
    return request;
  }

  private Posted post(int source, boolean waits) {
    Posted receive =
        new Posted(
            group,
            life.rank.rank,
            source,
            0,
            -1,
            new Request(this::progress),
            position,
            stepPs,
            waits);
    world.messages.post(receive);
    return receive;
  }

  private void await(Request request) {
    awaited.add(request);
    await();
  }

  private void await() {
    if (!background) {
      life.executedPs = world.replay.nowPs();
    }
    if (awaited.stream().allMatch(Request::known)) {
      finishStep(true);
    } else {
      blocked = true;
    }
  }

  private void progress() {
    if (blocked && awaited.stream().allMatch(Request::known)) {
      blocked = false;
      finishStep(atHead);
    }
  }

  private void finishStep(boolean first) {
    atHead = false;
    long othersPs = awaited.stream().mapToLong(request -> request.othersPs).max().orElse(0);
    awaited.clear();
    if (paysAfter) {
      paysAfter = false;
      ready(
          first,
          afterPs,
          () -> {
            noteWaited(othersPs);
            stepEnds(true);
          });
      return;
    }
    noteWaited(othersPs);
    stepEnds(first);
  }

  private void noteWaited(long othersPs) {
    waitedPs += Math.max(0, Math.min(othersPs, world.replay.nowPs()) - stepPs);
  }

  private void stepEnds(boolean first) {
    fetch();
    if (background && !hasStep) {
      end();
    } else {
      ready(first, 0, this::perform);
    }
  }
}
