/** Capacity studies: which offer is best, how sure that is, and what would change it. */
module org.foretell.study {
  requires hipparchus.core;
  requires transitive org.foretell;
  requires org.foretell.extrapolation;
  requires transitive org.foretell.machines;
  requires transitive org.foretell.procurement;
  requires org.foretell.workflow;
  requires org.foretell.workload;
  requires org.apache.commons.csv;
  requires ssj;
  requires com.fasterxml.jackson.annotation;
  requires tools.jackson.core;
  requires tools.jackson.databind;
  requires static transitive org.jspecify;

  exports org.foretell.study;
  exports org.foretell.study.build;
  exports org.foretell.study.campaign;
  exports org.foretell.study.decision;
  exports org.foretell.study.description;
  exports org.foretell.study.evaluation;
  exports org.foretell.study.file;
  exports org.foretell.study.report;
  exports org.foretell.study.surface;
}
