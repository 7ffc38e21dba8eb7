package org.foretell.extrapolation.fit;

import org.foretell.extrapolation.call.Call;
import org.foretell.trace.OpField;

/** Which calls are taken for the same place of the program. */
public enum SymbolRule {
  /** Those with the same op and call site. */
  SITES("call sites"),
  /** Those with the same op, call site, communicator and tag, as of a function that all call. */
  SITES_AND_TAGS("call sites and tags"),
  /** Those with the same op, communicator and tag. */
  TAGS("ops and tags"),
  /** Those with the same op and communicator. */
  OPS("ops"),
  /** Those with the same op and call site, whose partners lie in the same direction of a grid. */
  SITES_AND_DIRECTIONS("call sites and directions"),
  /**
   * The same, in a program whose iterations have no loops within that leave out the first calls.
   */
  FLAT_SITES_AND_DIRECTIONS("call sites and directions, without loops within iterations"),
  /**
   * Those with the same op and communicator, whose partners lie in the same direction of a grid.
   */
  OPS_AND_DIRECTIONS("ops and directions"),
  /**
   * The same, in a program whose iterations have no loops within that leave out the first calls.
   */
  FLAT_OPS_AND_DIRECTIONS("ops and directions, without loops within iterations");

  private final String text;

  SymbolRule(String text) {
    this.text = text;
  }

  /** Whether it depends on the grid which calls are the same. */
  boolean isOfGrid() {
    return switch (this) {
      case SITES, SITES_AND_TAGS, TAGS, OPS -> false;
      case SITES_AND_DIRECTIONS, FLAT_SITES_AND_DIRECTIONS -> true;
      case OPS_AND_DIRECTIONS, FLAT_OPS_AND_DIRECTIONS -> true;
    };
  }

  /** Whether a call that ends an iteration ends all loops within it. */
  boolean isFlat() {
    return this == FLAT_SITES_AND_DIRECTIONS || this == FLAT_OPS_AND_DIRECTIONS;
  }

  /** What calls have in common, besides directions. */
  String key(Call call) {
    String op = call.code() + " " + call.get(OpField.MARKER, 0);
    return switch (this) {
      case SITES, SITES_AND_DIRECTIONS, FLAT_SITES_AND_DIRECTIONS -> op + " " + call.site();
      case SITES_AND_TAGS -> op + " " + call.site() + tag(call);
      case TAGS -> op + tag(call);
      case OPS, OPS_AND_DIRECTIONS, FLAT_OPS_AND_DIRECTIONS ->
          op + " " + call.get(OpField.COMMUNICATOR, 0);
    };
  }

  private static String tag(Call call) {
    return " " + call.get(OpField.COMMUNICATOR, 0) + " " + call.get(OpField.TAG, 0);
  }

  @Override
  public String toString() {
    return text;
  }
}
