package org.foretell.parsers.raw;

/** A frame of a call site. */
sealed interface CallFrame permits CodePlace, SourcePlace {
  /** {@return its name without debug information} */
  String plain();
}
