package org.foretell.engine.collective;

import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveStep;
import org.foretell.model.MutableMessage;
import org.foretell.time.Ps;

/**
 * About how much time the steps of a member take, if it gets its share of the interfaces. It does
 * not say how long a call takes, but by how much phases differ that are within nodes more often
 * than others are.
 */
final class StepWork {
  /** Members that are looked at. */
  private static final int SAMPLE = 16;

  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

  private final MessageWork messages;
  private final double reducePsPerByte;
  private final CollectiveStep step = new CollectiveStep();
  private boolean onlyStarted;
  private final MutableMessage view = new MutableMessage();

  StepWork(MessageWork messages, double reducePsPerByte) {
    this.messages = messages;
    this.reducePsPerByte = reducePsPerByte;
  }

  /** Of a member on average, picoseconds; from a few members, the same ones each time. */
  double meanPs(AnyMember call, CollectiveSchedule schedule) {
    onlyStarted = true;
    double sum = 0;
    for (int i = 0; i < SAMPLE; i++) {
      double place = i * GOLDEN;
      int member = (int) ((place - Math.floor(place)) * call.participants());
      call.member = member;
      for (int index = 0; schedule.step(call, index, step); index++) {
        sum += ofStepPs(call, member);
      }
    }
    return sum / SAMPLE;
  }

  /** Whether no message of the steps that were asked for last blocks its sender. */
  boolean isOnlyStarted() {
    return onlyStarted;
  }

  private double ofStepPs(AnyMember call, int member) {
    return switch (step.kind()) {
      case SEND, SEND_RECEIVE -> ofMessagePs(call, member, true);
      case START_SEND -> ofMessagePs(call, member, false);
      case REDUCE -> Ps.atGap(step.bytes(), reducePsPerByte);
      case RECEIVE, START_RECEIVE, WAIT_ALL -> 0;
    };
  }

  private double ofMessagePs(AnyMember call, int from, boolean blocks) {
    onlyStarted &= !blocks;
    int to = step.peer();
    view.set(
        call.worldRank(from),
        call.worldRank(to),
        call.node(from),
        call.node(to),
        step.bytes(),
        blocks);
    return messages.ps(call, from, to, view);
  }
}
