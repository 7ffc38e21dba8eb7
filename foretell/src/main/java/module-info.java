/**
 * Predicts how long MPI and SHMEM programs run on machines you do not have.
 *
 * <p>Begin with {@link org.foretell.Foretell}.
 */
@SuppressWarnings("module") // The command line, which is named below, is compiled after this one.
module org.foretell {
  requires com.fasterxml.jackson.annotation;
  requires it.unimi.dsi.fastutil.core;
  requires org.apache.commons.csv;
  requires transitive org.foretell.analysis;
  requires transitive org.foretell.classification;
  requires transitive org.foretell.engine;
  requires transitive org.foretell.machine;
  requires transitive org.foretell.machines;
  requires transitive org.foretell.model;
  requires transitive org.foretell.models;
  requires org.foretell.parsers;
  requires transitive org.foretell.store;
  requires transitive org.foretell.structure;
  requires transitive org.foretell.trace;
  requires static transitive org.jspecify;
  requires tools.jackson.core;
  requires tools.jackson.databind;

  exports org.foretell;
  exports org.foretell.failure.words;
  exports org.foretell.question;
  exports org.foretell.report;
  exports org.foretell.runner;
  exports org.foretell.scenario;
  exports org.foretell.input to
      org.foretell.cli,
      org.foretell.extrapolation,
      org.foretell.study;
  exports org.foretell.setting to
      org.foretell.cli;

  uses org.foretell.model.ModelProvider;
  uses org.foretell.parsers.TraceFormatReader;
  uses org.foretell.structure.cluster.signature.ParameterFunction;
}
