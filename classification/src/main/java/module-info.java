/** Sorts messages by what makes them inefficient, with decision trees. */
module org.foretell.classification {
  requires it.unimi.dsi.fastutil.core;
  requires transitive org.foretell.model;
  requires org.foretell.store;
  requires transitive org.foretell.trace;
  requires static transitive org.jspecify;
  requires org.tribuo.classification.core;
  requires org.tribuo.classification.dtree;
  requires org.tribuo.common.tree;
  requires org.tribuo.core;
  requires tools.jackson.core;
  requires tools.jackson.databind;

  exports org.foretell.classification;
  exports org.foretell.classification.benchmark;
  exports org.foretell.classification.call;
  exports org.foretell.classification.file;
  exports org.foretell.classification.kind;
  exports org.foretell.classification.tree;
}
