package org.foretell.parsers.dimemas;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.foretell.parsers.Loss;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.TextFormatWriter;
import org.foretell.parsers.TraceContent;
import org.foretell.parsers.TraceFormatReader;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;

/** Traces of Dimemas, see {@link DimemasReader} and {@link DimemasWriter}. */
public final class DimemasFormat implements TraceFormatReader, TextFormatWriter {
  /** A reader, as services have them. */
  public DimemasFormat() {}

  @Override
  public String id() {
    return "dimemas";
  }

  @Override
  public String description() {
    return "Dimemas trace (.dim)";
  }

  @Override
  public String mark() {
    return "a Dimemas trace (#DIMEMAS:)";
  }

  @Override
  public List<String> endings() {
    return List.of(".dim");
  }

  @Override
  public Set<TraceContent> contents() {
    return EnumSet.of(
        TraceContent.COMPUTATION,
        TraceContent.POINT_TO_POINT,
        TraceContent.REQUESTS,
        TraceContent.COLLECTIVES,
        TraceContent.COMMUNICATORS);
  }

  @Override
  public boolean recognises(Path input) {
    return DimemasReader.recognises(input);
  }

  @Override
  public List<Loss> read(Path input, ReadingOptions options, TraceSink sink) {
    DimemasReader.read(input, sink);
    return List.of();
  }

  @Override
  public String ending() {
    return ".dim";
  }

  @Override
  public List<Loss> write(TraceSource source, Writer out, ReadingOptions options)
      throws IOException {
    return DimemasWriter.write(source, out);
  }
}
