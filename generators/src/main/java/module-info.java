/** Programs for real machines, written from a configuration. */
module org.foretell.generators {
  requires freemarker;
  requires static transitive org.jspecify;

  exports org.foretell.generators;
  exports org.foretell.generators.shmembench;
}
