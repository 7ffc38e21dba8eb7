package org.foretell.engine.collective;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import org.foretell.model.CommunicatorNodes;
import org.foretell.model.MutableMessage;
import org.foretell.model.OccupancyModel;
import org.foretell.model.QueuedOccupancyModel;

/**
 * A number for each communicator that says how its members are placed: the same for two of them
 * whose members share nodes and interfaces alike, and whose messages cost as much. So what has been
 * learnt of a call in one row of a grid holds in all rows.
 */
final class Layouts {
  /** Bytes of a message whose cost tells nodes of different kinds apart. */
  private static final long PROBE_BYTES = 4096;

  private final OccupancyModel model;
  private final Int2LongOpenHashMap known = new Int2LongOpenHashMap();
  private final MutableMessage view = new MutableMessage();

  Layouts(OccupancyModel model) {
    this.model = model;
  }

  /** Takes time linear in the members the first time. */
  long of(CommunicatorGroup group) {
    if (!known.containsKey(group.context)) {
      known.put(group.context, number(group));
    }
    return known.get(group.context);
  }

  private long number(CommunicatorGroup group) {
    CommunicatorNodes nodes = group.sharing();
    Long2IntOpenHashMap interfaces = new Long2IntOpenHashMap();
    long number = group.size();
    for (int member = 0; member < group.size(); member++) {
      number = CallKey.mix(number, nodes.of(member));
      number = towards(group, member, (member + 1) % group.size(), interfaces, number);
      // A member of another node, if there is any: the leader of one that comes near in number.
      int other = nodes.member((nodes.of(member) + 1) % nodes.count(), 0);
      number = towards(group, member, other, interfaces, number);
    }
    return number;
  }

  private long towards(
      CommunicatorGroup group, int from, int to, Long2IntOpenHashMap interfaces, long number) {
    view.set(
        group.worldRank(from),
        group.worldRank(to),
        group.node(from),
        group.node(to),
        PROBE_BYTES,
        false);
    long mixed = CallKey.mix(number, interfaces(interfaces));
    mixed = CallKey.mix(mixed, model.wirePs(view));
    mixed = CallKey.mix(mixed, model.sendNicPs(view));
    mixed = CallKey.mix(mixed, model.sendCpuPs(view));
    return CallKey.mix(mixed, model.receiveCpuPs(view));
  }

  /** The interfaces of the message that the view shows, numbered as they are met. */
  private long interfaces(Long2IntOpenHashMap met) {
    if (model instanceof QueuedOccupancyModel queued) {
      int out = queued.sendPorts(view) == 0 ? 0 : number(met, queued.firstSendPort(view));
      boolean comes = !view.withinNode() && queued.receivePorts(view) > 0;
      return CallKey.mix(out, comes ? number(met, queued.firstReceivePort(view)) : 0);
    }
    return CallKey.mix(
        number(met, model.nicOf(view.source())), number(met, model.nicOf(view.destination())));
  }

  private static int number(Long2IntOpenHashMap met, long one) {
    int next = met.size() + 1;
    int known = met.putIfAbsent(one, next);
    return known == 0 ? next : known;
  }
}
