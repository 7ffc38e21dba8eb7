/**
 * Foreign trace formats, in and out: SimGrid, GOAL, liballprof, Dimemas, DUMPI, OTF2, Paraver,
 * ScalaTrace, Chakra, tables; and what Foretell's tracer writes.
 */
module org.foretell.parsers {
  requires transitive org.foretell.trace;
  requires com.github.luben.zstd_jni;
  requires com.google.protobuf;
  requires it.unimi.dsi.fastutil.core;
  requires org.apache.commons.compress;
  requires org.apache.commons.csv;
  requires org.apache.commons.io;
  requires org.tukaani.xz;
  requires tools.jackson.core;
  requires static transitive org.jspecify;

  uses org.foretell.parsers.TraceFormatReader;
  uses org.foretell.parsers.TraceFormatWriter;

  provides org.foretell.parsers.TraceFormatReader with
      org.foretell.parsers.chakra.ChakraFormat,
      org.foretell.parsers.dimemas.DimemasFormat,
      org.foretell.parsers.dumpi.DumpiFormat,
      org.foretell.parsers.goal.GoalBinaryFormat,
      org.foretell.parsers.goal.GoalTextFormat,
      org.foretell.parsers.liballprof.LiballprofFormat,
      org.foretell.parsers.otf2.Otf2Format,
      org.foretell.parsers.paraver.ParaverFormat,
      org.foretell.parsers.raw.RawTraceFormat,
      org.foretell.parsers.scalatrace.ScalaTraceFormat,
      org.foretell.parsers.simgrid.SimGridTiFormat,
      org.foretell.parsers.table.TableFormat;
  provides org.foretell.parsers.TraceFormatWriter with
      org.foretell.parsers.dimemas.DimemasFormat,
      org.foretell.parsers.goal.GoalBinaryFormat,
      org.foretell.parsers.goal.GoalTextFormat,
      org.foretell.parsers.otf2.Otf2Format,
      org.foretell.parsers.scalatrace.ScalaTraceFormat,
      org.foretell.parsers.simgrid.SimGridTiFormat;

  exports org.foretell.parsers;
  exports org.foretell.parsers.chakra;
  exports org.foretell.parsers.dimemas;
  exports org.foretell.parsers.dumpi;
  exports org.foretell.parsers.goal;
  exports org.foretell.parsers.liballprof;
  exports org.foretell.parsers.lowering;
  exports org.foretell.parsers.otf2;
  exports org.foretell.parsers.packed;
  exports org.foretell.parsers.paraver;
  exports org.foretell.parsers.raw;
  exports org.foretell.parsers.scalatrace;
  exports org.foretell.parsers.simgrid;
  exports org.foretell.parsers.table;
}
