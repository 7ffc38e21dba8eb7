package org.foretell.parsers.chakra;

import org.foretell.parsers.lowering.CollectiveKind;

/** A collective of a group: what all members must agree in, and the rank that says so. */
record AgreedCall(CollectiveKind kind, long bytes, int root, int firstTag, int rank) {
  String text() {
    return kind.label()
        + (kind == CollectiveKind.BARRIER ? "" : " of " + bytes + " bytes")
        + (kind.isRooted() ? " with root " + root : "");
  }

  boolean agrees(AgreedCall other) {
    return kind == other.kind
        && (kind == CollectiveKind.BARRIER || bytes == other.bytes)
        && (!kind.isRooted() || root == other.root);
  }
}
