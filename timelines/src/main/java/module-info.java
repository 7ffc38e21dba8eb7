/** Timelines of replays, in the formats of viewers. */
module org.foretell.timelines {
  requires com.google.protobuf;
  requires externalsortinginjava;
  requires it.unimi.dsi.fastutil.core;
  requires org.foretell.parsers;
  requires transitive org.foretell.model;
  requires transitive org.foretell.trace;
  requires static transitive org.jspecify;
  requires tools.jackson.core;

  exports org.foretell.timelines;
}
