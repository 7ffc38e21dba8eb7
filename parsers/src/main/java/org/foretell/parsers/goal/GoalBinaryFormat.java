package org.foretell.parsers.goal;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.foretell.parsers.Loss;
import org.foretell.parsers.ReadingOption;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.TraceContent;
import org.foretell.parsers.TraceFormatReader;
import org.foretell.parsers.TraceFormatWriter;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;

/** GOAL's binary form, see {@link GoalBinaryReader}. */
public final class GoalBinaryFormat implements TraceFormatReader, TraceFormatWriter {
  /** A reader, as services have them. */
  public GoalBinaryFormat() {}

  @Override
  public String id() {
    return "goal-binary";
  }

  @Override
  public String description() {
    return "GOAL schedule in binary form";
  }

  @Override
  public String mark() {
    return "a GOAL schedule in binary form (its magic number)";
  }

  @Override
  public List<String> endings() {
    return List.of(".goalbin");
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
    return GoalBinaryReader.recognises(input);
  }

  @Override
  public List<Loss> read(Path input, ReadingOptions options, TraceSink sink) {
    GoalBinaryReader.read(input, GoalOptions.of(options), sink);
    return List.of();
  }

  @Override
  public String ending() {
    return ".goalbin";
  }

  @Override
  public Set<ReadingOption> writingOptions() {
    return options();
  }

  @Override
  public List<Loss> write(TraceSource source, Path target, ReadingOptions options) {
    GoalBinaryWriter.write(source, target, GoalOptions.of(options));
    return List.of();
  }
}
