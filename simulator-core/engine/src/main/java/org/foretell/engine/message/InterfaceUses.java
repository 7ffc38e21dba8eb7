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
    out = causes.setup().uses(ports, Uses.Turns.COMPETING);
    in = causes.setup().uses(ports, Uses.Turns.COMPETING);
    rankOut = causes.setup().uses(ranks, Uses.Turns.COMPETING);
    rankIn = causes.setup().uses(ranks, Uses.Turns.COMPETING);
    dataCpu = causes.setup().uses(0, Uses.Turns.IN_ORDER);
  }

  /**
   * A message that comes at a moment waits for some sides, and keeps them until a time.
   *
   * @param who a rank, or the complement of a message's number, to whose op this belongs, see
   *     {@link Causes#sends}
   * @return the moment at which it begins to keep them, which causes what comes next
   */
  int pass(
      Uses sides,
      PathLeg.Resource resource,
      int who,
      MessageCost cost,
      int first,
      int count,
      Message message,
      long untilPs,
      int came) {
    int begun = came;
    for (int side = first; side < first + count; side++) {
      begun = sides.after(side, begun);
    }
    int index = resource == PathLeg.Resource.NODE_BUS ? message.sourceNode() : first;
    PathLeg.Kind kind = PathLeg.Kind.INTERFACE_QUEUE;
    int end = causes.happened(kind, resource, index, who, message, cost, untilPs, begun);
    for (int side = first; side < first + count; side++) {
      sides.keep(side, end);
    }
    return begun;
  }
}
