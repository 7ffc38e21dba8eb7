package org.foretell.parsers.liballprof;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.foretell.parsers.Loss;
import org.foretell.parsers.ReadingOption;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.TraceContent;
import org.foretell.parsers.TraceFormatReader;
import org.foretell.trace.TraceSink;

/** Traces of liballprof, see {@link LiballprofReader}. */
public final class LiballprofFormat implements TraceFormatReader {
  /** A reader, as services have them. */
  public LiballprofFormat() {}

  @Override
  public String id() {
    return "liballprof";
  }

  @Override
  public String description() {
    return "liballprof trace (folder or the file of a rank)";
  }

  @Override
  public String mark() {
    return "a trace of liballprof (MPI_Init:-:..)";
  }

  @Override
  public Set<TraceContent> contents() {
    return EnumSet.of(
        TraceContent.COMPUTATION,
        TraceContent.POINT_TO_POINT,
        TraceContent.REQUESTS,
        TraceContent.COLLECTIVES,
        TraceContent.COMMUNICATORS,
        TraceContent.CALL_TIMES);
  }

  @Override
  public Set<ReadingOption> options() {
    return EnumSet.of(ReadingOption.CALL_TIMES);
  }

  @Override
  public boolean recognises(Path input) {
    return LiballprofReader.recognises(input);
  }

  @Override
  public List<Loss> read(Path input, ReadingOptions options, TraceSink sink) {
    return LiballprofReader.read(input, options, sink);
  }
}
