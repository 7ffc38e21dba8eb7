package org.foretell.models.loggops;

import org.foretell.models.parameters.SizeFactors;
import org.foretell.time.Ps;

/**
 * L, o, g, G and O of one distance, and what follows from them for a message of {@code bytes}. A
 * message of 0 bytes counts as one of 1 byte.
 *
 * @param latencyPs L, wire latency
 * @param overheadPs o, CPU time for a message at either end
 * @param gapPs g, NIC time for a message at either end
 * @param gapPsPerByte G, NIC time for each byte after the first
 * @param overheadPsPerByte O, CPU time for each byte after the first
 * @param overheadFactors of o, by size of the message
 * @param bandwidthFactors of 1/G, by size of the message
 */
record LogGopsFigures(
    long latencyPs,
    long overheadPs,
    long gapPs,
    double gapPsPerByte,
    double overheadPsPerByte,
    SizeFactors overheadFactors,
    SizeFactors bandwidthFactors) {
  /** The same for all sizes. */
  LogGopsFigures(
      long latencyPs, long overheadPs, long gapPs, double gapPsPerByte, double overheadPsPerByte) {
    this(
        latencyPs,
        overheadPs,
        gapPs,
        gapPsPerByte,
        overheadPsPerByte,
        SizeFactors.ONE,
        SizeFactors.ONE);
  }

  /** The same figures with L + g for L, so that the formulas charge one message the same. */
  LogGopsFigures withGapInLatency() {
    return new LogGopsFigures(
        Ps.plus(latencyPs, gapPs), overheadPs, gapPs, gapPsPerByte, overheadPsPerByte);
  }

  /** The same figures with factors by size. */
  LogGopsFigures withFactors(SizeFactors ofOverhead, SizeFactors ofBandwidth) {
    return new LogGopsFigures(
        latencyPs, overheadPs, gapPs, gapPsPerByte, overheadPsPerByte, ofOverhead, ofBandwidth);
  }

  private long overheadPs(long bytes) {
    return overheadFactors.scale(overheadPs, bytes);
  }

  private double gapPsPerByte(long bytes) {
    return gapPsPerByte / bandwidthFactors.of(bytes);
  }

  long sendCpuPs(long bytes) {
    return Ps.plus(overheadPs(bytes), afterFirstByte(bytes, overheadPsPerByte));
  }

  long nicPs(long bytes) {
    return Ps.plus(gapPs, lastBytePs(bytes));
  }

  /** From the first byte of a message to its last, at a NIC. */
  long lastBytePs(long bytes) {
    return afterFirstByte(bytes, gapPsPerByte(bytes));
  }

  /** Of two messages of one CPU the earlier is always there first: it sends no other during o. */
  long wirePs(long bytes) {
    return Ps.plus(overheadPs(bytes), latencyPs);
  }

  /** The time on the wire of the size that takes least. */
  long leastWirePs() {
    return Ps.plus(Ps.scale(overheadPs, overheadFactors.least()), latencyPs);
  }

  long receiveCpuPs(long bytes) {
    return Ps.plus(
        overheadPs(bytes), afterFirstByte(bytes, Math.max(gapPsPerByte(bytes), overheadPsPerByte)));
  }

  /** A message from the start of its send to the end of its receive when nothing else goes on. */
  long messagePs(long bytes) {
    return Ps.plus(wirePs(bytes), receiveCpuPs(bytes));
  }

  private static long afterFirstByte(long bytes, double psPerByte) {
    return bytes <= 1 ? 0 : Ps.atGap(bytes - 1, psPerByte);
  }
}
