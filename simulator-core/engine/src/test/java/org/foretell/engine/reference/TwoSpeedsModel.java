package org.foretell.engine.reference;

import org.foretell.model.Message;
import org.foretell.model.OccupancyModel;

/** Ranks of a node share its interface, and messages within it are quick but for the receiver. */
public final class TwoSpeedsModel extends OccupancyModel {
  private final LogGopsModel between;
  private final int ranksPerNode;

  public TwoSpeedsModel(LogGopsModel between, int ranksPerNode) {
    this.between = between;
    this.ranksPerNode = ranksPerNode;
  }

  @Override
  public boolean eager(Message message) {
    return between.eager(message);
  }

  @Override
  public long sendCpuPs(Message message) {
    return message.withinNode() ? 2 : between.sendCpuPs(message);
  }

  @Override
  public long sendNicPs(Message message) {
    return message.withinNode() ? 0 : between.sendNicPs(message);
  }

  @Override
  public long wirePs(Message message) {
    return message.withinNode() ? 3 : between.wirePs(message);
  }

  @Override
  public long leastFlightPs() {
    return between.leastFlightPs();
  }

  @Override
  public long receiveCpuPs(Message message) {
    return message.withinNode() ? 27 : between.receiveCpuPs(message);
  }

  @Override
  public long receiveNicPs(Message message) {
    return message.withinNode() ? 0 : between.receiveNicPs(message);
  }

  @Override
  public int nicOf(int rank) {
    return rank / ranksPerNode;
  }
}
