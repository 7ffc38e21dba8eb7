package org.foretell.parsers.raw;

/** A frame of a call site. */
sealed interface CallFrame permits CodePlace, SourcePlace {
  /** What is known of it without debug information. */
  String plain();
}
