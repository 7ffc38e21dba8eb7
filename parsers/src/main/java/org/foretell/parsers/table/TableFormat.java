package org.foretell.parsers.table;

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

/** Tables of calls as CSV, see {@link TableReader}. */
public final class TableFormat implements TraceFormatReader {
  /** A reader, as services have them. */
  public TableFormat() {}

  @Override
  public String id() {
    return "csv";
  }

  @Override
  public String description() {
    return "table of calls (CSV)";
  }

  @Override
  public String mark() {
    return "a table of calls (CSV with columns rank and call)";
  }

  @Override
  public List<String> endings() {
    return List.of(".csv");
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
        TraceContent.PHASES,
        TraceContent.CALL_TIMES);
  }

  @Override
  public Set<ReadingOption> options() {
    return EnumSet.of(ReadingOption.UNKNOWN_ACTIONS, ReadingOption.CALL_TIMES);
  }

  @Override
  public boolean recognises(Path input) {
    return TableReader.recognises(input);
  }

  @Override
  public List<Loss> read(Path input, ReadingOptions options, TraceSink sink) {
    return TableReader.read(input, options.passesUnknownActions(), options.keepsCallTimes(), sink);
  }
}
