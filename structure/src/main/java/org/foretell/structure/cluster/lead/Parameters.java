package org.foretell.structure.cluster.lead;

import java.util.ArrayList;
import java.util.List;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;

/** Which fields of an op a lead's value may stand for, and which must be each rank's own. */
final class Parameters {
  /** What an op is compared by. */
  enum Kind {
    /** Where messages go and how they match. */
    PARTNER,
    /** What calls of several ranks must agree on, or what a rank alone knows. */
    OWN,
    /** Sizes. */
    AMOUNT
  }

  private static final OpField[][] FIELDS = new OpField[256][];
  private static final Kind[][] KINDS = new Kind[256][];

  static {
    for (OpCode code : OpCode.values()) {
      List<OpField> fields = new ArrayList<>();
      List<Kind> kinds = new ArrayList<>();
      for (OpField field : code.fields()) {
        Kind kind = kindOf(code, field);
        if (kind != null) {
          fields.add(field);
          kinds.add(kind);
        }
      }
      FIELDS[code.id()] = fields.toArray(new OpField[0]);
      KINDS[code.id()] = kinds.toArray(new Kind[0]);
    }
  }

  private Parameters() {}

  private static @org.jspecify.annotations.Nullable Kind kindOf(OpCode code, OpField field) {
    return switch (field) {
      case PEER, RECEIVE_PEER, TAG, RECEIVE_TAG, MATCHED_PEER, MATCHED_TAG -> Kind.PARTNER;
      case BYTES, RECEIVE_BYTES ->
          code.family() == OpCode.Family.COLLECTIVE ? Kind.OWN : Kind.AMOUNT;
      // Equal wherever events are.
      case MARKER, DURATION_PS, HISTOGRAM, FLOPS, MEMORY_BYTES -> null;
      default -> Kind.OWN;
    };
  }

  static OpField[] fields(OpCode code) {
    return FIELDS[code.id()];
  }

  static Kind kind(OpCode code, int index) {
    return KINDS[code.id()][index];
  }
}
