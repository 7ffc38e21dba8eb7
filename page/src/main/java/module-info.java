/**
 * Explanations of predictions, and answers of studies, each as one page for browsers, which needs
 * nothing beside it.
 */
module org.foretell.page {
  requires freemarker;
  requires java.desktop;
  requires it.unimi.dsi.fastutil.core;
  requires transitive org.foretell;
  requires org.foretell.pictures;
  requires org.foretell.procurement;
  requires transitive org.foretell.study;
  requires transitive org.foretell.workflow;
  requires transitive org.foretell.workload;
  requires static transitive org.jspecify;
  requires tools.jackson.databind;

  exports org.foretell.page;
}
