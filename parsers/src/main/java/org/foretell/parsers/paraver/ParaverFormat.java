package org.foretell.parsers.paraver;

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

/** Traces of Paraver, see {@link ParaverReader}. */
public final class ParaverFormat implements TraceFormatReader {
  /** A reader, as services have them. */
  public ParaverFormat() {}

  @Override
  public String id() {
    return "paraver";
  }

  @Override
  public String description() {
    return "Paraver trace of Extrae (.prv file, or a folder with one)";
  }

  @Override
  public String mark() {
    return "a Paraver trace (#Paraver)";
  }

  @Override
  public List<String> endings() {
    return List.of(".prv");
  }

  @Override
  public List<String> companions() {
    return List.of(PcfNames.ENDING);
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
        TraceContent.PHASES,
        TraceContent.CALL_TIMES,
        TraceContent.COUNTERS);
  }

  @Override
  public Set<ReadingOption> options() {
    return EnumSet.of(ReadingOption.CALL_TIMES, ReadingOption.UNKNOWN_ACTIONS);
  }

  @Override
  public boolean recognises(Path input) {
    return ParaverReader.recognises(input);
  }

  @Override
  public List<Loss> read(Path input, ReadingOptions options, TraceSink sink) {
    return ParaverReader.read(
        input, options.passesUnknownActions(), options.keepsCallTimes(), sink);
  }
}
