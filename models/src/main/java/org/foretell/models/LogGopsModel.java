package org.foretell.models;

import java.util.HashMap;
import java.util.Map;
import org.foretell.machine.Placement;
import org.foretell.model.Message;
import org.foretell.model.OccupancyModel;

/**
 * LogGOPS (Hoefler, Schneider, Lumsdaine: LogGOPSim, HPDC 2010). Messages of up to S bytes are
 * eager. A NIC is a rank's own, or the ranks of a node share one; then messages within the node do
 * not keep it busy.
 */
final class LogGopsModel extends OccupancyModel {
  private final ByDistance<LogGopsFigures> figures;
  private final long eagerBytes;
  private final boolean sharedNic;
  private final int[] nicOfRank;

  private LogGopsModel(
      ByDistance<LogGopsFigures> figures, long eagerBytes, boolean sharedNic, int[] nicOfRank) {
    this.figures = figures;
    this.eagerBytes = eagerBytes;
    this.sharedNic = sharedNic;
    this.nicOfRank = nicOfRank;
  }

  static LogGopsModel withNicOfEachRank(ByDistance<LogGopsFigures> figures, long eagerBytes) {
    return new LogGopsModel(figures, eagerBytes, false, new int[0]);
  }

  static LogGopsModel withNicOfEachNode(
      ByDistance<LogGopsFigures> figures, long eagerBytes, Placement placement) {
    return new LogGopsModel(figures, eagerBytes, true, firstRankOfNode(placement));
  }

  /** For each rank the lowest rank of its node, whose number stands for the node's NIC. */
  private static int[] firstRankOfNode(Placement placement) {
    Map<Integer, Integer> first = new HashMap<>();
    int[] nics = new int[placement.ranks()];
    for (int rank = 0; rank < nics.length; rank++) {
      Integer earlier = first.putIfAbsent(placement.node(rank), rank);
      nics[rank] = earlier == null ? rank : earlier;
    }
    return nics;
  }

  @Override
  public boolean eager(Message message) {
    return message.bytes() <= eagerBytes;
  }

  @Override
  public long sendCpuPs(Message message) {
    return figures.of(message).sendCpuPs(message.bytes());
  }

  @Override
  public long sendNicPs(Message message) {
    return nicPs(message);
  }

  @Override
  public long wirePs(Message message) {
    return figures.of(message).wirePs();
  }

  @Override
  public long receiveCpuPs(Message message) {
    return figures.of(message).receiveCpuPs(message.bytes());
  }

  @Override
  public long receiveNicPs(Message message) {
    return nicPs(message);
  }

  @Override
  public int nicOf(int rank) {
    return sharedNic ? nicOfRank[rank] : rank;
  }

  private long nicPs(Message message) {
    return sharedNic && message.withinNode() ? 0 : figures.of(message).nicPs(message.bytes());
  }
}
