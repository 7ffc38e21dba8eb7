package org.foretell.extrapolation.outline;

import java.util.BitSet;
import java.util.List;

/** A part of a program: a call, which some ranks leave out at times, or a loop. */
public sealed interface Part {
  /** {@return its number among all parts, from 1} */
  int id();

  /**
   * A call.
   *
   * @param id its number
   * @param symbol that stands for it
   */
  record Leaf(int id, int symbol) implements Part {}

  /**
   * A loop.
   *
   * @param id its number
   * @param body its parts, in the order of an iteration
   * @param symbols of all calls within
   */
  record Loop(int id, List<Part> body, BitSet symbols) implements Part {}
}
