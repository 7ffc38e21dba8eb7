package org.foretell.engine.reference;

import org.foretell.model.Message;
import org.foretell.model.OccupancyModel;

/** LogGOPS with integer parameters; all in picoseconds but {@code S}, which is in bytes. */
public class LogGopsModel extends OccupancyModel {
  private final long latencyPs;
  private final long overheadPs;
  private final long gapPs;
  private final long gapPerBytePs;
  private final long overheadPerBytePs;
  private final long eagerBytes;
  private final int ranksPerNic;

  /** The parameters in the order of the name; ranks share NICs in blocks. */
  public LogGopsModel(
      long latencyPs,
      long overheadPs,
      long gapPs,
      long gapPerBytePs,
      long overheadPerBytePs,
      long eagerBytes,
      int ranksPerNic) {
    this.latencyPs = latencyPs;
    this.overheadPs = overheadPs;
    this.gapPs = gapPs;
    this.gapPerBytePs = gapPerBytePs;
    this.overheadPerBytePs = overheadPerBytePs;
    this.eagerBytes = eagerBytes;
    this.ranksPerNic = ranksPerNic;
  }

  private static long moreThanOne(Message message) {
    return Math.max(0, message.bytes() - 1);
  }

  @Override
  public boolean eager(Message message) {
    return message.bytes() <= eagerBytes;
  }

  @Override
  public long sendCpuPs(Message message) {
    return overheadPs + moreThanOne(message) * overheadPerBytePs;
  }

  @Override
  public long sendNicPs(Message message) {
    return gapPs + moreThanOne(message) * gapPerBytePs;
  }

  @Override
  public long wirePs(Message message) {
    return overheadPs + latencyPs;
  }

  @Override
  public long leastFlightPs() {
    return overheadPs + latencyPs;
  }

  @Override
  public long receiveCpuPs(Message message) {
    return overheadPs + moreThanOne(message) * Math.max(overheadPerBytePs, gapPerBytePs);
  }

  @Override
  public long receiveNicPs(Message message) {
    return gapPs + moreThanOne(message) * gapPerBytePs;
  }

  @Override
  public long lastBytePs(Message message) {
    return gapPerBytePs * moreThanOne(message);
  }

  @Override
  public int nicOf(int rank) {
    return rank / ranksPerNic;
  }

  @Override
  public String toString() {
    return "loggops L=%d o=%d g=%d G=%d O=%d S=%d ranksPerNic=%d"
        .formatted(
            latencyPs, overheadPs, gapPs, gapPerBytePs, overheadPerBytePs, eagerBytes, ranksPerNic);
  }
}
