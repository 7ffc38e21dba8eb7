/**
 * The vocabulary of traces, how they are read and written whatever their format, and times.
 *
 * <p>The engine and the store read recorded ops in place; nobody else sees how.
 */
@SuppressWarnings("module") // The modules that are named below are compiled after this one.
module org.foretell.trace {
  requires static transitive org.jspecify;

  exports org.foretell.failure;
  exports org.foretell.time;
  exports org.foretell.trace;
  exports org.foretell.trace.jobs;
  exports org.foretell.trace.inplace to
      org.foretell.engine,
      org.foretell.store;
}
