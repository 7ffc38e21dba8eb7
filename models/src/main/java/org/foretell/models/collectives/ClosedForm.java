package org.foretell.models.collectives;

import org.foretell.models.collectives.algorithm.Algorithm;
import org.foretell.models.collectives.algorithm.Algorithms;
import org.foretell.models.collectives.algorithm.Cost;
import org.foretell.models.collectives.pattern.Segments;
import org.foretell.models.collectives.profile.Selection;
import org.foretell.trace.OpCode;

/**
 * Costs of algorithms by formula, for members that all start at the same time on a machine where
 * messages share only the sending and the receiving port of each member. If {@code
 * docs/collectives.md} states it, the formula is the simulated time to the picosecond.
 */
public final class ClosedForm {
  private ClosedForm() {}

  /**
   * Returns the duration of a collective.
   *
   * @param op collective, in its blocking form
   * @param algorithm with its parameters, as in {@link CollectiveProfiles#parse}
   * @param participants number of members, at least 1
   * @param bytes the vector of a broadcast, reduction, scan or reduce_scatter, a block of any other
   *     collective
   * @param startPs of a message, picoseconds
   * @param psPerByte of a message, picoseconds for each byte
   * @param combinePsPerByte of combining two vectors, picoseconds for each byte
   * @return picoseconds; NaN for algorithms whose cost depends on the nodes
   * @throws org.foretell.model.ParameterException if the collective has no such algorithm; the
   *     message lists the available ones
   */
  public static double durationPs(
      OpCode op,
      String algorithm,
      int participants,
      long bytes,
      double startPs,
      double psPerByte,
      double combinePsPerByte) {
    Selection selection = Selection.parse(algorithm);
    Algorithm known = Algorithms.named(op, selection.algorithm());
    if (participants == 1) {
      return 0;
    }
    long stated = selection.segmentBytes() == 0 ? known.segmentBytes() : selection.segmentBytes();
    long segment = stated == Segments.NONE ? bytes : Math.max(1, Math.min(stated, bytes));
    int radix = selection.radix() == 0 ? known.radix() : selection.radix();
    Cost cost = known.cost().of(participants, (double) bytes, (double) Math.max(1, segment), radix);
    return cost.messages() * startPs
        + cost.bytes() * psPerByte
        + cost.combined() * combinePsPerByte;
  }
}
