/** The command sim. */
module org.foretell.cli {
  requires com.fasterxml.jackson.annotation;
  requires info.picocli;
  requires it.unimi.dsi.fastutil.core;
  requires me.tongfei.progressbar;
  requires org.apache.commons.csv;
  requires org.foretell.core;
  requires org.foretell.machines;
  requires org.foretell.models;
  requires org.foretell.parsers;
  requires static transitive org.jspecify;
  requires tools.jackson.core;
  requires tools.jackson.databind;

  uses org.foretell.model.ModelProvider;

  // What fills in options, and what reads results to write them, look inside.
  opens org.foretell.cli to
      info.picocli;
  opens org.foretell.cli.compare to
      info.picocli;
  opens org.foretell.cli.machines to
      info.picocli;
  opens org.foretell.cli.models to
      info.picocli;
  opens org.foretell.cli.report to
      tools.jackson.databind;
  opens org.foretell.cli.run to
      info.picocli;
  opens org.foretell.cli.settings to
      info.picocli;
  opens org.foretell.cli.shell to
      info.picocli;
  opens org.foretell.cli.trace to
      info.picocli;
}
