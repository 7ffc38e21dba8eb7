package org.foretell.engine.collective;

import org.foretell.model.BusLinkModel;
import org.foretell.model.CommunicatorNodes;
import org.foretell.model.DirectModel;
import org.foretell.model.FlowModel;
import org.foretell.model.MpiModel;
import org.foretell.model.MutableMessage;
import org.foretell.model.OccupancyModel;
import org.foretell.model.QueuedOccupancyModel;

/**
 * About how much time a message takes of its sender, if all members of its node send one like it.
 */
@FunctionalInterface
interface MessageWork {
  /**
   * The time, picoseconds.
   *
   * @param call whose members send
   * @param from member that sends
   * @param to member that receives
   * @param message which the sender sends; may be changed
   */
  double ps(AnyMember call, int from, int to, MutableMessage message);

  /** As a model has it, which is not a direct one. */
  static MessageWork of(MpiModel mpi) {
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
