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
  OPS("ops");

  private final String text;

  SymbolRule(String text) {
    this.text = text;
  }

  String key(Call call) {
    String op = call.code() + " " + call.get(OpField.MARKER, 0);
    return switch (this) {
      case SITES -> op + " " + call.site();
      case SITES_AND_TAGS -> op + " " + call.site() + tag(call);
      case TAGS -> op + tag(call);
      case OPS -> op + " " + call.get(OpField.COMMUNICATOR, 0);
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
