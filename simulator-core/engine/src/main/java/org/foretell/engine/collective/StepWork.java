package org.foretell.engine.collective;

import org.foretell.model.BusLinkModel;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveStep;
import org.foretell.model.CommunicatorNodes;
import org.foretell.model.DirectModel;
import org.foretell.model.FlowModel;
import org.foretell.model.MpiModel;
import org.foretell.model.MutableMessage;
import org.foretell.model.OccupancyModel;
import org.foretell.model.QueuedOccupancyModel;
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

  /**
   * The work of steps.
   *
   * @param mpi no direct model
   */
  StepWork(MpiModel mpi, double reducePsPerByte) {
    messages = messages(mpi);
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

  private static MessageWork messages(MpiModel mpi) {
    if (mpi instanceof OccupancyModel occupancy) {
      return (call, from, to, message) -> ofOccupancyPs(occupancy, call, from, message);
    }
    if (mpi instanceof FlowModel flows) {
      return new FlowWork(flows);
    }
    if (mpi instanceof BusLinkModel busLink) {
      return (call, from, to, message) -> ofBusLinkPs(busLink, call, from, message);
    }
    throw new AssertionError(mpi + " is a " + DirectModel.class.getSimpleName());
  }

  private static double ofOccupancyPs(
      OccupancyModel model, AnyMember call, int from, MutableMessage message) {
    message.rendezvous(!model.eager(message));
    double cpu = (double) model.sendCpuPs(message) + model.receiveCpuPs(message);
    double alone = message.callerBlocks() ? cpu + model.wirePs(message) : cpu;
    int sharers = 1;
    if (model instanceof QueuedOccupancyModel queued) {
      boolean uses = queued.sendPorts(message) > 0;
      sharers = uses ? Math.min(queued.ranksOfPort(message), membersOfNode(call, from)) : 0;
    }
    return Math.max(alone, (double) sharers * model.sendNicPs(message));
  }

  private static double ofBusLinkPs(
      BusLinkModel model, AnyMember call, int from, MutableMessage message) {
    int way = model.way(message);
    int links = model.group(message.sourceNode()).outputLinks();
    boolean shares = way != BusLinkModel.WITHIN_NODE && links > 0;
    double turns = shares ? Math.max(1.0, (double) membersOfNode(call, from) / links) : 1;
    return 2.0 * model.startupPs(message, way) + turns * model.transferPs(message, way, 1);
  }

  private static int membersOfNode(AnyMember call, int member) {
    CommunicatorNodes nodes = call.nodes();
    return nodes.size(nodes.of(member));
  }
}
