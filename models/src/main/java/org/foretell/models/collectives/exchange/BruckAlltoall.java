package org.foretell.models.collectives.exchange;

import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.models.collectives.pattern.Blocks;
import org.foretell.models.collectives.pattern.Halves;
import org.foretell.models.collectives.pattern.Pattern;

/**
 * Alltoall in the logarithm of {@code p} rounds: a block that has to go {@code d} places further
 * goes along in the rounds of the bits of d. Equal blocks only. Local copies before and after are
 * free.
 */
public enum BruckAlltoall implements Pattern {
  /** The only one. */
  BRUCK;

  @Override
  public int steps(MemberCall call, int p, int me) {
    return Halves.levels(p - 1) + 1;
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    int distance = 1 << index;
    long bytes = blocks(p, index) * Blocks.bytes(call);
    step.sendReceive(
        (int) (((long) me + distance) % p),
        bytes,
        RingReduceScatter.before(p, me, distance),
        bytes);
  }

  /** How many numbers below p have a bit. */
  private static long blocks(int p, int bit) {
    long whole = (long) (p >> (bit + 1)) << bit;
    return whole + Math.max(0, (p & ((2L << bit) - 1)) - (1L << bit));
  }
}
