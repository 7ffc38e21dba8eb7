/** Explanations of predictions as one page for browsers, which needs nothing beside it. */
module org.foretell.page {
  requires freemarker;
  requires transitive org.foretell;
  requires static transitive org.jspecify;
  requires tools.jackson.databind;

  exports org.foretell.page;
}
