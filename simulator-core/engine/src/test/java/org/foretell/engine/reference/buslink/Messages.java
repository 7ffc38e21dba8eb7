package org.foretell.engine.reference.buslink;

import java.util.ArrayList;
import java.util.List;
import org.foretell.engine.reference.OneSidedTransport;
import org.foretell.engine.reference.Replay;
import org.foretell.model.Message;
import org.foretell.result.Problem;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** Who matches whom, and when a message may leave. */
final class Messages implements OneSidedTransport {
  private final Replay replay;
  private final Ways ways;
  private final Cpus cpus;

  /** Whether each message completes its own receive. */
  private final boolean ownReceives;

  /** Receives for which nothing has arrived; with own receives: that have no message. */
  final List<Posted> posted = new ArrayList<>();

  /** Messages that have arrived; with own receives: all that have no receive. */
  final List<Sent> unexpected = new ArrayList<>();

  /** Rendezvous messages that may not leave yet. */
  final List<Sent> waiting = new ArrayList<>();

  /** Messages to which no receive belongs yet, and receives that belong to none. */
  private final List<Sent> alone = new ArrayList<>();

  private final List<Posted> expecting = new ArrayList<>();

  Messages(Replay replay, Ways ways, Cpus cpus, boolean ownReceives) {
    this.replay = replay;
    this.ways = ways;
    this.cpus = cpus;
    this.ownReceives = ownReceives;
  }

  private static @Nullable Posted first(List<Posted> receives, Sent message) {
    return receives.stream().filter(each -> each.fits(message)).findFirst().orElse(null);
  }

  private static @Nullable Sent first(List<Sent> messages, Posted receive) {
    return messages.stream().filter(receive::fits).findFirst().orElse(null);
  }

  /** A send is executed. */
  void send(Sent message, boolean eager) {
    Posted partner = first(ownReceives ? posted : expecting, message);
    if (partner == null) {
      (ownReceives ? unexpected : alone).add(message);
    } else {
      (ownReceives ? posted : expecting).remove(partner);
      message.receive = partner;
    }
    if (eager) {
      message.request.complete(replay.nowPs(), 0);
      leave(message, false);
      look(message);
      return;
    }
    Posted next = ownReceives ? null : first(posted, message);
    if (partner != null || (next != null && next.awaited)) {
      if (message.blocking) {
        message.request.complete(replay.nowPs(), 0);
      }
      leave(message, !message.blocking);
    } else {
      message.waits = true;
      waiting.add(message);
      look(message);
    }
  }

  /** Probes look again. */
  private void look(Sent message) {
    replay.ranks[message.view.destination()].progress();
  }

  /** A receive is posted. */
  void post(Posted receive) {
    if (ownReceives) {
      postForOwn(receive);
      return;
    }
    Sent there = first(unexpected, receive);
    boolean lets = false;
    if (there != null && alone.contains(there)) {
      alone.remove(there);
    } else {
      Sent partner = first(alone, receive);
      if (partner == null) {
        expecting.add(receive);
      } else {
        alone.remove(partner);
        boolean received = partner.arrivedPs >= 0 && !unexpected.contains(partner);
        lets = partner.rendezvous() || received;
      }
    }
    if (there == null) {
      posted.add(receive);
      lets |= receive.awaited;
    } else {
      lets &= !receive.awaited;
    }
    if (lets) {
      letFirstLeave(receive, receive.postedPs);
    }
    if (there != null) {
      unexpected.remove(there);
      complete(receive, there);
    }
  }

  private void postForOwn(Posted receive) {
    Sent message = first(unexpected, receive);
    if (message == null) {
      posted.add(receive);
      return;
    }
    unexpected.remove(message);
    if (message.arrivedPs >= 0) {
      complete(receive, message);
    } else {
      message.receive = receive;
      if (message.waits) {
        release(message, receive.postedPs);
      }
    }
  }

  /** A rank begins to block in a receive that has been posted. */
  void await(Posted receive, long sincePs) {
    receive.awaited = true;
    if (!ownReceives) {
      letFirstLeave(receive, sincePs);
    }
  }

  private void letFirstLeave(Posted receive, long sincePs) {
    Sent message = first(waiting, receive);
    if (message != null) {
      release(message, sincePs);
    }
  }

  private void release(Sent message, long sincePs) {
    waiting.remove(message);
    message.waits = false;
    leave(message, !message.blocking);
    if (message.blocking) {
      message.released.run();
      message.request.complete(replay.nowPs(), sincePs);
    }
  }

  private void leave(Sent message, boolean completesWhenFreed) {
    ways.send(
        message.view,
        () -> {
          if (completesWhenFreed) {
            message.request.complete(replay.nowPs(), 0);
          }
        },
        () -> arrive(message));
  }

  private void arrive(Sent message) {
    message.arrivedPs = replay.nowPs();
    Posted receive = ownReceives ? message.receive : first(posted, message);
    if (receive != null) {
      posted.remove(receive);
      complete(receive, message);
    } else if (!ownReceives) {
      unexpected.add(message);
      look(message);
    }
  }

  private void complete(Posted receive, Sent message) {
    Message view = message.view;
    if (receive.capacityBytes >= 0 && view.bytes() > receive.capacityBytes) {
      replay.problem(Problem.Kind.TRUNCATED_MESSAGE, "too long", receive.position);
    }
    receive.received = message;
    if (message.group.hidden) {
      replay.observer.collectiveMessage(
          view.source(),
          view.destination(),
          view.bytes(),
          message.sentPs,
          receive.postedPs,
          message.arrivedPs);
    } else {
      replay.observer.message(
          view.source(),
          view.destination(),
          message.tag == OpView.ANY ? receive.tag : message.tag,
          view.bytes(),
          message.sentPs,
          receive.postedPs,
          message.arrivedPs);
    }
    receive.request.complete(replay.nowPs(), message.sentPs);
  }

  /** What a probe sees, or null. */
  @Nullable Sent find(Posted probe) {
    Sent there = first(unexpected, probe);
    return there == null && !ownReceives ? first(waiting, probe) : there;
  }

  @Override
  public long transmit(Message message, boolean byCaller, Runnable arrives) {
    long startupPs = byCaller ? 0 : ways.startupPs(message);
    if (startupPs > 0) {
      cpus.at(replay.nowPs() + startupPs, () -> ways.send(message, () -> {}, arrives));
    } else {
      ways.send(message, () -> {}, arrives);
    }
    return replay.nowPs();
  }

  @Override
  public boolean acknowledgesByMessage() {
    return true;
  }

  @Override
  public long acknowledgePs(Message back) {
    return 0;
  }
}
