package org.foretell.models.collectives.exchange;

import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.models.collectives.pattern.Pattern;
import org.foretell.models.collectives.pattern.Payload;

/**
 * Reduce-scatter for any number of places: at distances 1, 2, 4 and so on they exchange all parts
 * but those that their own side has combined. Where the other side is cut off by the last place,
 * those that found a partner there pass what they got to those that did not, along a tree. For a
 * power of two it is {@link DoublingReduceScatter}.
 */
public record TreeDoublingReduceScatter(Payload payload) implements Pattern {
  @Override
  public int steps(MemberCall call, int p, int me) {
    int steps = 0;
    for (int size = 1; size < p; size *= 2) {
      steps += round(p, me, size);
    }
    return steps;
  }

  /** How many steps a place takes at a distance. */
  private static int round(int p, int me, int size) {
    int sends = sends(p, me, size);
    return sends + (meets(p, me, size) || sender(p, me, size) >= 0 ? 2 : 0);
  }

  private static boolean meets(int p, int me, int size) {
    return (me ^ size) < p;
  }

  /** How many places of the side of a place have a partner, if not all have. */
  private static int partners(int p, int me, int size) {
    return p - (me & -size) - size;
  }

  private static boolean isCutOff(int p, int me, int size) {
    return ((me & -size) ^ size) + size > p && ((me & -size) ^ size) < p;
  }

  /** To how many places a place passes what its partner sent. */
  private static int sends(int p, int me, int size) {
    int sends = 0;
    if (isCutOff(p, me, size)) {
      for (int bit = size / 2; bit > 0; bit /= 2) {
        sends += passes(p, me, me ^ bit, bit, size) ? 1 : 0;
      }
    }
    return sends;
  }

  /** Whether one place passes to another what it has, in the round of the tree of a bit. */
  private static boolean passes(int p, int from, int to, int bit, int size) {
    int have = (from & -(2 * bit)) + partners(p, from, size);
    return to > from && to < p && from < have && to >= have;
  }

  /** The place from which a place without partner gets what others got; -1 if there is none. */
  private static int sender(int p, int me, int size) {
    if (isCutOff(p, me, size)) {
      for (int bit = size / 2; bit > 0; bit /= 2) {
        if (passes(p, me ^ bit, me, bit, size)) {
          return me ^ bit;
        }
      }
    }
    return -1;
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    int size = 1;
    int left = index;
    while (left >= round(p, me, size)) {
      left -= round(p, me, size);
      size *= 2;
    }
    int own = me & -size;
    int others = own ^ size;
    long all = payload.all(call, p);
    long taken = all - payload.bytes(call, p, others, Math.min(p, others + size));
    if (left == round(p, me, size) - 1) {
      step.reduce(taken);
      return;
    }
    int sender = sender(p, me, size);
    if (left == 0 && meets(p, me, size)) {
      int partner = me ^ size;
      long sent = all - payload.bytes(call, p, own, Math.min(p, own + size));
      step.sendReceive(partner, sent, partner, taken);
    } else if (left == 0 && sender >= 0) {
      step.receive(sender, taken);
    } else {
      step.send(pass(p, me, size, left - 1), taken);
    }
  }

  /** The place to which a place passes what its partner sent, the nth of them. */
  private static int pass(int p, int me, int size, int nth) {
    int left = nth;
    for (int bit = size / 2; ; bit /= 2) {
      if (passes(p, me, me ^ bit, bit, size) && left-- == 0) {
        return me ^ bit;
      }
    }
  }
}
