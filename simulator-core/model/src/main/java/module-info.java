/** The interfaces of communication models, observers of a replay, and the results of replays. */
module org.foretell.model {
  requires it.unimi.dsi.fastutil.core;
  requires transitive org.foretell.machine;
  requires transitive org.foretell.trace;
  requires static transitive org.jspecify;

  exports org.foretell.model;
  exports org.foretell.observe;
  exports org.foretell.result;
}
