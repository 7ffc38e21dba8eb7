/** Why a program takes as long as it does: the critical path, efficiencies, wait states. */
module org.foretell.analysis {
  requires it.unimi.dsi.fastutil.core;
  requires transitive org.foretell.model;
  requires transitive org.foretell.trace;
  requires static transitive org.jspecify;

  exports org.foretell.analysis.efficiency;
  exports org.foretell.analysis.path;
  exports org.foretell.analysis.recorded;
  exports org.foretell.analysis.waits;
}
