/**
 * Foreign trace formats, in and out: SimGrid, GOAL, Dimemas, ScalaTrace; and what Foretell's tracer
 * writes.
 */
module org.foretell.parsers {
  requires transitive org.foretell.trace;
  requires it.unimi.dsi.fastutil.core;
  requires org.apache.commons.compress;
  requires org.apache.commons.io;
  requires static transitive org.jspecify;

  exports org.foretell.parsers;
  exports org.foretell.parsers.dimemas;
  exports org.foretell.parsers.goal;
  exports org.foretell.parsers.raw;
  exports org.foretell.parsers.scalatrace;
  exports org.foretell.parsers.simgrid;
}
