package org.foretell.parsers.raw;

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

/** Folders of Foretell's own tracer, see {@link RawTraceReader}. */
public final class RawTraceFormat implements TraceFormatReader {
  /** Its name. */
  public static final String ID = "raw";

  /** A reader, as services have them. */
  public RawTraceFormat() {}

  @Override
  public String id() {
    return ID;
  }

  @Override
  public String description() {
    return "folder of Foretell's tracer";
  }

  @Override
  public String mark() {
    return "a folder of Foretell's tracer (rank-0000000.raw)";
  }

  @Override
  public Set<TraceContent> contents() {
    return EnumSet.complementOf(EnumSet.of(TraceContent.TASKS));
  }

  @Override
  public Set<ReadingOption> options() {
    return EnumSet.of(ReadingOption.CALL_TIMES);
  }

  @Override
  public boolean recognises(Path input) {
    return RawTraceReader.recognises(input);
  }

  @Override
  public List<Loss> read(Path input, ReadingOptions options, TraceSink sink) {
    RawOptions own =
        RawOptions.DEFAULT.withCallTimes(options.keepsCallTimes()).withReaders(options.readers());
    RawTraceReader.read(input, own, sink);
    return List.of();
  }
}
