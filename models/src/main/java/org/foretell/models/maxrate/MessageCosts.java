package org.foretell.models.maxrate;

import org.foretell.models.parameters.SizeFactors;
import org.foretell.time.Ps;

/**
 * What messages of one distance cost, by their sizes. A message of 0 bytes counts as one of 1 byte.
 *
 * @param latencyPs L, from the injection until the first byte is there
 * @param overheadPs o, CPU time for a message at either end
 * @param overheadPsPerByte O, CPU time for each byte after the first
 * @param overheadFactors of o, by size
 * @param byteFactors of the rate at which a CPU copies bytes, by size of the message
 * @param memoryPsPerByte what the memory of a node takes to read or write a byte; 0 for no limit,
 *     and between nodes
 */
record MessageCosts(
    long latencyPs,
    long overheadPs,
    double overheadPsPerByte,
    SizeFactors overheadFactors,
    SizeFactors byteFactors,
    double memoryPsPerByte) {
  /** CPU time for a message but for its bytes. */
  long overheadPs(long bytes) {
    return scaled(overheadPs, bytes, overheadFactors);
  }

  /** CPU time for a message but for its bytes, of the size that takes least. */
  long leastOverheadPs() {
    return overheadFactors == SizeFactors.ONE
        ? overheadPs
        : Ps.round(overheadPs * overheadFactors.least());
  }

  /** CPU time for the bytes of a message. */
  long bytesPs(long bytes) {
    return afterFirstByte(
        bytes,
        byteFactors == SizeFactors.ONE
            ? overheadPsPerByte
            : overheadPsPerByte / byteFactors.of(bytes));
  }

  /** CPU time for a message at either end. */
  long cpuPs(long bytes) {
    return Ps.plus(overheadPs(bytes), bytesPs(bytes));
  }

  static long afterFirstByte(long bytes, double psPerByte) {
    return bytes <= 1 ? 0 : Ps.atGap(bytes - 1, psPerByte);
  }

  private static long scaled(long spanPs, long bytes, SizeFactors factors) {
    return factors == SizeFactors.ONE ? spanPs : Ps.round(spanPs * factors.of(bytes));
  }
}
