/** Pipelines of many tasks, dealt out by a master to workers on a simulated machine. */
module org.foretell.workflow {
  requires com.fasterxml.jackson.annotation;
  requires it.unimi.dsi.fastutil.core;
  requires org.apache.commons.csv;
  requires transitive org.foretell;
  requires org.foretell.machines;
  requires ssj;
  requires static transitive org.jspecify;
  requires tools.jackson.core;
  requires tools.jackson.databind;

  exports org.foretell.workflow;

  // What writes JSON looks inside.
  opens org.foretell.workflow to
      tools.jackson.databind;
}
