package org.foretell.parsers.lowering;

import org.foretell.time.Ps;

/**
 * The protocols of NCCL, and what they add to the messages of a machine: bytes of flags, the time
 * to launch a collective, and the time to synchronize each step beyond that of {@link #LL}. Times
 * are those of NCCL 2.21's own model for rings (src/graph/tuning.cc: {@code baseLat}, {@code
 * hwLat}).
 */
enum NcclProtocol {
  /** A flag of 4 bytes with each 4 bytes of data. */
  LL(2, 1, 6.6, 0.6, 2.7),

  /** A flag of 8 bytes with each 120 bytes of data. */
  LL128(128, 120, 14.0, 1.9, 4.0),

  /** Data without flags, and a fence after each step. */
  SIMPLE(1, 1, 8.4, 3.4, 14.0);

  private final int wireBytes;
  private final int dataBytes;
  private final double launchMicros;
  private final double stepMicros;
  private final double stepBetweenNodesMicros;

  NcclProtocol(
      int wireBytes,
      int dataBytes,
      double launchMicros,
      double stepMicros,
      double stepBetweenNodesMicros) {
    this.wireBytes = wireBytes;
    this.dataBytes = dataBytes;
    this.launchMicros = launchMicros;
    this.stepMicros = stepMicros;
    this.stepBetweenNodesMicros = stepBetweenNodesMicros;
  }

  /** What a message has with its flags. */
  long onWire(long bytes) {
    long groups = -Math.floorDiv(-bytes, dataBytes);
    return dataBytes == 1
        ? Math.multiplyExact(bytes, wireBytes)
        : Math.addExact(bytes, Math.multiplyExact(groups, wireBytes - dataBytes));
  }

  /** Time until the first step. */
  long launchPs() {
    return Ps.round(launchMicros * Ps.PER_MICROSECOND);
  }

  /** Time of a step beyond that of its message. */
  long syncPs(boolean betweenNodes) {
    double extra = stepMicros(betweenNodes) - LL.stepMicros(betweenNodes);
    return Ps.round(extra * Ps.PER_MICROSECOND);
  }

  /** Time of a step in the model by which NCCL chooses, with the latency of the link. */
  double stepMicros(boolean betweenNodes) {
    return betweenNodes ? stepBetweenNodesMicros : stepMicros;
  }

  /** Time until the first step in that model. */
  double launchMicros() {
    return launchMicros;
  }
}
