package org.foretell.models.collectives.exchange;

import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.models.collectives.pattern.Halves;
import org.foretell.models.collectives.pattern.Pattern;

/**
 * Prefix reduction by exchanges at distances 1, 2, 4 and so on; the higher place of two combines
 * what it gets with its prefix and with its sum, the lower one with its sum only.
 */
public enum DoublingScan implements Pattern {
  /** The only one. */
  DOUBLING;

  @Override
  public int steps(MemberCall call, int p, int me) {
    int rounds = 0;
    for (int round = 0; round <= Halves.levels(p - 1); round++) {
      rounds += (me ^ (1 << round)) < p ? 1 : 0;
    }
    return 2 * rounds;
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    int left = index / 2;
    int round = 0;
    while ((me ^ (1 << round)) >= p || left-- > 0) {
      round++;
    }
    int partner = me ^ (1 << round);
    if (index % 2 == 0) {
      step.sendReceive(partner, call.bytes(), partner, call.bytes());
    } else {
      step.reduce(partner < me ? 2 * call.bytes() : call.bytes());
    }
  }
}
