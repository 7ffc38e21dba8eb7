package org.foretell.scenario;

/** Which times this version of Foretell gives. */
public final class Semantics {
  /**
   * Counts up whenever any scenario gets another time than before, be it by the engine or by a
   * model, as {@code docs/semantics.md} tells; what was predicted under another number is not taken
   * for what would be predicted now.
   */
  public static final int VERSION = 2;

  private Semantics() {}
}
