package org.foretell.engine.collective;

import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveStep;
import org.foretell.model.MutableMessage;
import org.foretell.time.Ps;

/**
 * One member of a collective that goes through its steps alone, as if each partner always started
 * its half of a step at the same moment.
 */
abstract class MemberEstimate {
  private final AnyMember call;
  private final double reducePsPerByte;
  private final CollectiveStep step = new CollectiveStep();
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
  final long durationPs(CollectiveSchedule schedule, int member) {
    call.member = member;
    long start = begin();
    for (int index = 0; schedule.step(call, index, step); index++) {
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
