/** Programs for real machines, from a configuration or a trace; traces of regular programs. */
module org.foretell.generators {
  requires freemarker;
  requires it.unimi.dsi.fastutil.core;
  requires transitive org.foretell.trace;
  requires static transitive org.jspecify;

  exports org.foretell.generators;
  exports org.foretell.generators.program;
  exports org.foretell.generators.shmembench;
  exports org.foretell.generators.synthetic;
}
