/** Machine files of every format, their schema, and the catalogue of real machines. */
@SuppressWarnings("module") // Modules that are named below are compiled after this one.
module org.foretell.machines {
  requires transitive org.foretell.machine;
  requires transitive org.foretell.trace;
  requires it.unimi.dsi.fastutil.core;
  requires java.xml;
  requires static transitive org.jspecify;
  requires tools.jackson.core;

  exports org.foretell.machines;
  exports org.foretell.machines.file;
  exports org.foretell.machines.findings to
      org.foretell,
      org.foretell.study,
      org.foretell.workflow,
      org.foretell.workload;
  exports org.foretell.machines.json to
      org.foretell.study,
      org.foretell.workflow,
      org.foretell.workload;
}
