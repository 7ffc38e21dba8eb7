package org.foretell.engine.collective;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import org.foretell.model.CommunicatorNodes;
import org.foretell.model.MpiModel;
import org.foretell.model.MutableMessage;
import org.foretell.model.OccupancyModel;
import org.foretell.model.QueuedOccupancyModel;

/**
 * A number for each communicator that says how its members are placed: the same for two of them
 * whose members share nodes and interfaces alike, and whose messages cost as much. So what has been
 * learnt of a call in one row of a grid holds in all rows. Under models whose messages meet in the
 * network it holds for the same members only.
 */
final class Layouts {
  /** Bytes of a message whose cost tells nodes of different kinds apart. */
  private static final long PROBE_BYTES = 4096;

  private final MpiModel mpi;
  private final Int2LongOpenHashMap known = new Int2LongOpenHashMap();
  private final Int2LongOpenHashMap knownPatterns = new Int2LongOpenHashMap();
  private final MutableMessage view = new MutableMessage();

  Layouts(MpiModel mpi) {
    this.mpi = mpi;
  }

  /** Takes time linear in the members the first time. */
  long of(CommunicatorGroup group) {
    if (!known.containsKey(group.context)) {
      known.put(
          group.context,
          mpi instanceof OccupancyModel model ? number(model, group) : members(group));
    }
    return known.get(group.context);
  }

  /**
   * The same for two communicators whose members share nodes alike, wherever in the network these
   * are. Takes time linear in the members the first time.
   */
  long pattern(CommunicatorGroup group) {
    if (mpi instanceof OccupancyModel) {
      return of(group);
    }
    if (!knownPatterns.containsKey(group.context)) {
      long number = group.size();
      for (int member = 0; member < group.size(); member++) {
        number = CallKey.mix(number, group.sharing().of(member));
      }
      knownPatterns.put(group.context, number);
    }
    return knownPatterns.get(group.context);
  }

  /** Where messages meet in the network, two communicators are alike that have equal members. */
  private static long members(CommunicatorGroup group) {
    long number = group.size();
    for (int member = 0; member < group.size(); member++) {
      number = CallKey.mix(number, group.worldRank(member));
    }
    return number;
  }

  private long number(OccupancyModel model, CommunicatorGroup group) {
    CommunicatorNodes nodes = group.sharing();
    Long2IntOpenHashMap interfaces = new Long2IntOpenHashMap();
    long number = group.size();
    for (int member = 0; member < group.size(); member++) {
      number = CallKey.mix(number, nodes.of(member));
      number = towards(model, group, member, (member + 1) % group.size(), interfaces, number);
      // A member of another node, if there is any: the leader of one that comes near in number.
      int other = nodes.member((nodes.of(member) + 1) % nodes.count(), 0);
      number = towards(model, group, member, other, interfaces, number);
    }
    return number;
  }

  private long towards(
      OccupancyModel model,
      CommunicatorGroup group,
      int from,
      int to,
      Long2IntOpenHashMap interfaces,
      long number) {
    view.set(
        group.worldRank(from),
        group.worldRank(to),
        group.node(from),
        group.node(to),
        PROBE_BYTES,
        false);
    long mixed = CallKey.mix(number, interfaces(model, interfaces));
    mixed = CallKey.mix(mixed, model.wirePs(view));
    mixed = CallKey.mix(mixed, model.sendNicPs(view));
    mixed = CallKey.mix(mixed, model.sendCpuPs(view));
    return CallKey.mix(mixed, model.receiveCpuPs(view));
  }

  /** The interfaces of the message that the view shows, numbered as they are met. */
  private long interfaces(OccupancyModel model, Long2IntOpenHashMap met) {
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
