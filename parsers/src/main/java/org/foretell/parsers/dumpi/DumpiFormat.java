package org.foretell.parsers.dumpi;

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

/** Traces of DUMPI, see {@link DumpiReader}. */
public final class DumpiFormat implements TraceFormatReader {
  /** A reader, as services have them. */
  public DumpiFormat() {}

  @Override
  public String id() {
    return "dumpi";
  }

  @Override
  public String description() {
    return "DUMPI trace (folder, .meta file or the file of a rank)";
  }

  @Override
  public String mark() {
    return "a DUMPI trace (dumpi-..-0000.bin)";
  }

  @Override
  public List<String> endings() {
    return List.of(".meta");
  }

  @Override
  public Set<TraceContent> contents() {
    return EnumSet.of(
        TraceContent.COMPUTATION,
        TraceContent.POINT_TO_POINT,
        TraceContent.REQUESTS,
        TraceContent.COLLECTIVES,
        TraceContent.COMMUNICATORS,
        TraceContent.ONE_SIDED,
        TraceContent.FILES,
        TraceContent.CALL_SITES,
        TraceContent.CALL_TIMES);
  }

  @Override
  public Set<ReadingOption> options() {
    return EnumSet.of(ReadingOption.BURST_CLOCK, ReadingOption.CALL_TIMES);
  }

  @Override
  public boolean recognises(Path input) {
    return DumpiReader.recognises(input);
  }

  @Override
  public List<Loss> read(Path input, ReadingOptions options, TraceSink sink) {
    return DumpiReader.read(input, options, sink);
  }
}
