package org.foretell.extrapolation.fit;

import org.foretell.extrapolation.law.Law;

/** The law of a field of a call. */
public sealed interface FieldLaw {
  /** Number of the field among those of the op. */
  int field();

  /**
   * A number.
   *
   * @param inWorld whether it is a rank of the world, to be translated to the communicator
   */
  record OfNumber(int field, Law law, boolean inWorld) implements FieldLaw {}

  /**
   * A list.
   *
   * @param elements with the position in the list as innermost iteration
   */
  record OfList(int field, Law length, Law elements) implements FieldLaw {}
}
