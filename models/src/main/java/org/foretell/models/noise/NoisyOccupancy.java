package org.foretell.models.noise;

import java.util.Set;
import org.foretell.model.Message;
import org.foretell.model.ModelTrait;
import org.foretell.model.MpiModel;
import org.foretell.model.OccupancyModel;
import org.foretell.time.Ps;
import org.jspecify.annotations.Nullable;

/**
 * Messages that arrive late, and CPUs that are interrupted while they send and receive. A delayed
 * message delays those behind it from the same sender to the same receiver.
 */
final class NoisyOccupancy extends OccupancyModel {
  private final OccupancyModel calm;
  private final @Nullable MessageDelays delays;
  private final @Nullable StolenTime stolen;

  NoisyOccupancy(OccupancyModel calm, @Nullable MessageDelays delays, @Nullable StolenTime stolen) {
    this.calm = calm;
    this.delays = delays;
    this.stolen = stolen;
  }

  @Override
  public MpiModel withoutNoise() {
    return calm;
  }

  @Override
  public long wirePs(Message message, long startPs) {
    long wirePs = calm.wirePs(message, startPs);
    return delays == null ? wirePs : delays.arrivalPs(message, Ps.plus(startPs, wirePs)) - startPs;
  }

  @Override
  public long sendCpuPs(Message message, long startPs) {
    long spanPs = calm.sendCpuPs(message, startPs);
    return stolen == null ? spanPs : stolen.prolongedPs(message.source(), startPs, spanPs);
  }

  @Override
  public long receiveCpuPs(Message message, long startPs) {
    long spanPs = calm.receiveCpuPs(message, startPs);
    return stolen == null ? spanPs : stolen.prolongedPs(message.destination(), startPs, spanPs);
  }

  @Override
  public long leastFlightPs() {
    return calm.leastFlightPs();
  }

  @Override
  public boolean eager(Message message) {
    return calm.eager(message);
  }

  @Override
  public long sendCpuPs(Message message) {
    return calm.sendCpuPs(message);
  }

  @Override
  public long sendNicPs(Message message) {
    return calm.sendNicPs(message);
  }

  @Override
  public long wirePs(Message message) {
    return calm.wirePs(message);
  }

  @Override
  public long receiveCpuPs(Message message) {
    return calm.receiveCpuPs(message);
  }

  @Override
  public long receiveNicPs(Message message) {
    return calm.receiveNicPs(message);
  }

  @Override
  public long lastBytePs(Message message) {
    return calm.lastBytePs(message);
  }

  @Override
  public long acknowledgePs(Message back) {
    return calm.acknowledgePs(back);
  }

  @Override
  public Intake intake() {
    return calm.intake();
  }

  @Override
  public boolean sendsFirst() {
    return calm.sendsFirst();
  }

  @Override
  public int nicOf(int rank) {
    return calm.nicOf(rank);
  }

  @Override
  public Set<ModelTrait> traits() {
    return calm.traits();
  }
}
