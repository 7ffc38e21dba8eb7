/** Pipelines of many tasks, dealt out by a master to workers on a simulated machine. */
module org.foretell.workflow {
  requires com.fasterxml.jackson.annotation;
  requires it.unimi.dsi.fastutil.core;
  requires org.apache.commons.csv;
  requires transitive org.foretell;
  requires org.foretell.machines;
  requires org.foretell.structure;
  requires ssj;
  requires static transitive org.jspecify;
  requires tools.jackson.core;
  requires tools.jackson.databind;

  exports org.foretell.workflow;
  exports org.foretell.workflow.failure;
  exports org.foretell.workflow.file;
  exports org.foretell.workflow.pipeline;
  exports org.foretell.workflow.recorded;
  exports org.foretell.workflow.report;
  exports org.foretell.workflow.schedule;
  exports org.foretell.workflow.task;
  exports org.foretell.workflow.traced;

  // What writes JSON looks inside.
  opens org.foretell.workflow.report to
      tools.jackson.databind;
}
