package org.foretell.extrapolation.fit;

import org.foretell.extrapolation.law.Law;
import org.jspecify.annotations.Nullable;

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
   * @param length without what stands for nothing at its end
   * @param elements with the position in the list as innermost iteration; null if always empty
   * @param nothings how many {@link org.foretell.trace.OpView#NONE} follow
   */
  record OfList(int field, Law length, @Nullable Law elements, Law nothings) implements FieldLaw {}
}
