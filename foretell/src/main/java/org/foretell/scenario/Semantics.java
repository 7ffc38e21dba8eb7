package org.foretell.scenario;

/** The version of the predicted times. */
public final class Semantics {
  /**
   * Increases whenever any scenario gets another time than before, by a change of the engine or of
   * a model, as {@code docs/semantics.md} describes; predictions made under another number are not
   * comparable.
   */
  public static final int VERSION = 4;

  private Semantics() {}
}
