package org.foretell.parsers.scalatrace;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.foretell.parsers.Loss;
import org.foretell.parsers.ReadingOption;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.TextFormatWriter;
import org.foretell.parsers.TraceContent;
import org.foretell.parsers.TraceFormatReader;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;

/** Traces of ScalaTrace 2, see {@link ScalaTraceReader}. */
public final class ScalaTraceFormat implements TraceFormatReader, TextFormatWriter {
  /** A reader, as services have them. */
  public ScalaTraceFormat() {}

  @Override
  public String id() {
    return "scalatrace";
  }

  @Override
  public String description() {
    return "ScalaTrace trace (text)";
  }

  @Override
  public String mark() {
    return "a ScalaTrace trace (RANKS:)";
  }

  @Override
  public List<String> endings() {
    return List.of(".scalatrace");
  }

  @Override
  public Set<TraceContent> contents() {
    return EnumSet.of(
        TraceContent.COMPUTATION,
        TraceContent.POINT_TO_POINT,
        TraceContent.REQUESTS,
        TraceContent.COLLECTIVES,
        TraceContent.COMMUNICATORS,
        TraceContent.CALL_SITES,
        TraceContent.LOOPS);
  }

  @Override
  public Set<ReadingOption> options() {
    return EnumSet.of(ReadingOption.INSTRUCTION_RATE, ReadingOption.MATCH_SIZES);
  }

  @Override
  public boolean recognises(Path input) {
    return ScalaTraceReader.recognises(input);
  }

  @Override
  public List<Loss> read(Path input, ReadingOptions options, TraceSink sink) {
    ScalaTraceOptions own = ScalaTraceOptions.DEFAULT.withMatchSizes(options.matchesSizes());
    if (options.instructionsPerSecond().isPresent()) {
      own = own.withInstructionsPerSecond(options.instructionsPerSecond().getAsDouble());
    }
    ScalaTraceReader.read(input, own, sink);
    return List.of();
  }

  @Override
  public String ending() {
    return ".scalatrace";
  }

  @Override
  public List<Loss> write(TraceSource source, Writer out, ReadingOptions options)
      throws IOException {
    return ScalaTraceWriter.write(source, out);
  }
}
