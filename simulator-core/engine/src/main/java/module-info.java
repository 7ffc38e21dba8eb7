/**
 * The engine that replays a trace against a machine, at the costs that a model says.
 *
 * <p>Its rooms stay inside.
 */
module org.foretell.engine {
  requires it.unimi.dsi.fastutil.core;
  requires transitive org.foretell.machine;
  requires transitive org.foretell.model;
  requires transitive org.foretell.trace;
  requires static transitive org.jspecify;

  exports org.foretell.engine;
}
