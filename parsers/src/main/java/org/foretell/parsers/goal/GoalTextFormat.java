package org.foretell.parsers.goal;

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

/** GOAL text, see {@link GoalTextReader}. */
public final class GoalTextFormat implements TraceFormatReader, TextFormatWriter {
  /** A reader, as services have them. */
  public GoalTextFormat() {}

  @Override
  public String id() {
    return "goal";
  }

  @Override
  public String description() {
    return "GOAL schedule (text)";
  }

  @Override
  public String mark() {
    return "a GOAL schedule (num_ranks)";
  }

  @Override
  public List<String> endings() {
    return List.of(".goal");
  }

  @Override
  public Set<TraceContent> contents() {
    return EnumSet.of(TraceContent.COMPUTATION, TraceContent.POINT_TO_POINT, TraceContent.TASKS);
  }

  @Override
  public Set<ReadingOption> options() {
    return EnumSet.of(ReadingOption.TIME_UNIT);
  }

  @Override
  public boolean recognises(Path input) {
    return GoalTextReader.recognises(input);
  }

  @Override
  public List<Loss> read(Path input, ReadingOptions options, TraceSink sink) {
    GoalTextReader.read(input, GoalOptions.of(options), sink);
    return List.of();
  }

  @Override
  public String ending() {
    return ".goal";
  }

  @Override
  public Set<ReadingOption> writingOptions() {
    return options();
  }

  @Override
  public List<Loss> write(TraceSource source, Writer out, ReadingOptions options)
      throws IOException {
    GoalTextWriter.write(source, out, GoalOptions.of(options));
    return List.of();
  }
}
