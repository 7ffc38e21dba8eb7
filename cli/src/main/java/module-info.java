/** The command sim. */
@SuppressWarnings("module") // The distribution, which is named below, is compiled after this one.
module org.foretell.cli {
  requires info.picocli;
  requires me.tongfei.progressbar;
  requires org.apache.commons.csv;
  requires org.foretell;
  requires org.foretell.analysis;
  requires org.foretell.calibration;
  requires org.foretell.extrapolation;
  requires org.foretell.generators;
  requires org.foretell.page;
  requires org.foretell.parsers;
  requires org.foretell.study;
  requires org.foretell.timelines;
  requires org.foretell.workflow;
  requires org.foretell.workload;
  requires static transitive org.jspecify;

  exports org.foretell.cli to
      org.foretell.dist;

  // What fills in options looks inside.
  opens org.foretell.cli to
      info.picocli;
  opens org.foretell.cli.calibrate to
      info.picocli;
  opens org.foretell.cli.classify to
      info.picocli;
  opens org.foretell.cli.cluster to
      info.picocli;
  opens org.foretell.cli.compare to
      info.picocli;
  opens org.foretell.cli.energy to
      info.picocli;
  opens org.foretell.cli.explain to
      info.picocli;
  opens org.foretell.cli.extrapolate to
      info.picocli;
  opens org.foretell.cli.failures to
      info.picocli;
  opens org.foretell.cli.generate to
      info.picocli;
  opens org.foretell.cli.machines to
      info.picocli;
  opens org.foretell.cli.mix to
      info.picocli;
  opens org.foretell.cli.models to
      info.picocli;
  opens org.foretell.cli.run to
      info.picocli;
  opens org.foretell.cli.settings to
      info.picocli;
  opens org.foretell.cli.shell to
      info.picocli;
  opens org.foretell.cli.study to
      info.picocli;
  opens org.foretell.cli.trace to
      info.picocli;
  opens org.foretell.cli.workflow to
      info.picocli;
}
