package org.foretell.models.loggops;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.foretell.machine.Placement;
import org.foretell.model.Message;
import org.foretell.model.OccupancyModel;
import org.foretell.models.parameters.ByDistance;

/**
 * LogGOPS (Hoefler, Schneider, Lumsdaine: LogGOPSim, HPDC 2010). Messages of up to S bytes are
 * eager. A NIC is a rank's own, or the ranks of a node share the node's; then messages within the
 * node keep none busy.
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

  /**
   * @param nicsOfNode how many a node has, at least 1; its ranks take them in turn
   */
  static LogGopsModel withNicsOfEachNode(
      ByDistance<LogGopsFigures> figures,
      long eagerBytes,
      Placement placement,
      IntUnaryOperator nicsOfNode) {
    return new LogGopsModel(figures, eagerBytes, true, nicsInTurn(placement, nicsOfNode));
  }

  /** For each rank the lowest rank that uses the same NIC, whose number stands for it. */
  private static int[] nicsInTurn(Placement placement, IntUnaryOperator nicsOfNode) {
    Map<Integer, List<Integer>> ranksOfNode = new HashMap<>();
    int[] nics = new int[placement.ranks()];
    for (int rank = 0; rank < nics.length; rank++) {
      int node = placement.node(rank);
      List<Integer> ranks = ranksOfNode.computeIfAbsent(node, n -> new ArrayList<>());
      ranks.add(rank);
      nics[rank] = ranks.get((ranks.size() - 1) % nicsOfNode.applyAsInt(node));
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
    return figures.of(message).wirePs(message.bytes());
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
  public long lastBytePs(Message message) {
    return figures.of(message).lastBytePs(message.bytes());
  }

  @Override
  public int nicOf(int rank) {
    return sharedNic ? nicOfRank[rank] : rank;
  }

  @Override
  public long leastFlightPs() {
    return figures.betweenNodes().leastWirePs();
  }

  private long nicPs(Message message) {
    return sharedNic && message.withinNode() ? 0 : figures.of(message).nicPs(message.bytes());
  }
}
