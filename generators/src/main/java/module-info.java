/** Programs for real machines, written from a configuration or a trace. */
module org.foretell.generators {
  requires freemarker;
  requires it.unimi.dsi.fastutil.core;
  requires transitive org.foretell.trace;
  requires static transitive org.jspecify;

  exports org.foretell.generators;
  exports org.foretell.generators.program;
  exports org.foretell.generators.shmembench;
}
