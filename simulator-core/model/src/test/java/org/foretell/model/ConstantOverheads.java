package org.foretell.model;

/** Messages keep the CPU and the interface of either side for the same times, whatever they are. */
public abstract class ConstantOverheads extends OccupancyModel {
  private final Times send;
  private final Times receive;

  /**
   * What one side takes.
   *
   * @param cpuPs of its CPU
   * @param nicPs of its interface
   */
  public record Times(long cpuPs, long nicPs) {}

  protected ConstantOverheads(Times send, Times receive) {
    this.send = send;
    this.receive = receive;
  }

  @Override
  public final long sendCpuPs(Message message) {
    return send.cpuPs;
  }

  @Override
  public final long sendNicPs(Message message) {
    return send.nicPs;
  }

  @Override
  public final long receiveCpuPs(Message message) {
    return receive.cpuPs;
  }

  @Override
  public final long receiveNicPs(Message message) {
    return receive.nicPs;
  }
}
