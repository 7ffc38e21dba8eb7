package org.foretell.structure.cluster.grouping;

import org.foretell.structure.cluster.signature.RankSignatures;
import org.foretell.structure.cluster.signature.Signature;

/**
 * The parameters of a rank's calls in 64 bits, as Table 3.1 of "Scalable Clustering Techniques for
 * MPI Traces" lays them out. Traces do not record data types, so bits 48 to 54 indicate the kinds
 * of data movement: point-to-point, persistent, collective, communicator, one-sided, file and
 * SHMEM.
 *
 * @param bits the mean count in bits 0 to 15, the mean distances of destinations and sources in the
 *     next two times 16, data in 48 to 54, operations in 55 to 61, communicators in 62 and 63
 */
public record ParameterSignature(long bits) {
  private static final long MASK = (1 << 16) - 1;
  private static final int DEST_SHIFT = 16;
  private static final int SRC_SHIFT = 32;
  private static final int DATA_SHIFT = 48;
  private static final int OPERATION_SHIFT = 55;
  private static final int COMMUNICATOR_SHIFT = 62;

  /** Of the packed signature: the families that move data begin at 3, after bursts and markers. */
  private static final int FAMILIES = 3;

  /**
   * {@return the signature of a rank; counts and distances beyond 16 bits keep their low bits}
   *
   * @param ranks all signatures
   * @param rank which
   */
  public static ParameterSignature of(RankSignatures ranks, int rank) {
    long kinds = ranks.value(Signature.DATA_OPERATION_COMMUNICATOR, rank);
    // Completion is among the families, but moves no data, so that seven are left.
    long families = kinds >>> FAMILIES & 0xFF;
    long data = (families & 0b11) | (families >>> 1 & 0b111_1100);
    long operations = kinds >>> 32 & 0b11;
    // Bit 0 is self, bit 1 any other than the world.
    long communicators = (kinds >>> 55 & 1) | (kinds >>> 54 & 1) << 1;
    return new ParameterSignature(
        (ranks.value(Signature.COUNT, rank) & MASK)
            | (ranks.value(Signature.DEST, rank) & MASK) << DEST_SHIFT
            | (ranks.value(Signature.SRC, rank) & MASK) << SRC_SHIFT
            | data << DATA_SHIFT
            | operations << OPERATION_SHIFT
            | communicators << COMMUNICATOR_SHIFT);
  }

  /**
   * {@return whether two signatures differ only in the count}
   *
   * @param other to compare with
   */
  public boolean sameButCount(ParameterSignature other) {
    return (bits & ~MASK) == (other.bits & ~MASK);
  }
}
