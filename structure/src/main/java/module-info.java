/** Structure of traces: what repeats within a rank, and what ranks have in common. */
module org.foretell.structure {
  requires transitive org.foretell.core;
  requires static transitive org.jspecify;

  exports org.foretell.structure;
}
