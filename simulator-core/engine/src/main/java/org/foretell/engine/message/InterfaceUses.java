package org.foretell.engine.message;

import org.foretell.engine.cause.Causes;
import org.foretell.engine.cause.MessageCost;
import org.foretell.engine.cause.Uses;
import org.foretell.model.Message;
import org.foretell.observe.PathLeg;

/** What delays messages at the interfaces of nodes, for the critical path. */
final class InterfaceUses {
  final Uses out;
  final Uses in;
  final Uses rankOut;
  final Uses rankIn;

  /** By message the CPU of its sender, while it sends the data. */
  final Uses dataCpu;

  private final Causes causes;

  InterfaceUses(Causes causes, int ports, int ranks) {
    this.causes = causes;
    out = causes.uses(ports);
    in = causes.uses(ports);
    rankOut = causes.uses(ranks);
    rankIn = causes.uses(ranks);
    dataCpu = causes.usesInOrder(0);
  }

  /**
   * The moment at hand waits for some sides, and keeps them until then; what follows, follows from
   * the beginning of that.
   */
  void pass(
      Uses sides,
      PathLeg.Resource resource,
      MessageCost cost,
      int first,
      int count,
      Message message,
      long untilPs) {
    for (int side = first; side < first + count; side++) {
      sides.after(side);
    }
    causes.carry();
    causes.costs(cost, message, causes.nowPs());
    int index = resource == PathLeg.Resource.NODE_BUS ? message.sourceNode() : first;
    causes.queue(PathLeg.Kind.INTERFACE_QUEUE, resource, index, message, untilPs);
    for (int side = first; side < first + count; side++) {
      sides.keep(side);
    }
    causes.takeCarried();
  }
}
