package org.foretell.models.noise;

import java.util.Set;
import org.foretell.model.Message;
import org.foretell.model.ModelTrait;
import org.foretell.model.MpiModel;
import org.foretell.model.QueuedOccupancyModel;
import org.foretell.time.Ps;
import org.jspecify.annotations.Nullable;

/**
 * Messages that arrive late, and CPUs that are interrupted while they send and receive, under a
 * model whose interfaces queue. A delayed message delays those behind it from the same sender to
 * the same receiver.
 */
final class NoisyInterfaces extends QueuedOccupancyModel {
  private final QueuedOccupancyModel calm;
  private final @Nullable MessageDelays delays;
  private final @Nullable StolenTime stolen;

  NoisyInterfaces(
      QueuedOccupancyModel calm, @Nullable MessageDelays delays, @Nullable StolenTime stolen) {
    this.calm = calm;
    this.delays = delays;
    this.stolen = stolen;
  }

  @Override
  public MpiModel withoutNoise() {
    return calm;
  }

  @Override
  public long flightPs(Message message, long injectedPs) {
    long flightPs = calm.flightPs(message, injectedPs);
    return delays == null
        ? flightPs
        : delays.arrivalPs(message, Ps.plus(injectedPs, flightPs)) - injectedPs;
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
  public int ports() {
    return calm.ports();
  }

  @Override
  public int firstSendPort(Message message) {
    return calm.firstSendPort(message);
  }

  @Override
  public int sendPorts(Message message) {
    return calm.sendPorts(message);
  }

  @Override
  public int firstReceivePort(Message message) {
    return calm.firstReceivePort(message);
  }

  @Override
  public int receivePorts(Message message) {
    return calm.receivePorts(message);
  }

  @Override
  public int ranksOfPort(Message message) {
    return calm.ranksOfPort(message);
  }

  @Override
  public long injectPs(Message message) {
    return calm.injectPs(message);
  }

  @Override
  public long leastInjectPs(Message message) {
    return calm.leastInjectPs(message);
  }

  @Override
  public boolean takesInLast() {
    return calm.takesInLast();
  }

  @Override
  public long flightPs(Message message) {
    return calm.flightPs(message);
  }

  @Override
  public long wirePs(Message message, long startPs) {
    return calm.wirePs(message, startPs);
  }

  @Override
  public long streamPs(Message message) {
    return calm.streamPs(message);
  }

  @Override
  public long receiveFromPs(Message message) {
    return calm.receiveFromPs(message);
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
  public long receiveCpuPs(Message message) {
    return calm.receiveCpuPs(message);
  }

  @Override
  public long receiveNicPs(Message message) {
    return calm.receiveNicPs(message);
  }

  @Override
  public long acknowledgePs(Message back) {
    return calm.acknowledgePs(back);
  }

  @Override
  public boolean sendsFirst() {
    return calm.sendsFirst();
  }

  @Override
  public Set<ModelTrait> traits() {
    return calm.traits();
  }
}
