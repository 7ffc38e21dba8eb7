package org.foretell.observe;

import org.foretell.trace.OpCode;

/**
 * All ops of one kind, of all ranks.
 *
 * @param code the kind
 * @param count how many, at least 1
 * @param timePs time in them, waiting included, picoseconds
 * @param maxTimePs time in the longest, picoseconds
 * @param waitPs the part of the time spent waiting for other ranks, picoseconds
 * @param maxWaitPs longest wait in an op, picoseconds
 * @param maxRankWaitPs wait of the rank that waited most in ops of this kind, picoseconds; against
 *     the mean over ranks it shows how unevenly the waiting falls
 * @param bytes size of the messages; for collectives the total that the ranks send, or receive if
 *     they send nothing; exact below 2^63 bytes for each rank; a larger sum saturates
 * @param maxBytes largest size of an op
 * @param onNode ops whose partner is on the same node
 * @param offNode ops whose partner is on another node
 */
public record EventSummary(
    OpCode code,
    long count,
    Total timePs,
    long maxTimePs,
    Total waitPs,
    long maxWaitPs,
    long maxRankWaitPs,
    Total bytes,
    long maxBytes,
    MessageVolume onNode,
    MessageVolume offNode) {
  /** {@return the mean time of an op, picoseconds} */
  public double meanTimePs() {
    return timePs.mean(count);
  }

  /** {@return the mean wait of an op, picoseconds} */
  public double meanWaitPs() {
    return waitPs.mean(count);
  }

  /** {@return the mean size of an op in bytes} */
  public double meanBytes() {
    return bytes.mean(count);
  }
}
