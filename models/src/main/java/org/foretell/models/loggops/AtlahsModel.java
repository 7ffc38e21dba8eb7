package org.foretell.models.loggops;

import org.foretell.model.Message;
import org.foretell.model.OccupancyModel;
import org.foretell.time.Ps;

/**
 * LogGOPS as the LogGOPSim of ATLAHS (Shen et al., ATLAHS, SC 2025) has it: a message is on its way
 * until its last byte is there, and costs its receiver nothing until a receive matches it.
 */
final class AtlahsModel extends OccupancyModel {
  private final LogGopsFigures figures;
  private final long eagerBytes;

  AtlahsModel(LogGopsFigures figures, long eagerBytes) {
    this.figures = figures;
    this.eagerBytes = eagerBytes;
  }

  @Override
  public Intake intake() {
    return Intake.ON_MATCH;
  }

  @Override
  public boolean sendsFirst() {
    return false;
  }

  @Override
  public boolean eager(Message message) {
    return message.bytes() <= eagerBytes;
  }

  @Override
  public long sendCpuPs(Message message) {
    return figures.sendCpuPs(message.bytes());
  }

  @Override
  public long sendNicPs(Message message) {
    return figures.nicPs(message.bytes());
  }

  @Override
  public long wirePs(Message message) {
    return Ps.plus(
        Ps.plus(sendCpuPs(message), figures.latencyPs()),
        figures.nicPs(message.bytes()) - figures.gapPs());
  }

  @Override
  public long leastFlightPs() {
    return Ps.plus(figures.sendCpuPs(0), figures.latencyPs());
  }

  @Override
  public long receiveCpuPs(Message message) {
    return figures.sendCpuPs(message.bytes());
  }

  @Override
  public long receiveNicPs(Message message) {
    return figures.gapPs();
  }

  @Override
  public long lastBytePs(Message message) {
    return 0;
  }
}
