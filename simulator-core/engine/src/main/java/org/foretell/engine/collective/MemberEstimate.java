package org.foretell.engine.collective;

import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveStep;
import org.foretell.model.CommunicatorNodes;
import org.foretell.model.MutableMessage;
import org.foretell.time.Ps;
import org.jspecify.annotations.Nullable;

/**
 * One member of a collective that goes through its steps alone, as if each partner always started
 * its half of a step at the same moment.
 */
abstract class MemberEstimate {
  /** So many others of a node are asked at most what they do at a step. */
  private static final int ASKED = 7;

  private final AnyMember call;
  private final double reducePsPerByte;
  private final CollectiveStep step = new CollectiveStep();
  private final CollectiveStep stepOfOther = new CollectiveStep();
  private @Nullable CollectiveSchedule schedule;
  private int index;
  private final MutableMessage view = new MutableMessage();

  /** When the member is ready for its next step. */
  long clockPs;

  /** When the last of what was started ends, as far as it is known. */
  long startedEndPs;

  MemberEstimate(AnyMember call, double reducePsPerByte) {
    this.call = call;
    this.reducePsPerByte = reducePsPerByte;
  }

  /** How long a member takes. */
  final long durationPs(CollectiveSchedule ofCall, int member) {
    schedule = ofCall;
    call.member = member;
    long start = begin();
    for (index = 0; ofCall.step(call, index, step); index++) {
      switch (step.kind()) {
        case SEND -> send(toPeer(true));
        case RECEIVE -> receive(fromPeer(step.peer(), step.bytes(), true), clockPs);
        case SEND_RECEIVE -> {
          long sendPs = send(toPeer(true));
          long sent = clockPs;
          receive(fromPeer(step.receivePeer(), step.receiveBytes(), true), sendPs);
          clockPs = Math.max(clockPs, sent);
        }
        case START_SEND -> startSend(toPeer(false));
        case START_RECEIVE -> startReceive(fromPeer(step.peer(), step.bytes(), false));
        case WAIT_ALL -> awaitStarted();
        case REDUCE -> reduce(Ps.atGap(step.bytes(), reducePsPerByte));
      }
    }
    awaitStarted();
    return clockPs - start;
  }

  /**
   * About how many members of the node send at this step as the member does, or as one does that it
   * receives from: to other nodes, or within the node; at least 1. Some others of the node are
   * asked, and stand for all.
   */
  final int sendersOfNode(boolean within) {
    CommunicatorNodes nodes = call.nodes();
    int node = nodes.of(call.member);
    int others = nodes.size(node) - 1;
    if (others == 0 || schedule == null) {
      return 1;
    }
    int own = call.member;
    int place = nodes.index(own);
    int asked = Math.min(ASKED, others);
    int senders = 0;
    for (int i = 0; i < asked; i++) {
      int distance = asked == 1 ? 1 : 1 + i * (others - 1) / (asked - 1);
      call.member = nodes.member(node, (place + distance) % (others + 1));
      if (schedule.step(call, index, stepOfOther) && sends(stepOfOther)) {
        senders += (nodes.of(stepOfOther.peer()) == node) == within ? 1 : 0;
      }
    }
    call.member = own;
    return 1 + (int) Math.round((double) senders * others / asked);
  }

  private static boolean sends(CollectiveStep step) {
    return switch (step.kind()) {
      case SEND, SEND_RECEIVE, START_SEND -> true;
      case RECEIVE, START_RECEIVE, WAIT_ALL, REDUCE -> false;
    };
  }

  private MutableMessage toPeer(boolean blocks) {
    return message(call.member, step.peer(), step.bytes(), blocks);
  }

  private MutableMessage fromPeer(int peer, long bytes, boolean blocks) {
    return message(peer, call.member, bytes, blocks);
  }

  private MutableMessage message(int from, int to, long bytes, boolean blocks) {
    return view.set(
        call.worldRank(from), call.worldRank(to), call.node(from), call.node(to), bytes, blocks);
  }

  /** Starts afresh; answers the clock. */
  abstract long begin();

  /** Sends; the clock moves on. Answers when the send starts. */
  abstract long send(MutableMessage message);

  /** Receives what was sent at a time; the clock becomes the end of that. */
  abstract void receive(MutableMessage message, long sendPs);

  abstract void startSend(MutableMessage message);

  abstract void startReceive(MutableMessage message);

  abstract void reduce(long spanPs);

  void awaitStarted() {
    clockPs = Math.max(clockPs, startedEndPs);
  }
}
