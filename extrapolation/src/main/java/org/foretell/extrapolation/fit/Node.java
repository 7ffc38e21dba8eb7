package org.foretell.extrapolation.fit;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.foretell.extrapolation.call.Amount;
import org.foretell.extrapolation.law.Law;
import org.foretell.extrapolation.law.Place;
import org.foretell.extrapolation.law.Rounds;
import org.foretell.trace.OpCode;

/** A part of a program with laws. */
public sealed interface Node {
  /** How often it runs. */
  Law count();

  /**
   * A call.
   *
   * @param id its number
   * @param place for people
   * @param code its op
   * @param site its call site in the pool, or none
   * @param fields laws of the fields that have a value
   * @param before computation before it
   * @param own what it takes, if it only takes time
   * @param amounts of the computation before it, where they are known
   */
  record OfCall(
      int id,
      String place,
      Law count,
      OpCode code,
      int site,
      List<FieldLaw> fields,
      Bursts before,
      Bursts own,
      Map<Amount, Bursts> amounts)
      implements Node {
    /** The place with rounds that a field shows as a loop of their own, for laws of computation. */
    Place inRounds(Place here) {
      for (FieldLaw field : fields) {
        if (field instanceof FieldLaw.OfNumber number) {
          Optional<Rounds> rounds = Rounds.of(number.law());
          if (rounds.isPresent()) {
            return rounds.get().within(here);
          }
        }
      }
      return here;
    }

    OfCall withBursts(Bursts first, Bursts during, Map<Amount, Bursts> firstAmounts) {
      return new OfCall(id, place, count, code, site, fields, first, during, firstAmounts);
    }
  }

  /** A loop. */
  record OfLoop(Law count, List<Node> body) implements Node {}
}
