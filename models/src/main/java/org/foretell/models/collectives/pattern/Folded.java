package org.foretell.models.collectives.pattern;

import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;

/**
 * A pattern for powers of two made fit for all sizes: a step before it in which each pair of {@link
 * Fold} leaves all to one place, and one after it in which the other place gets its result.
 *
 * @param inner works on the places that stay
 * @param given what the odd place of a pair leaves to the even one
 * @param combine whether that is combined with what the even place has
 * @param returned what it gets in the end, or {@link Share#NONE}
 */
public record Folded(Pattern inner, Share given, boolean combine, Share returned)
    implements Pattern {
  /** What passes between the two places of a pair. */
  @FunctionalInterface
  public interface Share {
    /** Nothing, not even an empty message. */
    Share NONE = (call, p, oddPlace) -> 0;

    /** An empty message. */
    Share EMPTY = (call, p, oddPlace) -> 0;

    /** The bytes of that message. */
    long bytes(MemberCall call, int p, int oddPlace);

    /** All that the inner pattern works on. */
    static Share all(Payload inner) {
      return (call, p, oddPlace) -> inner.all(call, Fold.staying(p));
    }

    /** The block of the odd place, of blocks that are not folded. */
    static Share block(Payload blocks) {
      return (call, p, oddPlace) -> blocks.part(call, p, oddPlace);
    }
  }

  @Override
  public int steps(MemberCall call, int p, int me) {
    int paired = Fold.paired(p, me) ? 1 : 0;
    int after = returned == Share.NONE ? 0 : paired;
    if (leaves(p, me)) {
      return paired + after;
    }
    int before = combine ? 2 * paired : paired;
    return before + inner.steps(call, Fold.staying(p), Fold.number(p, me)) + after;
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    if (leaves(p, me)) {
      if (index == 0) {
        step.send(me - 1, given.bytes(call, p, me));
      } else {
        step.receive(me - 1, returned.bytes(call, p, me));
      }
      return;
    }
    int left = index;
    if (Fold.paired(p, me)) {
      long bytes = given.bytes(call, p, me + 1);
      if (left == 0) {
        step.receive(me + 1, bytes);
        return;
      }
      if (left == 1 && combine) {
        step.reduce(bytes);
        return;
      }
      left -= combine ? 2 : 1;
    }
    int staying = Fold.staying(p);
    int number = Fold.number(p, me);
    if (left < inner.steps(call, staying, number)) {
      inner.at(call, staying, number, left, step);
      step.renumber(Fold.place(p, step.peer()), Fold.place(p, step.receivePeer()));
    } else {
      step.send(me + 1, returned.bytes(call, p, me + 1));
    }
  }

  private static boolean leaves(int p, int me) {
    return Fold.paired(p, me) && me % 2 == 1;
  }

  /** The blocks of a call as the places that stay have them: those of pairs as one. */
  public static Payload pairs(Payload blocks) {
    return (call, parts, from, to) -> {
      int p = call.participants();
      return blocks.bytes(call, p, Fold.place(p, from), Fold.place(p, to));
    };
  }
}
