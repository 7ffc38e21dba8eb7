package org.foretell.engine.reference;

import org.foretell.model.Message;
import org.foretell.model.OccupancyModel;

/** LogGOPS with another intake, and messages that overtake each other. */
public final class LogGopsVariant extends OccupancyModel {
  private final LogGopsModel plain;
  private final Intake intake;
  private final boolean skewed;

  /**
   * A variant.
   *
   * @param skewed whether messages overtake each other
   */
  public LogGopsVariant(LogGopsModel plain, Intake intake, boolean skewed) {
    this.plain = plain;
    this.intake = intake;
    this.skewed = skewed;
  }

  @Override
  public boolean eager(Message message) {
    return plain.eager(message);
  }

  @Override
  public long sendCpuPs(Message message) {
    return plain.sendCpuPs(message);
  }

  @Override
  public long sendNicPs(Message message) {
    return plain.sendNicPs(message);
  }

  @Override
  public long wirePs(Message message) {
    long handshakePs = message.rendezvous() ? 2 : 0;
    return plain.wirePs(message)
        + (skewed ? message.bytes() % 7 + 3L * message.source() + handshakePs : 0);
  }

  @Override
  public long leastFlightPs() {
    return plain.leastFlightPs();
  }

  @Override
  public long sendCpuPs(Message message, long startPs) {
    return sendCpuPs(message) + (skewed ? startPs % 5 : 0);
  }

  @Override
  public long wirePs(Message message, long startPs) {
    return wirePs(message) + (skewed ? startPs % 11 : 0);
  }

  @Override
  public long receiveCpuPs(Message message, long startPs) {
    return receiveCpuPs(message) + (skewed ? startPs % 3 : 0);
  }

  @Override
  public long receiveCpuPs(Message message) {
    return plain.receiveCpuPs(message) * (message.rendezvous() ? 2 : 1);
  }

  @Override
  public long receiveNicPs(Message message) {
    return plain.receiveNicPs(message);
  }

  @Override
  public Intake intake() {
    return intake;
  }

  @Override
  public boolean sendsFirst() {
    return intake == Intake.ON_ARRIVAL;
  }

  @Override
  public long lastBytePs(Message message) {
    return plain.lastBytePs(message);
  }

  @Override
  public int nicOf(int rank) {
    return plain.nicOf(rank);
  }

  @Override
  public String toString() {
    return plain + " " + intake + (skewed ? " skewed" : "");
  }
}
