/** What machines are: nodes, links, buses, topologies, file systems, and where ranks run. */
module org.foretell.machine {
  requires it.unimi.dsi.fastutil.core;
  requires transitive org.foretell.trace;
  requires static transitive org.jspecify;

  exports org.foretell.machine;
  exports org.foretell.machine.topology;
}
