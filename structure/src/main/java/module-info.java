/** Structure of traces: what repeats within a rank, and what ranks have in common. */
module org.foretell.structure {
  requires java.desktop;
  requires it.unimi.dsi.fastutil.core;
  requires org.foretell.store;
  requires transitive org.foretell.trace;
  requires org.foretell.pictures;
  requires static transitive org.jspecify;
  requires xchart;

  exports org.foretell.structure;
  exports org.foretell.structure.cluster.cover;
  exports org.foretell.structure.cluster.grouping;
  exports org.foretell.structure.cluster.lead;
  exports org.foretell.structure.cluster.matrix;
  exports org.foretell.structure.cluster.online;
  exports org.foretell.structure.cluster.signature;
  exports org.foretell.structure.dispatch;
  exports org.foretell.structure.outline;
}
