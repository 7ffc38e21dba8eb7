/** A queue of jobs on a machine: what runs when, how long jobs wait, how well nodes are used. */
module org.foretell.workload {
  requires transitive org.foretell;
  requires org.foretell.machines;
  requires ssj;
  requires static transitive org.jspecify;

  exports org.foretell.workload;
  exports org.foretell.workload.failure;
  exports org.foretell.workload.job;
  exports org.foretell.workload.report;
  exports org.foretell.workload.schedule;
}
