/** Traces for numbers of ranks that nobody traced, from smaller ones of the same program. */
module org.foretell.extrapolation {
  requires com.fasterxml.jackson.annotation;
  requires it.unimi.dsi.fastutil.core;
  requires transitive org.foretell;
  requires static transitive org.jspecify;
  requires tools.jackson.databind;

  exports org.foretell.extrapolation;

  // What writes JSON looks inside.
  opens org.foretell.extrapolation to
      tools.jackson.databind;
}
